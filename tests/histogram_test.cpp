// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/probe/histogram.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

namespace spinscope {
namespace {

TEST(Buckets, CoverTheRangeWithoutGapOrOverlap) {
    for (std::size_t i = 0; i + 1 < Buckets::kCount; ++i) {
        ASSERT_EQ(Buckets::lower(i) + Buckets::width(i), Buckets::lower(i + 1)) << i;
        ASSERT_EQ(Buckets::index(Buckets::lower(i)), i);
        ASSERT_EQ(Buckets::index(Buckets::lower(i + 1) - 1), i);
    }
    EXPECT_EQ(Buckets::index(~std::uint64_t{0}), Buckets::kCount - 1);
}

TEST(Histogram, QuantilesStayWithinABucketOfTheTruth) {
    Histogram histogram;
    for (std::uint64_t v = 1; v <= 100'000; ++v) histogram.add(v);
    for (double q : {0.01, 0.5, 0.9, 0.99, 0.999}) {
        EXPECT_NEAR(static_cast<double>(histogram.quantile(q)), q * 100'000, q * 100'000 / 16) << q;
    }
    EXPECT_EQ(histogram.quantile(1), 100'000u);
    EXPECT_EQ(histogram.max(), 100'000u);
    EXPECT_DOUBLE_EQ(histogram.mean(), 50'000.5);
}

TEST(Histogram, UncontendedCallsPullTheMedianToZero) {
    Histogram histogram;
    histogram.add(0, 60);
    histogram.add(5'000, 40);
    EXPECT_EQ(histogram.quantile(0.5), 0u);
    EXPECT_NEAR(static_cast<double>(histogram.quantile(0.9)), 5'000, 5'000 / 16);
}

TEST(Histogram, DifferenceHoldsOnlyWhatCameLater) {
    Histogram early;
    early.add(1'000'000);
    Histogram late = early;
    late.add(10);
    late.add(20);
    const Histogram interval = late.since(early);
    EXPECT_EQ(interval.count(), 2u);
    EXPECT_EQ(interval.sum(), 30u);
    EXPECT_EQ(interval.max(), 20u);
}

TEST(Histogram, EmptyHasNoQuantiles) {
    EXPECT_EQ(Histogram{}.quantile(0.5), 0u);
    EXPECT_EQ(Histogram{}.mean(), 0.0);
}

TEST(LiveHistogram, ReadsWhatWasWritten) {
    auto live = std::make_unique<LiveHistogram>();
    for (std::uint64_t v : {0u, 3u, 700u, 1'000'000u}) live->add(v);
    Histogram copy;
    live->read(copy);
    EXPECT_EQ(copy.count(), 4u);
    EXPECT_EQ(copy.max(), 1'000'000u);
    EXPECT_EQ(copy.quantile(0), 0u);
}

TEST(LiveHistogram, IsWholeForAReaderAtAnyTime) {
    constexpr std::uint64_t kSamples = 300'000;
    auto live = std::make_unique<LiveHistogram>();
    std::atomic<std::uint64_t> begun{0};
    std::thread writer([&] {
        for (std::uint64_t i = 1; i <= kSamples; ++i) {
            begun.store(i);
            live->add(i % 1000);
        }
    });
    auto before = std::make_unique<Histogram>();
    auto now = std::make_unique<Histogram>();
    do {
        live->read(*now);
        // Counts only grow, and never run ahead of the writer.
        const Histogram interval = now->since(*before);
        ASSERT_EQ(now->count(), before->count() + interval.count());
        ASSERT_LE(interval.count(), kSamples);
        ASSERT_LE(now->count(), begun.load());
        ASSERT_LE(interval.max(), 999u);
        *before = *now;
    } while (now->count() < kSamples);
    writer.join();
    EXPECT_EQ(now->count(), kSamples);
}

}  // namespace
}  // namespace spinscope
