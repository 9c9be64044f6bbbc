// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/snapshot_builder.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "tests/hand_made.h"

namespace spinscope {
namespace {

constexpr std::uint64_t kStart = 1'000'000'000;
constexpr std::uint64_t kMs = 1'000'000;

/// Two workers whose counters and rings the test fills.
class SnapshotBuilderTest : public testing::Test {
 protected:
    explicit SnapshotBuilderTest(ProbeMode mode = ProbeMode::Sampled) {
        auto run = hand_made_run();
        run->experiment.probe = mode;
        builder_ = std::make_unique<SnapshotBuilder>(
            run, std::vector<WorkerFeed>{{*counters_[0], *rings_[0]}, {*counters_[1], *rings_[1]}}, kStart);
    }

    /// At `ms` after the start.
    std::shared_ptr<Snapshot> build(std::uint64_t ms, std::array<std::uint64_t, 2> completed = {},
                                    std::uint64_t paused_ms = 0) {
        Observation observation;
        observation.now_ns = kStart + ms * kMs;
        observation.paused_ns = paused_ms * kMs;
        observation.workers = {{0, completed[0], 0, 0}, {1, completed[1], 0, 0}};
        return builder_->build(observation);
    }
    WorkerCounters& counters(unsigned i) { return *counters_[i]; }
    void push(unsigned i, EventKind kind, Site site, std::uint64_t ns, std::uint32_t weight) {
        rings_[i]->push({kStart, ns, weight, kind, site});
    }
    /// One acquisition, as the probe counts it.
    void acquired(unsigned i, Site site, std::uint64_t waited) {
        if (waited != 0) {
            counters(i).locks[site].contended.add(1);
            counters(i).wait[site].add(waited);
        }
        counters(i).locks[site].acquisitions.add(1);
    }
    void called(unsigned i, std::uint64_t waited) {
        if (waited != 0) counters(i).call_wait.add(waited);
        counters(i).calls.add(1);
    }

    std::array<std::unique_ptr<WorkerCounters>, 2> counters_{std::make_unique<WorkerCounters>(),
                                                             std::make_unique<WorkerCounters>()};
    std::array<std::unique_ptr<SpscRing<Event>>, 2> rings_{std::make_unique<SpscRing<Event>>(64),
                                                           std::make_unique<SpscRing<Event>>(64)};
    std::unique_ptr<SnapshotBuilder> builder_;
};
class UntimedSnapshotBuilderTest : public SnapshotBuilderTest {
 protected:
    UntimedSnapshotBuilderTest() : SnapshotBuilderTest(ProbeMode::Off) {}
};

TEST_F(SnapshotBuilderTest, AddsTheWorkersUp) {
    counters(0).offered.add(600);
    counters(1).offered.add(400);
    counters(1).transmitted.add(900);
    counters(0).drop(DropReason::Limit);
    counters(0).drop(DropReason::Burst);
    counters(1).drop(DropReason::Device);
    counters(1).drop(DropReason::Deactivated);
    const auto snapshot = build(100, {500, 400});
    EXPECT_EQ(snapshot->totals.offered, 1000u);
    EXPECT_EQ(snapshot->totals.transmitted, 900u);
    EXPECT_EQ(snapshot->totals.dropped.total(), 4u);
    EXPECT_EQ(snapshot->totals.queued, 96u);
    EXPECT_EQ(snapshot->workers[0].completed, 500u);
    EXPECT_EQ(snapshot->workers[1].transmitted, 900u);
    EXPECT_DOUBLE_EQ(snapshot->workers[1].owner_share_1s, 0);  // nothing before it to compare with
}

TEST_F(SnapshotBuilderTest, MeasuresIntervalsAndLeavesPausesOut) {
    EXPECT_DOUBLE_EQ(build(100)->interval_s, 0.1);
    const auto late = build(450);
    EXPECT_DOUBLE_EQ(late->interval_s, 0.35);
    EXPECT_DOUBLE_EQ(late->at_s, 0.45);
    const auto resumed = build(1500, {}, 1000);
    EXPECT_DOUBLE_EQ(resumed->at_s, 0.5);
    EXPECT_NEAR(resumed->interval_s, 0.05, 1e-12);
}

TEST_F(SnapshotBuilderTest, IntervalsSumToTheTotals) {
    Packets sum;
    std::uint64_t waits = 0;
    std::uint64_t wait_ns = 0;
    std::shared_ptr<Snapshot> last;
    for (unsigned i = 1; i <= 20; ++i) {
        counters(0).offered.add(7 * i);
        counters(1).transmitted.add(5 * i);
        counters(0).drop(DropReason::Limit);
        called(0, i % 3 == 0 ? 100 * i : 0);
        acquired(1, Site::Root, 10 * i);
        last = build(33 * i, {4 * i, i});
        sum.offered += last->interval.offered;
        sum.transmitted += last->interval.transmitted;
        sum.dropped.limit += last->interval.dropped.limit;
        waits += last->interval_call_wait.count();
        wait_ns += last->interval_wait[Site::Root].sum();
    }
    EXPECT_EQ(sum.offered, last->totals.offered);
    EXPECT_EQ(sum.transmitted, last->totals.transmitted);
    EXPECT_EQ(sum.dropped.limit, last->totals.dropped.limit);
    EXPECT_EQ(waits, last->call_wait.count());
    EXPECT_EQ(wait_ns, last->locks[Site::Root].wait.sum());
}

TEST_F(SnapshotBuilderTest, CountsAnUncontendedAcquisitionAsAWaitOfNothing) {
    for (int i = 0; i < 90; ++i) acquired(0, Site::Root, 0);
    for (int i = 0; i < 10; ++i) acquired(1, Site::Root, 5000);
    for (int i = 0; i < 30; ++i) called(0, 0);
    called(1, 800);
    const auto snapshot = build(100);
    const Histogram& root = snapshot->locks[Site::Root].wait;
    EXPECT_EQ(root.count(), 100u);
    EXPECT_EQ(root.quantile(0.5), 0u);
    EXPECT_EQ(root.max(), 5000u);
    EXPECT_DOUBLE_EQ(root.mean(), 500);
    EXPECT_EQ(snapshot->call_wait.count(), 31u);
    EXPECT_EQ(snapshot->workers[0].interval.calls, 30u);
    EXPECT_EQ(snapshot->workers[0].interval.wait_max, 0u);
    EXPECT_EQ(snapshot->workers[1].interval.wait_max, 800u);
}

TEST_F(UntimedSnapshotBuilderTest, HasNoWaits) {
    acquired(0, Site::Root, 0);
    called(0, 0);
    const auto snapshot = build(100);
    EXPECT_EQ(snapshot->locks[Site::Root].acquisitions, 1u);
    EXPECT_EQ(snapshot->locks[Site::Root].wait.count(), 0u);
    EXPECT_EQ(snapshot->call_wait.count(), 0u);
    EXPECT_EQ(snapshot->workers[0].interval.calls, 0u);
    EXPECT_EQ(snapshot->probe_overhead_percent, 0);
}

TEST_F(SnapshotBuilderTest, TurnsSampledSpansIntoFractionsOfTheInterval) {
    push(0, EventKind::Hold, Site::Root, 100'000, 64);    // stands for 6.4 ms of 100
    push(0, EventKind::Hold, Site::Relock, 100'000, 64);  // the same lock
    push(0, EventKind::Hold, Site::Gate, 900'000, 64);    // not the root lock
    push(0, EventKind::Transmit, Site::Tx, 500'000, 64);
    push(0, EventKind::Own, Site::Root, 1'000'000, 64);
    push(1, EventKind::Own, Site::Root, 90 * kMs, 64);  // a sample that stands for too much
    const auto snapshot = build(100);
    EXPECT_FLOAT_EQ(snapshot->workers[0].interval.hold, 0.128f);
    EXPECT_FLOAT_EQ(snapshot->workers[0].interval.transmit, 0.32f);
    EXPECT_FLOAT_EQ(snapshot->workers[0].interval.own, 0.64f);
    EXPECT_FLOAT_EQ(snapshot->workers[1].interval.own, 1.0f);
    EXPECT_EQ(snapshot->locks[Site::Root].hold.count(), 64u);
    EXPECT_EQ(snapshot->locks[Site::Gate].hold.max(), 900'000u);
    EXPECT_FLOAT_EQ(build(200)->workers[0].interval.own, 0.0f);
}

TEST_F(SnapshotBuilderTest, FoldsSampledCallsAndSojourns) {
    push(0, EventKind::Call, Site::Root, 700, 64);
    push(1, EventKind::Sojourn, Site::Root, 9000, 64);
    const auto snapshot = build(100);
    EXPECT_EQ(snapshot->xmit.count(), 64u);
    EXPECT_EQ(snapshot->xmit.max(), 700u);
    EXPECT_EQ(snapshot->sojourn.sum(), 64u * 9000);
}

TEST_F(SnapshotBuilderTest, ShowsAWaitWhileItLasts) {
    counters(0).wait_site.set(static_cast<std::uint64_t>(Site::Gate));
    counters(0).wait_since.set(kStart + 50 * kMs);
    const auto first = build(100);
    EXPECT_FLOAT_EQ(first->workers[0].interval.wait_gate, 0.5f);
    EXPECT_FLOAT_EQ(first->workers[0].interval.wait_root, 0);
    EXPECT_EQ(first->workers[0].interval.wait_max, 50 * kMs);
    const auto second = build(200);
    EXPECT_FLOAT_EQ(second->workers[0].interval.wait_gate, 1.0f);
    EXPECT_EQ(second->workers[0].interval.wait_max, 150 * kMs);
    // It ends after 160 ms in all: the part that was shown already is not shown again.
    counters(0).wait_since.set(0);
    acquired(0, Site::Gate, 160 * kMs);
    called(0, 160 * kMs);
    const auto third = build(300);
    EXPECT_NEAR(third->workers[0].interval.wait_gate, 0.1f, 0.001f);
    EXPECT_EQ(third->workers[0].interval.wait_max, 160 * kMs);
    EXPECT_LE(third->call_wait.max(), 300 * kMs);
}

TEST_F(SnapshotBuilderTest, NeverShowsAWaitThatBeginsAfterTheSnapshot) {
    counters(0).wait_since.set(kStart + 101 * kMs);  // taken while the snapshot was
    EXPECT_EQ(build(100)->workers[0].interval.wait_max, 0u);
}

TEST_F(SnapshotBuilderTest, NeverLetsCompletedGoBack) {
    counters(0).offered.add(20);
    EXPECT_EQ(build(100, {10, 0})->workers[0].interval.completed, 10u);
    const auto snapshot = build(200, {8, 0});
    EXPECT_EQ(snapshot->workers[0].completed, 10u);
    EXPECT_EQ(snapshot->workers[0].interval.completed, 0u);
    EXPECT_EQ(build(300, {12, 0})->workers[0].interval.completed, 2u);
}

TEST_F(SnapshotBuilderTest, SharesOutTheLastSecond) {
    counters(0).transmitted.add(1000);
    build(100);
    for (unsigned i = 1; i <= 12; ++i) {
        counters(0).transmitted.add(10);
        counters(1).transmitted.add(30);
        build(100 + 100 * i);
    }
    const auto snapshot = build(1400);
    EXPECT_DOUBLE_EQ(snapshot->workers[0].owner_share_1s, 0.25);
    EXPECT_DOUBLE_EQ(snapshot->workers[1].owner_share_1s, 0.75);
}

TEST_F(SnapshotBuilderTest, SaysWhatTheProbesLostAndCost) {
    for (int i = 0; i < 70; ++i) push(0, EventKind::Call, Site::Root, 1, 64);
    counters(1).anomalies.add(2);
    counters(1).long_waits.add(3);
    counters(0).events.add(1000);
    const auto snapshot = build(100);
    EXPECT_EQ(snapshot->events_lost, 6u);
    EXPECT_TRUE(snapshot->interval_lost_events);
    EXPECT_EQ(snapshot->clock_anomalies, 2u);
    EXPECT_EQ(snapshot->long_waits, 3u);
    // 1000 events of two stamps (16 ns) and a push (5 ns), of 100 ms on two CPUs.
    EXPECT_NEAR(snapshot->probe_overhead_percent, 100 * 37'000.0 / 200e6, 1e-9);
    EXPECT_FALSE(build(200)->interval_lost_events);
}

TEST_F(SnapshotBuilderTest, TellsWhoOwnsTheQueueNow) {
    counters(1).own.set(1);
    const auto snapshot = build(100);
    EXPECT_FALSE(snapshot->workers[0].owner);
    EXPECT_TRUE(snapshot->workers[1].owner);
}

TEST(Jain, IsOneForEqualsAndOneOverNForOneOfN) {
    std::vector<WorkerSnapshot> workers(4);
    EXPECT_DOUBLE_EQ(jain_index(workers), 1);
    for (WorkerSnapshot& worker : workers) worker.completed = 50;
    EXPECT_DOUBLE_EQ(jain_index(workers), 1);
    for (std::size_t i = 1; i < 4; ++i) workers[i].completed = 0;
    EXPECT_DOUBLE_EQ(jain_index(workers), 0.25);
    workers[1].completed = 100;
    EXPECT_DOUBLE_EQ(jain_index(workers), 150.0 * 150 / (4 * 12500));
}

}  // namespace
}  // namespace spinscope
