// SPDX-License-Identifier: GPL-3.0-or-later
// Every strategy of the registry on the explorer machine, over many schedules.
#include <gtest/gtest.h>

#include <vector>

#include "core/engine/registry.h"
#include "tests/explorer/explorer_machine.h"
#include "tests/support/path_case.h"
#include "tests/support/span_checks.h"
#include "tests/support/strategy_names.h"

namespace spinscope {
namespace {

struct Finding {
    PathOutcome outcome;
    SpanChecks spans;
    std::uint64_t longest_episode = 0;
    std::uint64_t freed_under_root = 0;
};

/// One schedule; a failure of any kind ends up in outcome.failure.
Finding run_once(std::string_view strategy, PathPlan plan, std::uint64_t seed, const Options& options = {},
                 std::string_view lock = "") {
    plan.strategy = strategy.data();  // of the registry
    PathCase<ExplorerMachine> path_case(
        plan,
        [&](QueuePlan queue, const auto& environment) {
            queue.options = options;
            queue.lock = lock;
            return make_transmit_path(queue, environment);
        },
        seed);
    Finding finding;
    finding.outcome = path_case.run();
    finding.spans = SpanChecks::of(path_case.team());
    finding.freed_under_root = finding.spans.under_root(path_case.drops_at());
    finding.longest_episode = finding.spans.longest_episode(path_case.device().calls());
    if (finding.outcome.failure.empty())
        finding.outcome.failure = finding.spans.failure(find_strategy(strategy)->lock != "none");
    return finding;
}

class Strategy : public testing::TestWithParam<StrategyInfo> {
 protected:
    static constexpr unsigned kSeeds = 60;
};

TEST_P(Strategy, HoldsEveryInvariantWithADeviceInAllMoods) {
    const std::vector<PathPlan> plans{
        {.workers = 2, .packets = 12},
        {.workers = 4, .packets = 6, .think_ns = 0},
        {.workers = 4, .packets = 6, .think_ns = 300},
        {.workers = 3, .batch = 4},
        {.workers = 3, .moods = {.busy = 300}},
        {.workers = 3, .batch = 4, .moods = {.busy = 400, .refuse = 100}},
        {.workers = 3, .moods = {.busy = 100, .work_ns = 0}},
        {.workers = 3, .moods = {.busy = 200}, .downs = 3},
        // As long between packets as the device is stopped: its restarts meet producers and leaving owners.
        {.workers = 3, .batch = 2, .moods = {.busy = 400}, .think_ns = 20'000},
        {.workers = 3, .limit = 1, .moods = {.busy = 200}},
        {.workers = 3, .limit = 0, .batch = 2},
    };
    for (const PathPlan& plan : plans) {
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
            const Finding finding = run_once(GetParam().id, plan, seed);
            ASSERT_EQ(finding.outcome.failure, "") << "plan " << &plan - plans.data() << " seed " << seed;
            ASSERT_LE(finding.longest_episode, 64u + plan.batch);
        }
    }
}

TEST_P(Strategy, PassesTheQueueOnAfterItsQuota) {
    // Sending takes longer than offering: an owner would never be through, were it let.
    const PathPlan plan{.workers = 3, .packets = 200, .moods = {.work_ns = 20}, .think_ns = 0};
    bool used_up = false;
    bool passed_on = false;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Finding finding = run_once(GetParam().id, plan, seed);
        ASSERT_EQ(finding.outcome.failure, "") << "seed " << seed;
        ASSERT_LE(finding.longest_episode, 65u);
        used_up |= finding.longest_episode >= 64;
        passed_on |= finding.outcome.owners > 1;
    }
    EXPECT_TRUE(used_up);
    EXPECT_TRUE(passed_on);
}

TEST_P(Strategy, DropsAtItsLimitAndOnlyThere) {
    const bool deferring = GetParam().gate == "llist";
    const PathPlan tight{.workers = 4, .limit = 1, .moods = {.work_ns = 200}, .think_ns = 0};
    std::uint64_t dropped = 0;
    std::uint64_t told = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        const PathOutcome outcome = run_once(GetParam().id, tight, seed).outcome;
        ASSERT_EQ(outcome.failure, "") << "seed " << seed;
        ASSERT_EQ(outcome.total_dropped(), outcome.dropped[static_cast<std::size_t>(DropReason::Limit)]);
        // Who brings others' packets along, or leaves its own to others, is told of success.
        ASSERT_LE(outcome.told, outcome.total_dropped());
        if (!deferring) {
            ASSERT_EQ(outcome.told, outcome.total_dropped());
        }
        told += outcome.told;
        dropped += outcome.total_dropped();
        const PathOutcome roomy = run_once(GetParam().id, {.workers = 4}, seed).outcome;
        ASSERT_EQ(roomy.total_dropped(), 0u);
    }
    EXPECT_GT(dropped, 0u);
    EXPECT_EQ(told < dropped, deferring);
}

TEST_P(Strategy, DropsWhatComesWhileItIsDown) {
    std::uint64_t dropped = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        const PathOutcome outcome =
            run_once(GetParam().id, {.workers = 3, .packets = 12, .downs = 3}, seed).outcome;
        ASSERT_EQ(outcome.failure, "") << "seed " << seed;
        ASSERT_EQ(outcome.total_dropped(),
                  outcome.dropped[static_cast<std::size_t>(DropReason::Deactivated)]);
        dropped += outcome.total_dropped();
    }
    EXPECT_GT(dropped, 0u);
}

TEST_P(Strategy, HoldsItsGateAcrossADeviceCallOnlyWhereItSaysSo) {
    std::uint64_t sends = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        sends += run_once(GetParam().id, {.workers = 4, .packets = 12, .think_ns = 400}, seed)
                     .spans.sends_with_gate();
    }
    // The busylock stays held across the one packet that bypasses the queue; an enqueue lock never does.
    if (GetParam().gate == "busylock") {
        EXPECT_GT(sends, 0u);
    } else {
        EXPECT_EQ(sends, 0u);
    }
}

TEST_P(Strategy, SendsOneWorkersPacketsPastTheQueue) {
    const Finding finding = run_once(GetParam().id, {.workers = 1, .packets = 20}, 1);
    ASSERT_EQ(finding.outcome.failure, "");
    EXPECT_EQ(finding.outcome.sent, 20u);
    EXPECT_EQ(finding.longest_episode, 1u);
    EXPECT_EQ(finding.spans.episodes(), 20u);
}

TEST_P(Strategy, FreesUnderTheRootLockOnlyInTheErasThatDid) {
    const PathPlan tight{.workers = 4, .limit = 1, .moods = {.work_ns = 200}, .think_ns = 0};
    const bool once = GetParam().layout.starts_with("2.6");
    std::uint64_t dropped = 0;
    std::uint64_t under_root = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Finding finding = run_once(GetParam().id, tight, seed);
        dropped += finding.outcome.total_dropped();
        under_root += finding.freed_under_root;
    }
    EXPECT_GT(dropped, 0u);
    EXPECT_EQ(under_root, once ? dropped : 0) << "I13";
}

TEST_P(Strategy, HoldsEveryInvariantWithEveryDiscipline) {
    for (const DisciplineInfo& discipline : disciplines()) {
        const std::vector<PathPlan> plans{
            {.workers = 4, .discipline = discipline.id, .moods = {.busy = 100}, .think_ns = 0},
            {.workers = 3, .limit = 2, .batch = 4, .discipline = discipline.id, .moods = {.work_ns = 200}},
            {.workers = 3, .discipline = discipline.id, .moods = {.busy = 200}, .downs = 2},
        };
        for (const PathPlan& plan : plans) {
            for (std::uint64_t seed = 0; seed < 10; ++seed) {
                const Finding finding = run_once(GetParam().id, plan, seed);
                ASSERT_EQ(finding.outcome.failure, "")
                    << discipline.id << " plan " << &plan - plans.data() << " seed " << seed;
            }
        }
    }
}

TEST_P(Strategy, HoldsEveryInvariantOverEveryLockItTakes) {
    if (!GetParam().any_lock) GTEST_SKIP() << "it has its own";
    const std::vector<PathPlan> plans{
        {.workers = 4, .batch = 2, .moods = {.busy = 200, .refuse = 100}, .think_ns = 0},
        {.workers = 3, .limit = 1, .moods = {.busy = 100}, .downs = 2},
    };
    for (const LockInfo& lock : locks()) {
        if (!lock.simulatable || !lock.exchangeable) continue;
        for (const PathPlan& plan : plans) {
            for (std::uint64_t seed = 0; seed < 20; ++seed) {
                const Finding finding = run_once(GetParam().id, plan, seed, {}, lock.id);
                ASSERT_EQ(finding.outcome.failure, "")
                    << lock.id << " plan " << &plan - plans.data() << " seed " << seed;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, Strategy, testing::ValuesIn(simulatable_strategies()), strategy_test_name);

// T8: the list gate alone.

TEST(ListGate, CountsWhatItsBurstLimitRefuses) {
    const Options tight{{"burst-limit", "1"}};
    std::uint64_t dropped = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const PathOutcome outcome = run_once("llist", {.workers = 4}, seed, tight).outcome;
        ASSERT_EQ(outcome.failure, "") << "seed " << seed;
        ASSERT_EQ(outcome.total_dropped(), outcome.dropped[static_cast<std::size_t>(DropReason::Burst)]);
        dropped += outcome.total_dropped();
    }
    EXPECT_GT(dropped, 0u);
}

}  // namespace
}  // namespace spinscope
