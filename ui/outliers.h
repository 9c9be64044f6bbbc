// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/metrics/history.h"

namespace spinscope {

/// A worker that differs from the others, in the value in which it differs most.
struct Outlier {
    enum class Metric { Waiting, OwnerShare, Rate };
    int worker = 0;
    Metric metric = Metric::Waiting;
    double value = 0;
    double median = 0;  ///< of all workers
    double times = 0;   ///< distance from the median, in usual distances from it
};

/// The workers whose value is more than kUnusual usual distances from the median, the farthest first, at most
/// `most`. The usual distance is the median of all distances, so that outliers do not hide each other; spread
/// below one part in a hundred is none.
std::vector<Outlier> outliers_of(const HistorySlice& slice, std::size_t most);
inline constexpr double kUnusual = 6;
/// Of fewer workers nothing can be called usual.
inline constexpr std::size_t kFewestForOutliers = 5;

}  // namespace spinscope
