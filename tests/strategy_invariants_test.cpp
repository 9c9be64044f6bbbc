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
    std::uint64_t longest_episode;
};

/// One schedule; a failure of any kind ends up in outcome.failure.
Finding run_once(std::string_view strategy, const PathPlan& plan, std::uint64_t seed,
                 const Options& options = {}) {
    PathCase<ExplorerMachine> path_case(
        plan,
        [&](QueuePlan queue, const auto& environment) {
            queue.strategy = strategy;
            queue.options = options;
            return make_transmit_path(queue, environment);
        },
        seed);
    Finding finding{.outcome = path_case.run(), .spans = {}, .longest_episode = 0};
    finding.spans = SpanChecks::of(path_case.team());
    finding.longest_episode = finding.spans.longest_episode(path_case.device().calls());
    if (finding.outcome.failure.empty()) finding.outcome.failure = finding.spans.failure();
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
}

INSTANTIATE_TEST_SUITE_P(Registry, Strategy, testing::ValuesIn(strategies().begin(), strategies().end()),
                         strategy_test_name);

// T8: the list gate alone.

TEST(ListGate, CountsWhatItsBurstLimitRefuses) {
    const Options tight{{"burst-limit", "0"}};
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
