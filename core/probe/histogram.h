// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace spinscope {

/// Bucket scheme shared by every histogram: values below 16 have a bucket each, above that 16 buckets per
/// power of two (a relative width of 6 %), up to 2^40 (18 minutes in ns); larger values go into the last
/// bucket.
struct Buckets {
    static constexpr unsigned kSubBits = 4;
    static constexpr unsigned kSub = 1u << kSubBits;
    static constexpr unsigned kTopBit = 40;
    static constexpr std::size_t kCount = std::size_t{kTopBit - kSubBits + 1} * kSub;

    static constexpr std::size_t index(std::uint64_t value) {
        if (value < kSub) return value;
        const unsigned exponent = static_cast<unsigned>(std::bit_width(value)) - 1;
        if (exponent >= kTopBit) return kCount - 1;
        return std::size_t{exponent - kSubBits + 1} * kSub + ((value >> (exponent - kSubBits)) & (kSub - 1));
    }
    /// Smallest value of the bucket.
    static constexpr std::uint64_t lower(std::size_t index) {
        if (index < kSub) return index;
        const auto exponent = index / kSub + kSubBits - 1;
        return (kSub + index % kSub) << (exponent - kSubBits);
    }
    /// Number of values in the bucket.
    static constexpr std::uint64_t width(std::size_t index) {
        return index < std::size_t{2} * kSub ? 1 : std::uint64_t{1} << (index / kSub - 1);
    }
};

/// A log-linear histogram of nanoseconds: a plain value for one thread. Quantiles interpolate inside a bucket
/// and never leave [0, max].
class Histogram {
 public:
    void add(std::uint64_t value, std::uint64_t weight = 1) {
        counts_[Buckets::index(value)] += weight;
        count_ += weight;
        sum_ += value * weight;
        if (value > max_) max_ = value;
    }
    void merge(const Histogram& other);
    /// This minus an earlier state of the same histogram. The maximum of the difference is the upper end of
    /// its highest bucket, bounded by `max()`.
    Histogram since(const Histogram& earlier) const;
    void clear() { *this = Histogram{}; }

    std::uint64_t count() const { return count_; }
    std::uint64_t sum() const { return sum_; }
    std::uint64_t max() const { return max_; }
    double mean() const {
        return count_ == 0 ? 0.0 : static_cast<double>(sum_) / static_cast<double>(count_);
    }
    /// q in [0, 1]; 0 when empty.
    std::uint64_t quantile(double q) const;
    std::uint64_t bucket(std::size_t index) const { return counts_[index]; }

 private:
    friend class LiveHistogram;
    std::array<std::uint64_t, Buckets::kCount> counts_{};
    std::uint64_t count_ = 0;
    std::uint64_t sum_ = 0;
    std::uint64_t max_ = 0;
};

/// The same histogram with one writing thread and any number of readers. A reader may see a sample in the
/// bucket and not yet in the sum; it never sees a torn number. Buckets are stored last, so count <= samples
/// written.
class LiveHistogram {
 public:
    /// Writing thread only.
    void add(std::uint64_t value) {
        bump(sum_, value);
        if (value > max_.load(std::memory_order_relaxed)) max_.store(value, std::memory_order_relaxed);
        bump(counts_[Buckets::index(value)], 1);
    }
    /// Any thread: copies the present state into `out`.
    void read(Histogram& out) const;

 private:
    static void bump(std::atomic<std::uint64_t>& cell, std::uint64_t by) {
        cell.store(cell.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
    }
    std::array<std::atomic<std::uint64_t>, Buckets::kCount> counts_{};
    std::atomic<std::uint64_t> sum_{0};
    std::atomic<std::uint64_t> max_{0};
};

}  // namespace spinscope
