// SPDX-License-Identifier: GPL-3.0-or-later
// Bugs that the tests must catch, each beside the sound queue in the same configuration.
#include <gtest/gtest.h>

#include <string>

#include "core/lock/qspinlock.h"
#include "core/lock/tas_lock.h"
#include "core/lock/ticket_lock.h"
#include "core/queue/disciplines.h"
#include "core/transmit/transmit_queue.h"
#include "tests/explorer/explorer_machine.h"
#include "tests/explorer/explorer_paths.h"
#include "tests/support/mutants.h"
#include "tests/support/path_case.h"
#include "tests/support/span_checks.h"

namespace spinscope {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

template <class M, class Queue>
std::string run_once(const PathPlan& plan, std::uint64_t seed) {
    PathCase<M> path_case(
        plan,
        [](const QueuePlan& queue, const auto& environment) {
            return std::make_unique<Queue>(queue, environment);
        },
        seed);
    const PathOutcome outcome = path_case.run();
    const SpanChecks spans = SpanChecks::of(path_case.team());
    return outcome.failure.empty() ? spans.failure() : outcome.failure;
}

/// What the first failing schedule says; empty = none fails.
template <class M, class Queue>
std::string first_failure(const PathPlan& plan, std::uint64_t seeds) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        if (std::string failure = run_once<M, Queue>(plan, seed); !failure.empty()) return failure;
    }
    return {};
}

/// The sound queue passes and the other one is caught for one of `reasons` (parts of a failure, separated
/// by |).
template <class Sound, class Mutant, class MutantMachine = ExplorerMachine>
void expect_caught(const PathPlan& plan, const std::string& reasons, std::uint64_t seeds = 400) {
    EXPECT_EQ((first_failure<ExplorerMachine, Sound>(plan, seeds)), "");
    const std::string found = first_failure<MutantMachine, Mutant>(plan, seeds);
    bool expected = false;
    for (std::size_t begin = 0; begin < reasons.size();) {
        const std::size_t end = std::min(reasons.find('|', begin), reasons.size());
        expected |= found.find(reasons.substr(begin, end - begin)) != std::string::npos;
        begin = end + 1;
    }
    EXPECT_TRUE(expected) << "caught: " << (found.empty() ? "nothing" : found);
}

using M = ExplorerMachine;
template <class Machine, template <class, class, class> class Layout = Layout2634,
          class Root = PlainRelock<Machine, TicketLock>, class Gate = NoGate<Machine>>
using Queue = TransmitQueue<Machine, Layout, Root, Gate>;
template <class Machine>
using ListQueue = Queue<Machine, Layout619, PlainRelock<Machine, TicketLock>, WatchedList<Machine>>;
template <class Gate>
using GateQueue = Queue<M, Layout619, PlainRelock<M, TicketLock>, Gate>;

TEST(PlantedBug, SkippedRelock) {
    expect_caught<Queue<M>, Queue<M, Layout2634, SkippedRelock<M, TicketLock>>>({}, "race|I1|deadlock");
}
TEST(PlantedBug, RunningClearedOutsideTheRootLock) {
    // Seen only where the very last packet falls between the two: short runs, many of them.
    expect_caught<Queue<M>, Queue<M, LateRunning>>({.workers = 2, .packets = 2}, "I7", 4000);
}
TEST(PlantedBug, RequeueAtTheTail) {
    expect_caught<Queue<M>, Queue<M, TailRequeue>>({.moods = {.busy = 300}}, "I6");
}
TEST(PlantedBug, McsUnlockIgnoresASuccessor) {
    using Sound = Queue<M, Layout2634, PlainRelock<M, McsLock>>;
    expect_caught<Sound, Queue<M, Layout2634, PlainRelock<M, ForgetfulMcs>>>({}, "deadlock|race|I1");
}
TEST(PlantedBug, GateKeptOnTheDeactivatedPath) {
    using Gate = EnqueueLock<M, TicketLock>;
    expect_caught<GateQueue<Gate>, GateQueue<KeptWhenDown<M, TicketLock>>>({.packets = 16, .downs = 3},
                                                                           "deadlock");
}
TEST(PlantedBug, ListPushedByLoadAndStore) {
    using Torn = BasicExplorerMachine<Flaw::TornCompareExchange>;
    expect_caught<ListQueue<M>, ListQueue<Torn>, Torn>({}, "T8|I5|I7");
}
TEST(PlantedBug, ListTakenByLoadAndStore) {
    using Torn = BasicExplorerMachine<Flaw::TornExchange>;
    expect_caught<ListQueue<M>, ListQueue<Torn>, Torn>({}, "T8|I5|I7");
}
TEST(PlantedBug, ListTakenBeforeTheRootLock) {
    expect_caught<GateQueue<ListGate<M>>, GateQueue<EarlyTake<M>>>({.workers = 4, .packets = 12}, "I6");
}
TEST(PlantedBug, ScheduleSuppressedWithNobodyOnTheWay) {
    // The owner uses up its quota when everybody has gone home.
    const PathPlan plan{
        .workers = 3, .packets = 60, .first_packets = 1, .moods = {.work_ns = 300}, .think_ns = 0};
    expect_caught<GateQueue<ListGate<M>>, GateQueue<EmptyPromise<M>>>(plan, "I7", 100);
}
TEST(PlantedBug, BusylockKeptWhileSendingForOthers) {
    const PathPlan plan{.workers = 4, .packets = 12};
    const auto most_sends_in_one_hold = [&]<class Gate>(Gate*) {
        std::uint64_t most = 0;
        for (std::uint64_t seed = 0; seed < 400; ++seed) {
            PathCase<M> path_case(
                plan,
                [](const QueuePlan& queue, const auto& environment) {
                    return std::make_unique<GateQueue<Gate>>(queue, environment);
                },
                seed);
            EXPECT_EQ(path_case.run().failure, "");
            most = std::max(most, SpanChecks::of(path_case.team()).most_sends_in_one_gate_hold());
        }
        return most;
    };
    // The one packet that bypasses the queue goes out with it.
    EXPECT_EQ(most_sends_in_one_hold(static_cast<BusyLock<M, TicketLock>*>(nullptr)), 1u);
    EXPECT_GT(most_sends_in_one_hold(static_cast<KeptWhileRunning<M, TicketLock>*>(nullptr)), 1u);
}

}  // namespace
}  // namespace spinscope
