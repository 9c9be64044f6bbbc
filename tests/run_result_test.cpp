// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/hand_made.h"

namespace spinscope {
namespace {

TEST(RunResult, WholeRunBalances) {
    const RunResult result = make_run_result(hand_made_snapshot());
    EXPECT_EQ(result.packets.offered, 1000u);
    EXPECT_EQ(result.packets.dropped.total(), 60u);
    EXPECT_EQ(result.carried_in, 0u);
    EXPECT_EQ(result.balance(), 0);
}

TEST(RunResult, ALostPacketShowsInTheBalance) {
    Snapshot last = hand_made_snapshot();
    last.totals.queued = 39;
    EXPECT_EQ(make_run_result(last).balance(), 1);
}

TEST(RunResult, RatesUseTheRealTime) {
    const RunResult result = make_run_result(hand_made_snapshot());
    EXPECT_DOUBLE_EQ(result.elapsed_s, 2);
    EXPECT_DOUBLE_EQ(result.transmitted_pps.value(), 450);
    EXPECT_DOUBLE_EQ(result.delivered_pps.value(), 445);
}

TEST(RunResult, NoTimeHasNoRate) {
    Snapshot last = hand_made_snapshot();
    last.at_s = 0;
    EXPECT_FALSE(make_run_result(last).transmitted_pps);
}

TEST(RunResult, WaitsCountUncontendedCallsAsZero) {
    const RunResult result = make_run_result(hand_made_snapshot());
    ASSERT_TRUE(result.wait);
    EXPECT_DOUBLE_EQ(result.wait->mean, 1000);
    EXPECT_EQ(result.wait->p50, 0u);
    EXPECT_EQ(result.wait->max, 5000u);
    EXPECT_NEAR(static_cast<double>(result.wait->p99), 5000, 5000 / 16.0);
    EXPECT_EQ(result.locks[0].site, Site::Root);
    EXPECT_DOUBLE_EQ(result.locks[0].wait->mean, 200);
}

TEST(RunResult, HoldJoinsRootAndRelock) {
    const RunResult result = make_run_result(hand_made_snapshot());
    ASSERT_TRUE(result.hold);
    EXPECT_DOUBLE_EQ(result.hold->mean, 200);
}

TEST(RunResult, NothingMeasuredIsNothing) {
    const RunResult result = make_run_result(hand_made_snapshot());
    EXPECT_FALSE(result.locks[1].wait) << "no gate was taken";
    EXPECT_FALSE(result.locks[3].hold);
    Snapshot idle = hand_made_snapshot();
    idle.totals = {};
    for (WorkerSnapshot& worker : idle.workers) worker.completed = worker.transmitted = 0;
    EXPECT_FALSE(make_run_result(idle).jain);
    EXPECT_FALSE(make_run_result(idle).workers[0].owner_share);
}

TEST(RunResult, WithTheProbeOffAllTimesAreUnknown) {
    Snapshot last = hand_made_snapshot();
    auto run = hand_made_run();
    run->experiment.probe = ProbeMode::Off;
    last.run = run;
    const RunResult result = make_run_result(last);
    EXPECT_FALSE(result.wait);
    EXPECT_FALSE(result.hold);
    EXPECT_FALSE(result.xmit);
    EXPECT_FALSE(result.sojourn);
    for (const LockResult& lock : result.locks) {
        EXPECT_FALSE(lock.wait);
        EXPECT_FALSE(lock.hold);
    }
    for (const WorkerResult& worker : result.workers) EXPECT_FALSE(worker.wait);
}

TEST(RunResult, FairnessIsOverCompletedPackets) {
    const RunResult result = make_run_result(hand_made_snapshot());
    EXPECT_DOUBLE_EQ(result.jain.value(), 0.9);  // (300 + 600)^2 / (2 * (300^2 + 600^2))
    EXPECT_DOUBLE_EQ(result.workers[1].owner_share.value(), 0.75);
}

TEST(RunResult, TheStartIsNotASwitch) {
    const RunResult result = make_run_result(hand_made_snapshot());
    ASSERT_EQ(result.switches.size(), 1u);
    EXPECT_EQ(result.switches[0].strategy, "llist");
}

TEST(RunResult, WarningsIncludeThoseThatHavePassed) {
    EXPECT_THAT(make_run_result(hand_made_snapshot()).warnings,
                testing::ElementsAre("Throttled 84 ms. Raise cpu.max"));
}

/// A base taken while packets were on their way: 100 offered, 70 sent, 5 dropped, 25 in transit.
Snapshot end_of_warmup() {
    Snapshot base = hand_made_snapshot();
    base.at_s = 0.5;
    base.totals = {};
    base.totals.offered = 100;
    base.totals.transmitted = 70;
    base.totals.dropped.limit = 5;
    base.totals.queued = 20;
    base.totals.delivered = 65;
    base.locks = {};
    base.locks[Site::Root].acquisitions = 100;
    base.locks[Site::Root].wait.add(0, 100);
    base.call_wait.clear();
    base.call_wait.add(0, 80);
    for (WorkerSnapshot& worker : base.workers) {
        worker.offered = 50;
        worker.completed = 35;
        worker.transmitted = 35;
        worker.wait.clear();
    }
    base.events_lost = 10;
    return base;
}

TEST(RunResult, BalancesAcrossTheEndOfTheWarmup) {
    const Snapshot base = end_of_warmup();
    const RunResult result = make_run_result(hand_made_snapshot(), &base);
    EXPECT_EQ(result.carried_in, 25u);
    EXPECT_EQ(result.packets.offered, 925u);  // 900 new ones and the 25
    EXPECT_EQ(result.packets.transmitted, 830u);
    EXPECT_EQ(result.packets.dropped.limit, 15u);
    EXPECT_EQ(result.packets.delivered, 825u);
    EXPECT_EQ(result.balance(), 0);
    EXPECT_DOUBLE_EQ(result.elapsed_s, 1.5);
    EXPECT_DOUBLE_EQ(result.transmitted_pps.value(), 830 / 1.5);
    EXPECT_EQ(result.events_lost, 2u);
    std::uint64_t offered = result.carried_in;
    for (const WorkerResult& worker : result.workers) offered += worker.offered;
    EXPECT_EQ(offered, result.packets.offered);
}

TEST(RunResult, WaitsOfTheWarmupAreLeftOut) {
    const Snapshot base = end_of_warmup();
    const RunResult result = make_run_result(hand_made_snapshot(), &base);
    EXPECT_EQ(result.locks[0].acquisitions, 900u);
    EXPECT_DOUBLE_EQ(result.wait->mean, 200 * 5000.0 / 920);
}

}  // namespace
}  // namespace spinscope
