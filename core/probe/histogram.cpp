// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/probe/histogram.h"

#include <algorithm>
#include <cmath>

namespace spinscope {

void Histogram::merge(const Histogram& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
    count_ += other.count_;
    sum_ += other.sum_;
    max_ = std::max(max_, other.max_);
}

Histogram Histogram::since(const Histogram& earlier) const {
    Histogram result;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        result.counts_[i] = counts_[i] - earlier.counts_[i];
        result.count_ += result.counts_[i];
        if (result.counts_[i] != 0) result.max_ = std::min(max_, Buckets::lower(i) + Buckets::width(i) - 1);
    }
    // The last bucket is open-ended, so its largest value is only known as the overall maximum.
    if (result.counts_.back() != 0) result.max_ = max_;
    result.sum_ = sum_ - earlier.sum_;
    return result;
}

std::uint64_t Histogram::quantile(double q) const {
    if (count_ == 0) return 0;
    const double rank = std::clamp(q, 0.0, 1.0) * static_cast<double>(count_ - 1);
    double before = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        const auto here = static_cast<double>(counts_[i]);
        if (here == 0 || before + here <= rank) {
            before += here;
            continue;
        }
        const double inside = (rank - before) / here * static_cast<double>(Buckets::width(i));
        return std::min(max_, Buckets::lower(i) + static_cast<std::uint64_t>(inside));
    }
    return max_;
}

void LiveHistogram::read(Histogram& out) const {
    out.count_ = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        out.counts_[i] = counts_[i].load(std::memory_order_relaxed);
        out.count_ += out.counts_[i];
    }
    out.sum_ = sum_.load(std::memory_order_relaxed);
    out.max_ = max_.load(std::memory_order_relaxed);
}

}  // namespace spinscope
