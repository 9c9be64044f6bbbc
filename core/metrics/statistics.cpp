// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/statistics.h"

#include <algorithm>
#include <cmath>

#include "core/base/random.h"

namespace spinscope {
namespace {

constexpr double kTail = 0.025;
constexpr std::size_t kResamples = 2000;

double quantile_of_sorted(const std::vector<double>& sorted, double q) {
    const double position = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

/// How many of n values may be cut off at each end: the median lies beyond the k-th value with probability
/// P(Binomial(n, 1/2) < k).
std::size_t cut_off(std::size_t n) {
    double probability = std::pow(0.5, static_cast<double>(n));  // of exactly k values below the median
    double tail = probability;
    std::size_t k = 0;
    while (tail <= kTail) {
        ++k;
        probability *= static_cast<double>(n - k + 1) / static_cast<double>(k);
        tail += probability;
    }
    return k;
}

}  // namespace

double quantile(std::vector<double> values, double q) {
    std::sort(values.begin(), values.end());
    return quantile_of_sorted(values, q);
}

double median(std::vector<double> values) {
    return quantile(std::move(values), 0.5);
}

std::optional<Interval> order_interval(std::vector<double> values) {
    const std::size_t n = values.size();
    if (n < kLeastForInterval) return std::nullopt;
    std::sort(values.begin(), values.end());
    // 2^-n is 0 for doubles beyond 1074; so many rounds nobody has, and then the normal law is as good.
    const std::size_t k =
        n <= 1000
            ? cut_off(n)
            : static_cast<std::size_t>(static_cast<double>(n) / 2 - 0.98 * std::sqrt(static_cast<double>(n)));
    return Interval{values[k - 1], values[n - k]};
}

Interval bootstrap_interval(std::vector<double> values, std::uint64_t seed) {
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    SeededRandom random(seed);
    std::vector<std::uint32_t> drawn(n);  // how often each value was drawn
    std::vector<double> medians;
    medians.reserve(kResamples);
    for (std::size_t resample = 0; resample < kResamples; ++resample) {
        std::fill(drawn.begin(), drawn.end(), 0);
        for (std::size_t i = 0; i < n; ++i) ++drawn[random.below(n)];
        const auto value_at = [&](std::size_t position) {
            std::size_t i = 0;
            for (std::size_t seen = drawn[0]; seen <= position; seen += drawn[i]) ++i;
            return values[i];
        };
        medians.push_back((value_at((n - 1) / 2) + value_at(n / 2)) / 2);
    }
    std::sort(medians.begin(), medians.end());
    return {quantile_of_sorted(medians, kTail), quantile_of_sorted(medians, 1 - kTail)};
}

std::optional<Estimate> estimate(const std::vector<double>& values) {
    if (values.empty()) return std::nullopt;
    Estimate result{median(values), order_interval(values), values.size()};
    if (result.interval) {
        const Interval drawn = bootstrap_interval(values);
        result.interval->low = std::min(result.interval->low, drawn.low);
        result.interval->high = std::max(result.interval->high, drawn.high);
    }
    return result;
}

}  // namespace spinscope
