// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/probe/worker_probe.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace spinscope {
namespace {

/// A clock that the test turns.
struct FakeCtx {
    std::uint64_t time = 1000;
    std::uint64_t now() const { return time; }
};

class WorkerProbeTest : public testing::Test {
 protected:
    WorkerProbe make(ProbeMode mode) { return WorkerProbe(*counters_, ring_, mode, 7); }
    std::vector<Event> events() {
        std::vector<Event> all;
        ring_.drain([&](const Event& event) { all.push_back(event); });
        return all;
    }
    Histogram waits(Site site) const {
        Histogram histogram;
        counters_->wait[site].read(histogram);
        return histogram;
    }
    Histogram call_waits() const {
        Histogram histogram;
        counters_->call_wait.read(histogram);
        return histogram;
    }
    void wait(WorkerProbe& probe, Site site, std::uint64_t ns) {
        probe.acquire(site);
        probe.contended(ctx_);
        ctx_.time += ns;
        probe.acquired(ctx_);
    }
    void hold(WorkerProbe& probe, Site site, std::uint64_t ns) {
        ctx_.time += ns;
        probe.release(ctx_);
        ctx_.time += 3;  // the release itself is nobody's hold
        probe.released(site);
    }

    std::unique_ptr<WorkerCounters> counters_ = std::make_unique<WorkerCounters>();
    SpscRing<Event> ring_{64};
    FakeCtx ctx_;
};

TEST_F(WorkerProbeTest, RecordsEverySpanOfACallInFull) {
    WorkerProbe probe = make(ProbeMode::Full);
    probe.begin(ctx_);
    wait(probe, Site::Root, 40);
    probe.own_begin(ctx_);
    EXPECT_EQ(counters_->own.get(), 1u);
    hold(probe, Site::Root, 10);
    probe.acquire(Site::Tx);
    probe.acquired(ctx_);
    probe.transmit_begin(ctx_);
    ctx_.time += 250;
    probe.transmit_end(ctx_);
    hold(probe, Site::Tx, 0);
    wait(probe, Site::Relock, 60);
    probe.own_end(ctx_);
    hold(probe, Site::Root, 20);  // given back as the root lock, taken as the relock
    probe.end_call(ctx_);

    const auto all = events();
    const auto duration = [&](EventKind kind, Site site) {
        for (const Event& event : all) {
            if (event.kind == kind && event.site == site) return event.duration_ns;
        }
        return ~std::uint64_t{0};
    };
    EXPECT_EQ(all.size(), 8u);
    EXPECT_EQ(duration(EventKind::Wait, Site::Root), 40u);
    EXPECT_EQ(duration(EventKind::Hold, Site::Root), 10u);
    EXPECT_EQ(duration(EventKind::Transmit, Site::Tx), 250u);
    EXPECT_EQ(duration(EventKind::Hold, Site::Tx), 250u);
    EXPECT_EQ(duration(EventKind::Wait, Site::Relock), 60u);
    EXPECT_EQ(duration(EventKind::Hold, Site::Relock), 20u);
    EXPECT_EQ(duration(EventKind::Own, Site::Root), 326u);
    EXPECT_EQ(counters_->own.get(), 0u);
    EXPECT_EQ(call_waits().count(), 1u);
    EXPECT_EQ(call_waits().sum(), 100u);
    EXPECT_EQ(counters_->calls.get(), 1u);
}

TEST_F(WorkerProbeTest, TimesEveryContendedWaitAndOneCallIn64WhenSampled) {
    WorkerProbe probe = make(ProbeMode::Sampled);
    constexpr unsigned kCalls = 64'000;
    std::uint64_t sampled = 0;
    for (unsigned i = 0; i < kCalls; ++i) {
        probe.begin(ctx_);
        wait(probe, Site::Root, 20);
        hold(probe, Site::Root, 5);
        probe.end_call(ctx_);
        for (const Event& event : events()) {
            sampled += event.kind == EventKind::Call;
            ASSERT_EQ(event.weight, WorkerProbe::kStride);
        }
    }
    EXPECT_EQ(waits(Site::Root).count(), kCalls);
    EXPECT_EQ(waits(Site::Root).sum(), 20u * kCalls);
    EXPECT_EQ(call_waits().count(), kCalls);
    EXPECT_NEAR(static_cast<double>(sampled), kCalls / 64.0, kCalls / 64.0 * 0.05);
}

TEST_F(WorkerProbeTest, CountsAndTimesNothingWhenOff) {
    WorkerProbe probe = make(ProbeMode::Off);
    for (int i = 0; i < 200; ++i) {
        probe.begin(ctx_);
        wait(probe, Site::Root, 20);
        hold(probe, Site::Root, 5);
        probe.end_call(ctx_);
    }
    EXPECT_TRUE(events().empty());
    EXPECT_EQ(waits(Site::Root).count(), 0u);
    EXPECT_EQ(call_waits().count(), 0u);
    EXPECT_EQ(counters_->wait_since.get(), 0u);
    EXPECT_EQ(counters_->locks[Site::Root].acquisitions.get(), 200u);
    EXPECT_EQ(counters_->locks[Site::Root].contended.get(), 200u);
    EXPECT_EQ(counters_->calls.get(), 200u);
}

TEST_F(WorkerProbeTest, ClampsAndCountsATimeThatRunsBackwards) {
    WorkerProbe probe = make(ProbeMode::Full);
    probe.begin(ctx_);
    probe.acquire(Site::Gate);
    probe.contended(ctx_);
    ctx_.time -= 500;
    probe.acquired(ctx_);
    EXPECT_EQ(counters_->anomalies.get(), 2u);  // in the histogram and in the event
    EXPECT_EQ(waits(Site::Gate).max(), 0u);
    for (const Event& event : events()) EXPECT_EQ(event.duration_ns, 0u);
    // A packet that was stamped on a CPU whose clock is ahead.
    probe.sojourn(ctx_, ctx_.time + 100);
    EXPECT_EQ(events().front().duration_ns, 0u);
    EXPECT_EQ(counters_->anomalies.get(), 3u);
}

TEST_F(WorkerProbeTest, ShowsAWaitInProgress) {
    WorkerProbe probe = make(ProbeMode::Sampled);
    probe.begin(ctx_);
    probe.acquire(Site::Gate);
    probe.contended(ctx_);
    EXPECT_EQ(counters_->wait_since.get(), 1000u);
    EXPECT_EQ(static_cast<Site>(counters_->wait_site.get()), Site::Gate);
    ctx_.time += 50;
    probe.contended(ctx_);  // a second look of the same wait does not begin it anew
    EXPECT_EQ(counters_->wait_since.get(), 1000u);
    probe.acquired(ctx_);
    EXPECT_EQ(counters_->wait_since.get(), 0u);
    EXPECT_EQ(waits(Site::Gate).sum(), 50u);
    EXPECT_EQ(counters_->locks[Site::Gate].contended.get(), 1u);
}

TEST_F(WorkerProbeTest, TakesItsOwnClockOffEachSpan) {
    WorkerProbe probe = make(ProbeMode::Full);
    probe.set_stamp_cost(15);
    probe.begin(ctx_);
    wait(probe, Site::Root, 40);
    hold(probe, Site::Root, 10);
    const auto all = events();
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].duration_ns, 25u);
    EXPECT_EQ(all[1].duration_ns, 0u);
    EXPECT_EQ(counters_->anomalies.get(), 0u);
}

TEST_F(WorkerProbeTest, TellsLongWaitsApart) {
    WorkerProbe probe = make(ProbeMode::Sampled);
    probe.begin(ctx_);
    wait(probe, Site::Root, 1'000'000);
    EXPECT_EQ(counters_->long_waits.get(), 0u);
    wait(probe, Site::Root, 1'000'001);
    EXPECT_EQ(counters_->long_waits.get(), 1u);
}

TEST_F(WorkerProbeTest, CountsABounceAsAHandoffAndNoAcquisition) {
    WorkerProbe probe = make(ProbeMode::Sampled);
    probe.begin(ctx_);
    probe.acquire(Site::Root);
    probe.contended(ctx_);
    probe.bounced();
    probe.bounced();
    probe.acquired(ctx_);
    EXPECT_EQ(counters_->locks[Site::Root].handoffs.get(), 3u);
    EXPECT_EQ(counters_->locks[Site::Root].acquisitions.get(), 1u);
}

TEST_F(WorkerProbeTest, KeepsAScheduledRunOutOfTheCalls) {
    WorkerProbe probe = make(ProbeMode::Full);
    probe.begin(ctx_);
    wait(probe, Site::Root, 40);
    hold(probe, Site::Root, 10);
    probe.end_run();
    EXPECT_EQ(counters_->calls.get(), 0u);
    EXPECT_EQ(call_waits().count(), 0u);
    EXPECT_EQ(waits(Site::Root).count(), 1u);
}

TEST_F(WorkerProbeTest, CountsEventsThatFindTheRingFull) {
    WorkerProbe probe = make(ProbeMode::Full);
    for (int i = 0; i < 100; ++i) {
        probe.begin(ctx_);
        probe.end_call(ctx_);
    }
    EXPECT_EQ(ring_.lost(), 36u);
    EXPECT_EQ(events().size(), 64u);
    EXPECT_EQ(counters_->events.get(), 100u);
}

}  // namespace
}  // namespace spinscope
