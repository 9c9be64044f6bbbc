// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/history.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spinscope {
namespace {

/// A run of two workers in steps that are exact in binary, so that sums can be compared exactly.
class Feed {
 public:
    static constexpr double kStep = 0.125;

    explicit Feed(History& history) : history_(history) { restart(); }

    void restart() {
        run_ = std::make_shared<RunInfo>();
        at_ = 0;
    }
    /// One snapshot of `length` s in which `sent` packets went out, after `gap` s of which nothing is known.
    void step(std::uint64_t sent, std::uint64_t wait_ns = 100, double length = kStep, double gap = 0) {
        Snapshot snapshot = make(sent, wait_ns, length, gap);
        history_.add(snapshot);
    }
    Snapshot make(std::uint64_t sent, std::uint64_t wait_ns, double length, double gap) {
        at_ += length + gap;
        Snapshot snapshot;
        snapshot.run = run_;
        snapshot.state = RunState::Running;
        snapshot.at_s = at_;
        snapshot.interval_s = length;
        snapshot.interval.transmitted = sent;
        snapshot.interval.offered = sent + 1;
        snapshot.interval.delivered = sent;
        snapshot.interval_call_wait.add(0, 10);
        snapshot.interval_call_wait.add(wait_ns, 3);
        snapshot.interval_wait[Site::Root].add(wait_ns, 2);
        all_.merge(snapshot.interval_call_wait);
        snapshot.workers.resize(2);
        for (WorkerSnapshot& worker : snapshot.workers) {
            worker.interval.completed = sent / 2;
            worker.interval.transmitted = sent / 4;
            worker.interval.wait_root = 0.5f;
            worker.interval.calls = 13;
            worker.interval.wait_p99 = wait_ns;
            worker.interval.wait_max = 2 * wait_ns;
        }
        return snapshot;
    }
    double at() const { return at_; }
    const Histogram& all() const { return all_; }

 private:
    History& history_;
    std::shared_ptr<RunInfo> run_;
    double at_ = 0;
    Histogram all_;
};

const HistoryParts kEverything{true, true, Site::Root};

TEST(History, rates_use_the_real_length_of_each_interval) {
    History history;
    Feed feed(history);
    feed.step(1000, 100, 0.25);
    feed.step(1000, 100, 3.0);  // the collector was held up: the same packets, a tenth of the rate
    HistorySlice slice;
    history.query(0, 0.25, kEverything, slice);
    EXPECT_DOUBLE_EQ(slice.sent_pps, 4000);
    history.query(0.25, 3.25, kEverything, slice);
    EXPECT_DOUBLE_EQ(slice.sent_pps, 1000 / 3.0);
    history.query(0, 3.25, kEverything, slice);
    EXPECT_DOUBLE_EQ(slice.sent_pps, 2000 / 3.25);
    EXPECT_DOUBLE_EQ(slice.sent_min_pps, 1000 / 3.0);
    EXPECT_DOUBLE_EQ(slice.sent_max_pps, 4000);
    EXPECT_DOUBLE_EQ(*slice.delivered_pps, 2000 / 3.25);
}

TEST(History, coarser_levels_merge_counts_and_quantiles_exactly) {
    History history({{0, 8}, {1, 10}, {4, 1000}});
    Feed feed(history);
    double sent = 0;
    for (std::uint64_t i = 0; i < 400; ++i) {
        feed.step(1000 + i, 50 + 7 * i);
        sent += static_cast<double>(1000 + i);
    }
    HistorySlice slice;
    history.query(0, feed.at(), kEverything, slice);
    EXPECT_DOUBLE_EQ(slice.covered_s, 400 * Feed::kStep);
    EXPECT_DOUBLE_EQ(slice.sent_pps * slice.covered_s, sent);
    EXPECT_DOUBLE_EQ(slice.sent_min_pps, 1000 / Feed::kStep);
    EXPECT_DOUBLE_EQ(slice.sent_max_pps, 1399 / Feed::kStep);
    EXPECT_EQ(slice.call_wait.calls, feed.all().count());
    EXPECT_EQ(slice.call_wait.p50, feed.all().quantile(0.5));
    EXPECT_EQ(slice.call_wait.p99, feed.all().quantile(0.99));
    EXPECT_EQ(slice.call_wait.max, feed.all().max());
    EXPECT_EQ(slice.site_wait[Site::Root].calls, 800U);
    EXPECT_NEAR(slice.workers[0].wait_root, 0.5, 1e-4);
    // The largest p99 of the snapshots: what the merged value is said to be.
    EXPECT_FLOAT_EQ(slice.workers[1].wait_p99, 50 + 7 * 399);
    EXPECT_FLOAT_EQ(slice.workers[1].wait_max, 2 * (50 + 7 * 399));
    EXPECT_NEAR(slice.workers[0].rate * slice.covered_s, sent / 2, 200);
    EXPECT_NEAR(slice.workers[0].sent * slice.covered_s, sent / 4, 300);
    EXPECT_FLOAT_EQ(slice.workers[0].rate_min, 500 / Feed::kStep);
    EXPECT_FLOAT_EQ(slice.workers[0].rate_max, 699 / Feed::kStep);
}

TEST(History, every_part_of_the_run_is_answered_from_some_level) {
    History history({{0, 8}, {1, 10}, {4, 1000}});
    Feed feed(history);
    for (int i = 0; i < 400; ++i) feed.step(1000);
    HistorySlice slice;
    for (const double width : {0.125, 0.5, 2.0, 8.0, 20.0}) {
        for (double from = 0; from + width <= feed.at(); from += width) {
            history.query(from, from + width, kEverything, slice);
            EXPECT_NEAR(slice.covered_s, width, 1e-9) << from << " " << width;
            EXPECT_NEAR(slice.sent_pps, 8000, 1e-6);
        }
    }
}

TEST(History, time_without_snapshots_stays_a_gap) {
    History history;
    Feed feed(history);
    for (int i = 0; i < 8; ++i) feed.step(1000);
    feed.step(1000, 100, Feed::kStep, 2.0);
    HistorySlice slice;
    history.query(1.5, 2.5, kEverything, slice);
    EXPECT_EQ(slice.covered_s, 0);
    EXPECT_EQ(slice.call_wait.calls, 0U);
    history.query(0.5, 1.5, kEverything, slice);
    EXPECT_DOUBLE_EQ(slice.covered_s, 0.5);
    EXPECT_DOUBLE_EQ(slice.sent_pps, 8000);
}

TEST(History, waits_that_were_not_measured_are_nothing_and_not_zero) {
    History history;
    Feed feed(history);
    Snapshot off = feed.make(1000, 100, Feed::kStep, 0);
    off.interval_call_wait.clear();
    for (WorkerSnapshot& worker : off.workers) worker.interval.calls = worker.interval.wait_max = 0;
    history.add(off);
    HistorySlice slice;
    history.query(0, Feed::kStep, kEverything, slice);
    EXPECT_GT(slice.covered_s, 0);
    EXPECT_EQ(slice.call_wait.calls, 0U);
    EXPECT_TRUE(std::isnan(slice.workers[0].wait_p99));
    feed.step(1000, 0);
    history.query(0, feed.at(), kEverything, slice);
    EXPECT_EQ(slice.workers[0].wait_p99, 0) << "measured, and it was no wait at all";
}

TEST(History, memory_is_flat_once_it_is_full) {
    History history({{0, 16}, {1, 16}, {4, 16}});
    Feed feed(history);
    const auto lap = [&] {
        for (std::uint64_t i = 0; i < 800; ++i) feed.step(1000, 50 + i % 64);
    };
    lap();
    const std::size_t full = history.bytes();
    for (int i = 0; i < 20; ++i) lap();
    EXPECT_LE(history.bytes(), full + full / 50);
    EXPECT_NEAR(history.end_s() - history.begin_s(), 16 * 4, 8) << "the oldest is forgotten";
}

TEST(History, another_run_clears_it) {
    History history;
    Feed feed(history);
    for (int i = 0; i < 80; ++i) feed.step(1000);
    feed.restart();
    feed.step(2000);
    EXPECT_DOUBLE_EQ(history.begin_s(), 0);
    EXPECT_DOUBLE_EQ(history.end_s(), Feed::kStep);
    HistorySlice slice;
    history.query(0, 100, kEverything, slice);
    EXPECT_DOUBLE_EQ(slice.sent_pps, 16000);
}

TEST(History, a_sliver_at_the_end_is_no_dip_and_loses_no_packet) {
    History history;
    Feed feed(history);
    for (int i = 0; i < 40; ++i) feed.step(1000);
    const double last = feed.at();
    feed.step(0, 100, Feed::kStep / 64);
    HistorySlice slice;
    history.query(last, feed.at(), {}, slice);
    EXPECT_NEAR(slice.sent_pps, 8000, 200) << "of the joined interval, not of the sliver";
    EXPECT_GT(slice.workers[0].rate, 3800);
    history.query(0, feed.at(), {}, slice);
    EXPECT_GT(slice.sent_min_pps, 7800);
    EXPECT_NEAR(slice.sent_pps * slice.covered_s, 40'000, 20) << "a bin at a seam counts by its share";
    EXPECT_NEAR(slice.covered_s, feed.at(), 1e-9);
}

TEST(History, a_faster_pace_is_not_taken_for_slivers) {
    History history;
    Feed feed(history);
    for (int i = 0; i < 4; ++i) feed.step(1000);
    for (int i = 0; i < 40; ++i) feed.step(10, 100, Feed::kStep / 8);
    HistorySlice slice;
    history.query(feed.at() - Feed::kStep / 8, feed.at(), {}, slice);
    EXPECT_NEAR(slice.sent_pps, 640, 1e-6);
}

TEST(History, the_last_interval_said_twice_counts_once) {
    History history;
    Feed feed(history);
    feed.step(1000);
    const Snapshot last = feed.make(1000, 100, Feed::kStep, 0);
    history.add(last);
    Snapshot stopped = last;
    stopped.state = RunState::Stopped;
    history.add(stopped);
    HistorySlice slice;
    history.query(0, 10, kEverything, slice);
    EXPECT_DOUBLE_EQ(slice.covered_s, 2 * Feed::kStep);
}

TEST(History, doubtful_stretches_are_kept_together) {
    History history;
    Feed feed(history);
    feed.step(1000);
    for (int i = 0; i < 3; ++i) {
        Snapshot throttled = feed.make(1000, 100, Feed::kStep, 0);
        throttled.interval_throttled = true;
        history.add(throttled);
    }
    feed.step(1000);
    Snapshot lost = feed.make(1000, 100, Feed::kStep, 0);
    lost.interval_lost_events = true;
    history.add(lost);
    ASSERT_EQ(history.doubts().size(), 2U);
    EXPECT_DOUBLE_EQ(history.doubts()[0].begin_s, Feed::kStep);
    EXPECT_DOUBLE_EQ(history.doubts()[0].end_s, 4 * Feed::kStep);
    EXPECT_TRUE(history.doubts()[0].throttled);
    EXPECT_TRUE(history.doubts()[1].lost);
}

}  // namespace
}  // namespace spinscope
