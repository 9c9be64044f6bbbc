// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/base/cost_table.h"
#include "core/base/live_switch.h"
#include "core/base/options.h"
#include "core/engine/device_check.h"
#include "core/lock/locks.h"
#include "core/machine/host_machine.h"
#include "core/queue/disciplines.h"
#include "core/transmit/kernel_path.h"
#include "core/transmit/strategies.h"

namespace spinscope {
namespace {

template <class Rows, class Keep>
std::string known_ids(const Rows& rows, Keep&& keep) {
    std::string ids;
    for (const auto& info : rows) {
        if (keep(info)) ids += (ids.empty() ? "" : ", ") + std::string(info.id);
    }
    return ids;
}
template <class Rows>
std::string known_ids(const Rows& rows) {
    return known_ids(rows, [](const auto&) { return true; });
}

bool takes_any_lock(const StrategyInfo& info) {
    return info.any_lock;
}

template <class Info>
const Info* find_id(std::span<const Info> rows, std::string_view id) {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [id](const Info& info) { return info.id == id; });
    return found == rows.end() ? nullptr : &*found;
}

const OptionInfo* find_option(std::span<const OptionInfo> options, std::string_view name) {
    const auto found = std::find_if(options.begin(), options.end(),
                                    [name](const OptionInfo& option) { return option.name == name; });
    return found == options.end() ? nullptr : &*found;
}

void require(bool fine, const std::string& what, const std::string& why, const std::string& remedy) {
    if (!fine) throw UsageError(what, why, remedy);
}

void check_lock(const Experiment& e, const StrategyInfo& strategy, const std::string& id) {
    if (id.empty() || id == strategy.lock) return;
    const LockInfo* lock = find_lock(id);
    require(lock != nullptr, "Unknown lock \"" + id + "\"", "there is no such id",
            "Choose one of " + known_ids(locks()));
    require(lock->simulatable || !simulated(e), "Lock " + id + " cannot be simulated",
            "it is another library's", "Use --machine host, or another lock");
    if (strategy.any_lock) {
        require(lock->exchangeable, fmt::format("Strategy {} cannot run over lock {}", strategy.id, id),
                lock->simulatable ? "without its own way of taking it back it is a ticket lock"
                                  : "another library's lock is there to be compared with, bare",
                fmt::format("Use --strategy {}, or another lock", id));
        return;
    }
    require(strategy.lock != "none" && strategy.lock != "-",
            fmt::format("Strategy {} cannot run over lock {}", strategy.id, id), "it has no root lock",
            "Leave out --lock");
    const bool plain = strategy.gate == "none" && strategy.relock == "plain" && find_strategy(id) != nullptr;
    require(false, fmt::format("Strategy {} cannot run over lock {}", strategy.id, id),
            plain ? fmt::format("it is the lock {} and nothing else", strategy.lock)
                  : fmt::format("it is about its own lock, {}, or about its layout", strategy.lock),
            plain ? fmt::format("Use --strategy {}{}", id,
                                strategy.queues > 1 ? fmt::format(" with --queues {}", strategy.queues) : "")
                  : "Leave out --lock, or choose one of " + known_ids(strategies(), takes_any_lock));
}

/// Each option is the strategy's or the discipline's.
void check_options(const StrategyInfo& strategy, const DisciplineInfo& discipline, const Options& options) {
    for (const auto& [name, value] : options) {
        const OptionInfo* option = find_option(strategy.options, name);
        if (option == nullptr) option = find_option(discipline.options, name);
        std::string names;
        for (const auto& known : {strategy.options, discipline.options}) {
            for (const OptionInfo& info : known) {
                if (!names.empty()) names += ", ";
                names += info.name;
            }
        }
        require(option != nullptr,
                fmt::format("Strategy {} with discipline {} has no option \"{}\"", strategy.id, discipline.id,
                            name),
                names.empty() ? "they have none" : "they have " + names, "Leave it out");
        option_text(options, *option);
    }
}

/// The kernel's queue is another device, and a run keeps the one that it began with.
void check_switch(const Experiment& e, const std::string& id) {
    const bool to = id == KernelStrategy::kInfo.id;
    require(to == uses_kernel_queue(e),
            fmt::format("Strategy {} cannot be switched to while strategy {} runs", id, e.strategy),
            fmt::format("its device is another one, and {}", to ? "the kernel's queue is no queue of ours"
                                                                : "packets go through the kernel's queue"),
            "Start a run with it");
}

void check_strategy(const Experiment& e, const std::string& id, const Options& options,
                    const std::string& lock) {
    const StrategyInfo* info = find_strategy(id);
    const std::string& scenario = e.scenario;
    require(info != nullptr, "Unknown strategy \"" + id + "\"", "there is no such id",
            "Choose one of " + known_ids(strategies()));
    require(info->scenario == scenario, "Strategy " + id + " does not belong to scenario " + scenario,
            "it is of scenario " + std::string(info->scenario), "Choose another strategy or scenario");
    require(info->simulatable || !simulated(e), "Strategy " + id + " cannot be simulated",
            id == KernelStrategy::kInfo.id ? "the kernel it sends through is a real one"
                                           : "its lock is not one of ours",
            "Use --machine host, or another strategy");
    check_lock(e, *info, lock);
    require(info->lock != "none" || e.discipline == "pfifo" || e.discipline == "pfifo_fast",
            "Strategy " + id + " cannot run with discipline " + e.discipline,
            "it has bands of its own and no other order", "Leave out --discipline");
    check_options(*info, *find_discipline(e.discipline), options);
}

void check_discipline(const Experiment& e) {
    require(find_discipline(e.discipline) != nullptr, "Unknown discipline \"" + e.discipline + "\"",
            "there is no such id", "Choose one of " + known_ids(disciplines()));
}

void check_queues(const Experiment& e) {
    require(e.queues <= kMostQueues, fmt::format("{} queues cannot be had", e.queues),
            fmt::format("it has to be 1 to {}", kMostQueues), "Give another number");
    require(e.flows <= 1'000'000, fmt::format("{} flows cannot be had", e.flows), "it has to be 1 to 1000000",
            "Give another number");
    require(e.queue_by == "cpu" || e.queue_by == "socket" || e.queue_by == "flow",
            "A queue cannot be chosen by \"" + e.queue_by + "\"", "it is chosen by cpu, socket or flow",
            "Use --queue-by cpu");
}

void check_costs(const Experiment& e) {
    require(simulated(e) || e.costs == WorkloadCosts{}, "Costs cannot be set on the host",
            "they are charged on a simulated machine; here they are what they are",
            "Leave out --cost, or choose a simulated machine");
    for (const CostInfo& cost : kCostTable) {
        const double value = cost.get(e.costs);
        require(value >= cost.least && value <= cost.most,
                fmt::format("Cost {} cannot be {}", cost.name, value),
                fmt::format("it is {:.0f} to {:.0f}", cost.least, cost.most), "Give another number");
    }
}

}  // namespace

unsigned device_queues(const Experiment& experiment) {
    constexpr unsigned kUsual = 64;
    unsigned most = std::max(kUsual, experiment.queues);
    Experiment now = experiment;
    for (const ScriptedSwitch& change : experiment.switches) {
        now = after_switch(now, change.strategy, change.options);
        most = std::max(most, now.queues);
    }
    return most;
}

bool simulated(const Experiment& experiment) {
    return experiment.machine != "host";
}

void set_machine(Experiment& experiment, const std::string& machine) {
    const bool was_simulated = simulated(experiment);
    experiment.machine = machine;
    experiment.cpus.clear();
    experiment.workers.reset();
    if (simulated(experiment) == was_simulated) return;
    const Experiment standard;
    experiment.device = standard.device;
    experiment.waiting = standard.waiting;
    experiment.placement = standard.placement;
    experiment.in_flight = standard.in_flight;
    experiment.costs = standard.costs;
    if (!simulated(experiment)) return;
    // As the published figures were made: a sender on each core, with more memory than the queue has room.
    experiment.placement = "cores-first";
    experiment.in_flight.reset();
    experiment.device.kind = "modelled";
    experiment.waiting = Waiting::Spin;
}

std::span<const StrategyInfo> strategies() {
    static const std::vector<StrategyInfo> all = [] {
        std::vector<StrategyInfo> infos;
        for_each_transmit_strategy([&]<class Row>(Row) { infos.push_back(Row::kInfo); });
        infos.push_back(KernelStrategy::kInfo);
        return infos;
    }();
    return all;
}

std::span<const StrategyInfo> own_strategies() {
    return strategies().first(strategies().size() - 1);
}

const StrategyInfo* find_strategy(std::string_view id) {
    return find_id(strategies(), id);
}

std::span<const LockInfo> locks() {
    static const std::vector<LockInfo> all = [] {
        std::vector<LockInfo> infos;
        for_each_lock([&]<class Row>(Row) { infos.push_back(Row::kInfo); });
        return infos;
    }();
    return all;
}

const LockInfo* find_lock(std::string_view id) {
    return find_id(locks(), id);
}

std::span<const DisciplineInfo> disciplines() {
    static const std::vector<DisciplineInfo> all = [] {
        std::vector<DisciplineInfo> infos;
        for_each_discipline([&]<class Row>(Row) { infos.push_back(Row::kInfo); });
        return infos;
    }();
    return all;
}

void validate(const Experiment& e) {
    require(e.scenario == "transmit", "Unknown scenario \"" + e.scenario + "\"", "there is only transmit",
            "Use --scenario transmit");
    check_discipline(e);
    check_device(e);
    check_costs(e);
    check_strategy(e, e.strategy, e.options, e.lock);
    check_queues(e);
    Experiment now = e;
    for (const ScriptedSwitch& change : e.switches) {
        validate_switch(now, change.strategy, change.options);
        now = after_switch(now, change.strategy, change.options);
        require(change.at_s >= 0, "A switch cannot be at " + std::to_string(change.at_s) + " s",
                "run time starts at 0", "Give a later time");
    }
    require(!e.workers || (*e.workers >= 1 && *e.workers <= 4096), "This number of workers cannot be had",
            "it has to be 1 to 4096", "Give another number");
    require(e.payload >= 1 && e.payload <= 65507,
            "A payload of " + std::to_string(e.payload) + " bytes cannot be sent",
            "a UDP datagram holds 1 to 65507 bytes", "Give a smaller payload");
    require(!e.in_flight || (*e.in_flight >= 1 && *e.in_flight <= 1'000'000),
            "This in-flight window cannot be had", "it has to be 1 to 1000000 packets, or none",
            "Give another number");
    require(!e.offered_pps || *e.offered_pps > 0, "The offered rate has to be above 0",
            "nothing would be sent", "Give packets per second, or max");
    require(!e.duration_s || *e.duration_s > 0, "The duration has to be above 0 s",
            "nothing would be measured", "Give a longer one");
    require(e.warmup_s >= 0, "The warm-up cannot be negative", "it is time left out at the start",
            "Give 0 or more");
    if (e.duration_s) {
        for (const ScriptedSwitch& change : e.switches) {
            const double end = e.warmup_s + *e.duration_s;
            require(change.at_s < end, fmt::format("The switch at {} s never happens", change.at_s),
                    fmt::format("the run ends at {} s", end), "Switch earlier, or run longer");
        }
    }
    require(!e.count || e.warmup_s == 0, "A count and a warm-up do not go together",
            "packets are counted from the start of the run", "Leave out one of them");
}

void validate_switch(const Experiment& experiment, std::string_view strategy, const Options& options) {
    check_switch(experiment, std::string(strategy));
    const Experiment after = after_switch(experiment, std::string(strategy), options);
    check_discipline(after);
    check_strategy(after, after.strategy, without_switch_names(options), after.lock);
    check_queues(after);
    const unsigned there = device_queues(experiment);
    require(after.queues <= there, fmt::format("{} queues cannot be switched to", after.queues),
            fmt::format("the run's device began with {}", there),
            fmt::format("Start a run with {} queues", after.queues));
}

}  // namespace spinscope
