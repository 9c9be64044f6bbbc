// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experiment_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>

#include "app/catalog.h"
#include "app/values.h"
#include "core/base/cost_table.h"
#include "core/base/error.h"
#include "core/base/live_switch.h"
#include "core/engine/presets.h"
#include "core/engine/registry.h"
#include "core/machine/sim/profile.h"
#include "core/queue/disciplines.h"
#include "core/topology/cpu_list.h"
#include "core/transmit/kernel_path.h"

namespace spinscope {
namespace {

constexpr const char* kDefaultStrategies = "ticket,busylock,llist";
constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();

unsigned small_number(const std::string& option, const std::string& text, unsigned least, unsigned most) {
    return static_cast<unsigned>(whole_number(option, text, least, most));
}

void check_options(const std::string& subject, const std::string& strategy, const std::string& discipline,
                   const Options& options) {
    std::vector<std::string> known;
    for (const OptionInfo& option : find_strategy(strategy)->options) known.emplace_back(option.name);
    for (const OptionInfo& option : find_discipline(discipline)->options) known.emplace_back(option.name);
    for (const auto& option : options) {
        if (known.empty()) {
            throw UsageError(
                fmt::format("{} {} cannot be used", subject, option.first),
                fmt::format("strategy {} and discipline {} have no options", strategy, discipline),
                "See spinscope list strategies and list disciplines");
        }
        choose(subject, option.first, known);
    }
}

std::vector<std::string> strategy_list(const std::string& text) {
    std::vector<std::string> ids;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t comma = std::min(text.find(',', begin), text.size());
        ids.push_back(choose("--strategies", text.substr(begin, comma - begin), strategy_ids()));
        begin = comma + 1;
    }
    return ids;
}

std::vector<unsigned> worker_list(const std::string& text) {
    std::vector<unsigned> workers = parse_cpu_list(text);
    std::sort(workers.begin(), workers.end());
    workers.erase(std::unique(workers.begin(), workers.end()), workers.end());
    for (const unsigned n : workers) small_number("--workers", std::to_string(n), 1, 4096);
    return workers;
}

std::string cost_help() {
    std::string names;
    for (const CostInfo& cost : kCostTable) {
        names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", cost.name, cost.get({}));
    }
    return "what is charged on a simulated machine, in ns where it is a time; repeatable: " + names;
}

std::string checked_placement(const std::string& text) {
    if (!text.starts_with("node:")) {
        return choose("--placement", text, {"compact", "cores-first", "scatter", "one-per-core", "node:N"});
    }
    whole_number("--placement node:N", text.substr(5), 0, 4095);
    return text;
}

}  // namespace

ExperimentOptions::ExperimentOptions(CLI::App& app, Experiment& experiment, std::optional<ManyRuns> many)
    : app_(app), experiment_(experiment), many_(many) {
    add_preset_option();  // the first: options act in this order, wherever they stand on the line
    add_machine_options();
    add_strategy_options();
    add_device_options();
    add_traffic_options();
    add_measuring_options();
}

CLI::Option* ExperimentOptions::add(const std::string& flag, const std::string& type,
                                    const std::string& standard, const std::string& help, const Setter& set) {
    CLI::Option* option = app_.add_option_function<std::string>(flag, set, help);
    option->type_name(type)->group(group_)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    if (!standard.empty()) option->default_str(standard);
    options_.push_back(option);
    return option;
}

void ExperimentOptions::add_repeatable(const std::string& flag, const std::string& type,
                                       const std::string& help, const Setter& set) {
    CLI::Option* option = app_.add_option_function<std::vector<std::string>>(
        flag,
        [set](const auto& values) {
            for (const auto& value : values) set(value);
        },
        help);
    option->type_name(type)->group(group_)->expected(1);
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false);
    options_.push_back(option);
}

void ExperimentOptions::add_preset_option() {
    group_ = "Preset";
    add("--preset", "ID", "", "an experiment out of the history; other options change it",
        [this](const auto& v) { apply_preset(experiment_, preset_by_id(v)); });
}

void ExperimentOptions::add_strategy_options() {
    group_ = "Strategy";
    Experiment& e = experiment_;
    add("--scenario", "ID", e.scenario, "what the workers do",
        [&e](const auto& v) { e.scenario = choose("--scenario", v, ids_of(scenario_catalog())); });
    if (many_) {
        add("--strategies", "ID,...", kDefaultStrategies, many_->strategies_help,
            [this](const auto& v) { many_->strategies = strategy_list(v); });
    } else {
        strategy_ =
            add("--strategy", "ID", e.strategy, "how the queue is locked; see spinscope list strategies",
                [&e](const auto& v) { e.strategy = choose("--strategy", v, strategy_ids()); });
    }
    add("--lock", "ID", "the strategy's own", "the root lock; see spinscope list locks",
        [&e](const auto& v) { e.lock = choose("--lock", v, ids_of(lock_catalog())); });
    add_repeatable("--set", "NAME=VALUE", "an option of the strategy or the discipline; repeatable",
                   [&e](const auto& v) {
                       const auto [name, value] = assignment("--set", v);
                       e.options[name] = value;
                   });
    add("--waiting", "POLICY", "spin-park, on a simulated machine spin",
        "what a waiter does: spin-park, spin, yield", [&e](const auto& v) { e.waiting = waiting_policy(v); });
    add("--discipline", "ID", e.discipline, "order and limit of the queue",
        [&e](const auto& v) { e.discipline = choose("--discipline", v, ids_of(discipline_catalog())); });
    add("--limit", "N", std::to_string(e.limit), "packets a queue holds",
        [&e](const auto& v) { e.limit = small_number("--limit", v, 1, 10'000'000); });
    add("--queues", "N", "as the strategy has, 1 or 8", "device queues, each with a queue and its locks",
        [&e](const auto& v) { e.queues = small_number("--queues", v, 1, 1024); });
    add("--queue-by", "WHAT", e.queue_by, "what chooses a packet's queue: cpu, socket, flow",
        [&e](const auto& v) {
            e.queue_by = choose("--queue-by", v, {"cpu", "socket", "flow"});
        });
}

void ExperimentOptions::add_machine_options() {
    group_ = "Machine";
    Experiment& e = experiment_;
    add("--machine", "ID|FILE", e.machine, "what runs the workers: host, or a simulated machine",
        [&e](const auto& v) {
            if (v != "host") load_profile(v);
            const auto workers = e.workers;  // a preset's: its senders, on another machine
            set_machine(e, v);
            e.workers = workers;
        });
    add("--cpus", "LIST", "by placement", "CPUs for the workers, in this order: 0,2-6:2",
        [&e](const auto& v) { e.cpus = parse_cpu_list(v); });
    if (many_ && many_->workers != nullptr) {
        add("--workers", "LIST", "1 to all CPUs", "numbers of workers, a row each: 1-8 or 2,4-16:4",
            [this](const auto& v) { *many_->workers = worker_list(v); });
    } else {
        add("--workers", "N", "usable CPUs", "workers, each bound to one CPU",
            [&e](const auto& v) { e.workers = small_number("--workers", v, 1, 4096); });
    }
    add("--placement", "P", "compact, on a simulated machine cores-first",
        "compact, cores-first, scatter, one-per-core, node:N",
        [&e](const auto& v) { e.placement = checked_placement(v); });
    add_repeatable("--cost", "NAME=N", cost_help(), [&e](const auto& v) { set_cost(e.costs, v); });
}

void ExperimentOptions::add_device_options() {
    group_ = "Device";
    DeviceRequest& d = experiment_.device;
    device_ = add("--device", "ID", "udp, on a simulated machine modelled",
                  "where packets go: udp, packet, kernel, null, modelled",
                  [&d](const auto& v) { d.kind = choose("--device", v, ids_of(device_catalog())); });
    delay_ = add("--device-delay", "NS", "250", "null, modelled: nanoseconds that one packet takes",
                 [&d](const auto& v) { d.delay_ns = whole_number("--device-delay", v, 0, 1'000'000'000); });
    add("--batch", "N", std::to_string(d.batch), "packets in one call of the device",
        [&d](const auto& v) { d.batch = small_number("--batch", v, 1, 64); });
    CLI::Option* verify = app_.add_flag_callback(
        "--verify", [&d] { d.verify = true; }, "udp: the sink reads, and checks order and content");
    verify->group(group_);
    options_.push_back(verify);
    add("--to", "ADDR:PORT", "", "send there instead of to the own sink; IPv6 as [ADDR]:PORT",
        [&d](const auto& v) { d.to = v; });
    add("--interface", "IF", "", "udp, packet, kernel: send through that network interface",
        [&d](const auto& v) { d.interface = v; });
}

void ExperimentOptions::add_traffic_options() {
    group_ = "Traffic";
    Experiment& e = experiment_;
    add("--payload", "BYTES", std::to_string(e.payload), "size of a packet's payload",
        [&e](const auto& v) { e.payload = small_number("--payload", v, 1, 65'507); });
    add("--flows", "N", "one of each worker", "flows that the packets belong to, in turn",
        [&e](const auto& v) { e.flows = small_number("--flows", v, 1, 1'000'000); });
    add("--in-flight", "N|none", "128, on a simulated machine none",
        "packets a worker may have on the way, as a send buffer", [&e](const auto& v) {
            e.in_flight =
                v == "none" ? std::nullopt : std::optional(small_number("--in-flight", v, 1, 1'000'000));
        });
    add("--offered", "PPS|max", "max", "packets a second that all workers offer together",
        [&e](const auto& v) {
            e.offered_pps = v == "max" ? std::nullopt : std::optional(real_number("--offered", v, 0, false));
        });
}

void ExperimentOptions::add_measuring_options() {
    group_ = "Measuring";
    Experiment& e = experiment_;
    add("--probe", "MODE", std::string(name_of(e.probe)),
        "what is timed: off; sampled = contended waits, 1 call in 64; full",
        [&e](const auto& v) { e.probe = probe_mode(v); });
    add("--seed", "N", std::to_string(e.seed), "seed of everything random",
        [&e](const auto& v) { e.seed = whole_number("--seed", v, 0, kAny); });
}

/// Seconds; virtual ones on a simulated machine, where each takes several.
double ExperimentOptions::default_duration(bool simulated) const {
    if (many_) return simulated ? many_->simulated_s : many_->host_s;
    return simulated ? 0.2 : 5;
}

void ExperimentOptions::add_duration_options() {
    timed_ = true;
    group_ = "Course of the run";
    Experiment& e = experiment_;
    add("--duration", "S",
        fmt::format("{}, on a simulated machine {}", default_duration(false), default_duration(true)),
        "seconds to measure; no limit where only --count is given",
        [&e](const auto& v) { e.duration_s = real_number("--duration", v, 0, false); });
    add("--count", "N", "", "end after so many packets were offered in total",
        [&e](const auto& v) { e.count = whole_number("--count", v, 1, kAny); });
    const double share = many_ ? many_->warmup_share : 0;
    warmup_ = add("--warmup", "S", share > 0 ? fmt::format("{:.0f} % of the duration", 100 * share) : "0",
                  "seconds before that, left out of the result",
                  [&e](const auto& v) { e.warmup_s = real_number("--warmup", v, 0, true); });
    if (many_) return;
    add_repeatable("--switch", "AT:ID[,NAME=VALUE...]",
                   "switch to strategy ID after AT seconds; NAME is an option of the strategy or the "
                   "discipline, or discipline, limit, lock, queues, queue-by; repeatable",
                   [&e](const auto& v) { e.switches.push_back(scripted_switch(v)); });
}

/// Strategy and device kernel imply each other.
void ExperimentOptions::pair_kernel() {
    if (simulated(experiment_)) return;
    const auto is_kernel = [](const std::string& id) { return id == KernelStrategy::kInfo.id; };
    const bool given = many_ ? !many_->strategies.empty() &&
                                   std::all_of(many_->strategies.begin(), many_->strategies.end(), is_kernel)
                             : is_kernel(experiment_.strategy);
    if (given && device_->empty()) experiment_.device.kind = "kernel";
    if (experiment_.device.kind == "kernel" && strategy_ != nullptr && strategy_->empty()) {
        experiment_.strategy = KernelStrategy::kInfo.id;
    }
}

void ExperimentOptions::finish() {
    pair_kernel();
    if (simulated(experiment_) && !delay_->empty()) {
        experiment_.costs.driver_ns = static_cast<std::uint32_t>(experiment_.device.delay_ns);
        experiment_.costs.driver_as_given = true;
    }
    if (timed_ && !experiment_.duration_s && !experiment_.count) {
        experiment_.duration_s = default_duration(simulated(experiment_));
    }
    if (many_) {
        if (many_->strategies.empty()) many_->strategies = strategy_list(kDefaultStrategies);
        if (warmup_->empty()) {
            experiment_.warmup_s = many_->warmup_share * experiment_.duration_s.value_or(0);
        }
        return;
    }
    check_options("--set", experiment_.strategy, experiment_.discipline, experiment_.options);
    std::stable_sort(experiment_.switches.begin(), experiment_.switches.end(),
                     [](const auto& a, const auto& b) { return a.at_s < b.at_s; });
    Experiment now = experiment_;
    for (const ScriptedSwitch& change : experiment_.switches) {
        now = after_switch(now, change.strategy, change.options);
        choose("--switch discipline", now.discipline, ids_of(discipline_catalog()));
        check_options("--switch", change.strategy, now.discipline, without_switch_names(change.options));
    }
}

bool ExperimentOptions::any_given() const {
    return std::any_of(options_.begin(), options_.end(),
                       [](const CLI::Option* option) { return option->count() > 0; });
}

}  // namespace spinscope
