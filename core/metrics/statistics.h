// SPDX-License-Identifier: GPL-3.0-or-later
// Medians with intervals, for few and unruly measurements: no distribution is assumed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace spinscope {

struct Interval {
    double low = 0;
    double high = 0;
    bool contains(double value) const { return low <= value && value <= high; }
};

/// A median, and where it lies with 95 % confidence.
struct Estimate {
    double median = 0;
    std::optional<Interval> interval;  ///< nothing with fewer than kLeastForInterval values
    std::size_t count = 0;
};

/// With fewer values even the whole range of them misses the median in more than 5 of 100 cases.
inline constexpr std::size_t kLeastForInterval = 6;

/// The value below which the share `q` in [0, 1] of the values lies, interpolated between neighbours. Of one
/// value at least.
double quantile(std::vector<double> values, double q);
double median(std::vector<double> values);

/// The interval between two values of the sorted list that holds the median of what they are drawn from with
/// 95 % confidence or more, whatever its distribution: as many are cut off at each end as a sign test allows.
/// Nothing for too few.
std::optional<Interval> order_interval(std::vector<double> values);
/// The middle 95 % of the medians of lists drawn from the values with replacement (percentile bootstrap). Of
/// one value at least.
Interval bootstrap_interval(std::vector<double> values, std::uint64_t seed = 42);

/// Median with the bootstrap's interval, widened to order_interval() where that reaches further: alone the
/// bootstrap is too narrow for few values (with 6 to 10 it misses the median in up to 10 of 100 cases), and
/// an A/A comparison would see differences that are not there. The same values give the same estimate.
/// Nothing without values.
std::optional<Estimate> estimate(const std::vector<double>& values);

}  // namespace spinscope
