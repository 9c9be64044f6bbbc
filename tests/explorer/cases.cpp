// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/explorer/cases.h"

#include <memory>

#include "core/lock/clh_lock.h"
#include "core/lock/mcs_lock.h"
#include "core/lock/qspinlock.h"
#include "core/lock/tas_lock.h"
#include "core/lock/ticket_lock.h"
#include "core/lock/ttas_lock.h"
#include "tests/explorer/explorer_machine.h"
#include "tests/support/lock_case.h"
#include "tests/support/mutants.h"
#include "tests/support/strategy_names.h"

namespace spinscope {
namespace {

using M = ExplorerMachine;

template <template <class> class L>
void add_lock(std::vector<Case>& cases, const std::string& name) {
    struct Crowd {
        const char* name;
        unsigned workers;
        unsigned rounds;
    };
    for (const Crowd crowd : {Crowd{"2x2", 2, 2}, Crowd{"3x1", 3, 1}, Crowd{"3x2", 3, 2}}) {
        cases.push_back(
            {"lock/" + name + "/" + crowd.name, [crowd](std::uint64_t seed, const Exploration& exploration) {
                 return run_lock_case<M, L>(crowd.workers, crowd.rounds, seed, exploration);
             }});
    }
}

std::string run_path(const PathPlan& plan, std::uint64_t seed, const Exploration& exploration) {
    PathCase<M> path_case(
        plan,
        [&](const QueuePlan& queue, const QueueEnvironment<M>& environment) {
            auto path = make_transmit_path(queue, environment);
            if (exploration.trace != nullptr) {
                path->name_memory([&](std::string_view label, const void* address, std::size_t bytes) {
                    exploration.trace->name(address, bytes, std::string(label));
                });
            }
            return path;
        },
        seed, exploration);
    return path_case.run().failure;
}

}  // namespace

std::vector<NamedPlan> path_plans() {
    return {{"two", short_plan({.workers = 2, .packets = 2})},
            {"three", short_plan({.workers = 3, .packets = 2})},
            {"full", short_plan({.workers = 3, .packets = 2, .limit = 1})},
            {"busy", short_plan({.workers = 2, .packets = 2, .batch = 2, .moods = {.busy = 500}})},
            {"down", short_plan({.workers = 2, .packets = 2, .downs = 1})}};
}

std::vector<Case> lock_cases() {
    std::vector<Case> cases;
    add_lock<TicketLock>(cases, "ticket");
    add_lock<TasLock>(cases, "tas");
    add_lock<TtasLock>(cases, "ttas");
    add_lock<McsLock>(cases, "mcs");
    add_lock<ClhLock>(cases, "clh");
    add_lock<SoundGreedy>(cases, "greedy-ticket");
    add_lock<QSpinLock>(cases, "qspinlock");
    return cases;
}

std::vector<Case> path_cases() {
    std::vector<Case> cases;
    for (const StrategyInfo& strategy : simulatable_strategies()) {
        for (const NamedPlan& named : path_plans()) {
            PathPlan plan = named.plan;
            plan.strategy = strategy.id.data();  // of the registry
            cases.push_back({"path/" + std::string(strategy.id) + "/" + named.name,
                             [plan](std::uint64_t seed, const Exploration& exploration) {
                                 return run_path(plan, seed, exploration);
                             }});
        }
    }
    return cases;
}

std::vector<Case> switch_cases() {
    std::vector<Case> cases;
    for (const StrategyInfo& from : simulatable_strategies()) {
        const std::string id(from.id);
        const SwitchPlan plan{.workers = 2,
                              .packets = 2,
                              .in_flight = 2,
                              .moods = {.work_ns = 0},
                              .switches = 1,
                              .apart_ns = 40,  // so that the workers are on their way

                              .first = id};
        SwitchPlan busy = plan;
        busy.moods.busy = 500;
        busy.batch = 2;
        SwitchPlan often = plan;
        often.workers = 3;
        often.switches = 3;
        often.apart_ns = 200;
        const auto add = [&](const char* name, const SwitchPlan& what) {
            cases.push_back(
                {"switch/" + id + "/" + name, [what](std::uint64_t seed, const Exploration& exploration) {
                     return SwitchCase<M>(what, seed, exploration).run();
                 }});
        };
        add("once", plan);
        add("busy", busy);
        add("often", often);
    }
    return cases;
}

std::vector<Census> switch_censuses(const SwitchPlan& plan, std::uint64_t seed,
                                    const Exploration& exploration) {
    std::vector<Census> found;
    SwitchCase<M> run(plan, seed, exploration);
    run.after_switch = [&](M& machine, const std::string&) { found.push_back(machine.census()); };
    run.run();
    return found;
}

}  // namespace spinscope
