// SPDX-License-Identifier: GPL-3.0-or-later
// The bugs that an explorer must find, and the searches that do (and, where that says something, do not).
#include <algorithm>
#include <memory>

#include "core/lock/mcs_lock.h"
#include "core/lock/tas_lock.h"
#include "core/lock/ticket_lock.h"
#include "core/queue/disciplines.h"
#include "core/transmit/transmit_queue.h"
#include "tests/explorer/cases.h"
#include "tests/explorer/explorer_machine.h"
#include "tests/explorer/explorer_paths.h"
#include "tests/explorer/missed_bit.h"
#include "tests/explorer/queue_names.h"
#include "tests/support/lock_case.h"
#include "tests/support/mutants.h"

namespace spinscope {
namespace {

using M = ExplorerMachine;
using TornPush = BasicExplorerMachine<Flaw::TornCompareExchange>;
using TornTake = BasicExplorerMachine<Flaw::TornExchange>;

template <class Machine, template <class, class, class> class Layout, class Gate = NoGate<Machine>,
          class Root = PlainRelock<Machine, TicketLock>>
using Queue = TransmitQueue<Machine, Layout, Root, Gate>;
template <class Machine>
using ListQueue = Queue<Machine, Layout619, WatchedList<Machine>>;

template <class Machine, class Queue>
Case path(const PathPlan& plan) {
    return {{}, [plan](std::uint64_t seed, const Exploration& exploration) {
                PathCase<Machine> path_case(
                    plan,
                    [&](const QueuePlan& queue_plan, const QueueEnvironment<Machine>& environment) {
                        auto queue = std::make_unique<Queue>(queue_plan, environment);
                        name_words(*queue, exploration.trace);
                        return queue;
                    },
                    seed, exploration);
                return path_case.run().failure;
            }};
}

/// An owner that takes the root lock back, and producers that must not pass it once it waits.
template <template <class> class L>
Case priority() {
    return {{}, [](std::uint64_t seed, const Exploration& exploration) {
                constexpr unsigned kWorkers = 3;
                M machine(seed, exploration);
                Team<M> team(machine, kWorkers, seed, ProbeMode::Sampled);
                const auto arena = machine.make_arena(4096);
                const auto nodes = arena->template make_array<NoNode>(kWorkers);
                auto& root = arena->template make<PriorityRelock<M, L>>(nodes);
                machine.name(&root, sizeof root, "root");
                return team.run([&](M::Ctx& ctx) {
                    NoNode& node = nodes[ctx.worker()];
                    if (ctx.worker() == 0) {
                        ctx.probe().acquire(Site::Relock);
                        root.reacquire(ctx, node);
                        ctx.probe().acquired(ctx);
                    } else {
                        ctx.probe().acquire(Site::Root);
                        root.acquire(ctx, node);
                        // No step since it looked at the flag.
                        if (team.counters(0).wait_since.get() != 0)
                            ctx.fail("I8: a producer passes an owner that waits");
                        ctx.probe().acquired(ctx);
                    }
                    root.release(ctx, node);
                });
            }};
}

template <bool kFence, bool kSecondTry>
Case missed_bit() {
    return {{}, [](std::uint64_t seed, const Exploration& exploration) {
                M machine(seed, exploration);
                Team<M> team(machine, 2, seed, ProbeMode::Off);
                MissedBit<M, kFence, kSecondTry> queue;
                machine.name(&queue, sizeof queue, "queue", sizeof(M::Atomic<std::uint32_t>));
                std::string failure = team.run([&](M::Ctx& ctx) { queue.push(ctx); });
                if (failure.empty() && queue.stranded() != 0)
                    failure = "I7: a packet is stranded in the queue";
                return failure;
            }};
}

template <template <class> class L>
Case in_turn(unsigned workers) {
    return {{}, [workers](std::uint64_t seed, const Exploration& exploration) {
                return run_lock_case<M, L>(workers, 2, seed, exploration);
            }};
}

Case one_switch(bool grace) {
    return {{}, [grace](std::uint64_t seed, const Exploration& exploration) {
                const SwitchPlan plan{.workers = 2,
                                      .packets = 2,
                                      .in_flight = 2,
                                      .moods = {.work_ns = 0},
                                      .switches = 1,
                                      .apart_ns = 40,
                                      .first = "llist",
                                      .grace = grace};
                return SwitchCase<M>(plan, seed, exploration).run();
            }};
}

constexpr Search random(std::uint64_t executions) {
    return {.algorithm = Algorithm::Random, .executions = executions};
}
constexpr Search pct(unsigned depth, std::uint64_t executions) {
    return {.algorithm = Algorithm::Pct, .bound = depth, .executions = executions};
}
constexpr Search dfs(unsigned bound, std::uint64_t executions) {
    return {.algorithm = Algorithm::Dfs, .bound = bound, .executions = executions};
}
constexpr Search in_tso(Search search) {
    search.memory = Memory::Tso;
    return search;
}

template <template <class> class Greedy>
struct OneGreedy {
    template <class Machine>
    using Lock = FirstIsGreedy<Machine, Greedy>;
};
template <template <class> class Greedy>
PlantedBug in_greedy(const std::string& name, const std::string& reasons, unsigned dfs_bound) {
    return {name,
            in_turn<OneGreedy<Greedy>::template Lock>(3),
            in_turn<SoundGreedy>(3),
            reasons,
            {random(4000), pct(3, 4000), dfs(dfs_bound, 20'000), in_tso(random(4000)), in_tso(pct(3, 4000))}};
}

template <class SoundMachine, class Sound, class MutantMachine, class Mutant>
PlantedBug in_path(const std::string& name, const PathPlan& plan, const std::string& reasons,
                   std::vector<Search> found_by, std::vector<Search> missed_by = {}) {
    return {name,
            path<MutantMachine, Mutant>(plan),
            path<SoundMachine, Sound>(plan),
            reasons,
            std::move(found_by),
            std::move(missed_by)};
}

}  // namespace

std::vector<PlantedBug> planted_bugs() {
    const PathPlan two = short_plan({.workers = 2, .packets = 2});
    const PathPlan three = short_plan({.workers = 3, .packets = 2});
    std::vector<PlantedBug> bugs;
    bugs.push_back(in_path<M, ListQueue<M>, TornPush, ListQueue<TornPush>>(
        "list-push-by-load-and-store", two, "T8|I5|I7", {random(4000), pct(3, 4000), dfs(2, 20'000)}));
    // Measured: each search finds it at once, in 6 (dfs), 9 (pct) and 246 (random) executions.
    bugs.push_back(in_path<M, Queue<M, Layout2634>, M, Queue<M, LateRunning>>(
        "running-cleared-outside-root", two, "I7", {random(4000), pct(3, 4000), dfs(1, 1000)}));
    bugs.push_back(in_path<M, ListQueue<M>, TornTake, ListQueue<TornTake>>(
        "list-taken-by-load-and-store", three, "T8|I5|I7", {random(4000), pct(3, 4000), dfs(2, 20'000)}));
    using Sound = Queue<M, Layout2634, NoGate<M>, PriorityRelock<M, TicketLock>>;
    using Stuck = Queue<M, Layout2634, NoGate<M>, StuckPriority<M, TicketLock>>;
    bugs.push_back(in_path<M, Sound, M, Stuck>("priority-never-cleared", two, "livelock",
                                               {random(100), pct(3, 100), dfs(1, 100)}));
    // Measured: it takes a chain of turns that random walks meet in 57 executions, PCT of depth 2 or 3 and
    // DFS of bound 2 or 3 in none of 100 000, PCT of depth 4 in 27 000, of depth 6 in 4000.
    bugs.push_back(in_path<M, Queue<M, Layout619, ListGate<M>>, M, Queue<M, Layout619, EarlyTake<M>>>(
        "list-taken-before-root", three, "I6", {random(4000), pct(6, 20'000)},
        {pct(3, 20'000), dfs(2, 20'000)}));
    bugs.push_back(
        in_path<M, Queue<M, Layout2634, LookingGate<M>>, M, Queue<M, StaleRunning, LookingGate<M>>>(
            "running-read-before-root", two, "I7", {random(4000), pct(3, 4000), dfs(2, 20'000)}));
    bugs.push_back({"mcs-unlock-ignores-successor",
                    in_turn<ForgetfulMcs>(2),
                    in_turn<McsLock>(2),
                    "deadlock|race|I1",
                    {random(4000), pct(3, 4000), dfs(1, 20'000)}});
    bugs.push_back(in_greedy<FlagWatchingGreedy>("greedy-watches-the-flag-only", "deadlock|livelock", 2));
    bugs.push_back(in_greedy<SelfLendingGreedy>("greedy-lends-to-itself", "deadlock|livelock", 2));
    bugs.push_back(in_greedy<TurnKeepingGreedy>("greedy-keeps-a-lent-turn", "deadlock|livelock", 2));
    bugs.push_back(in_greedy<TwiceServingGreedy>("greedy-turn-served-twice", "deadlock|livelock|race|I1", 2));
    bugs.push_back({"priority-stored-too-late",
                    priority<LookFirstTas>(),
                    priority<TasLock>(),
                    "I8",
                    {in_tso(random(4000)), in_tso(pct(3, 4000)), in_tso(dfs(2, 20'000))},
                    {random(4000), pct(3, 4000), dfs(2, 20'000)}});
    bugs.push_back({"missed-bit-without-fence",
                    missed_bit<false, true>(),
                    missed_bit<true, true>(),
                    "I7",
                    {in_tso(random(4000)), in_tso(pct(3, 4000)), in_tso(dfs(2, 20'000))},
                    {random(4000), pct(3, 4000), dfs(2, 20'000)}});
    bugs.push_back({"missed-bit-without-second-try",
                    missed_bit<true, false>(),
                    missed_bit<true, true>(),
                    "I7",
                    {random(4000), pct(3, 4000), dfs(2, 20'000)}});
    bugs.push_back({"switch-without-grace-period",
                    one_switch(false),
                    one_switch(true),
                    "race|lost|I5|I6|I7|I11",
                    {random(4000), pct(3, 4000), dfs(1, 4000)}});
    for (PlantedBug& bug : bugs) {
        bug.mutant.name = "planted/" + bug.name + "/mutant";
        bug.sound.name = "planted/" + bug.name + "/sound";
    }
    return bugs;
}

bool shows(const PlantedBug& bug, const std::string& failure) {
    for (std::size_t begin = 0; begin < bug.reasons.size();) {
        const std::size_t end = std::min(bug.reasons.find('|', begin), bug.reasons.size());
        if (failure.find(bug.reasons.substr(begin, end - begin)) != std::string::npos) return true;
        begin = end + 1;
    }
    return false;
}

}  // namespace spinscope
