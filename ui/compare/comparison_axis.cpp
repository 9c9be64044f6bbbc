// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_axis.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/format.h"
#include "ui/view/value_axis.h"

namespace spinscope {

namespace {
constexpr double kZeroShare = 0.14;  ///< of a logarithmic axis, left of its first decade
constexpr double kFairness[] = {0.99, 0.95, 0.9, 0.8, 0.5};
}  // namespace

ComparisonAxis::ComparisonAxis(Metric metric, const Ranking& ranking, double also)
    : metric_(metric),
      log_(metric == Metric::WaitP50 || metric == Metric::WaitP99 || metric == Metric::WaitMax) {
    double least = std::numeric_limits<double>::infinity();
    double most = also;
    for (const RankedStrategy& row : ranking.strategies) {
        const std::optional<Estimate>& value = row[metric];
        if (!value) continue;
        const Interval reach = value->interval.value_or(Interval{value->median, value->median});
        for (const double at : {reach.low, reach.high, value->median}) {
            zero_ = zero_ || at <= 0;
            if (at > 0) least = std::min(least, at);
            most = std::max(most, at);
        }
    }
    if (metric == Metric::Jain) {
        const auto* const fits = std::find_if(std::begin(kFairness), std::end(kFairness),
                                              [least](double from) { return from <= least; });
        low_ = fits != std::end(kFairness) ? *fits : 0;
        return;
    }
    if (!log_) {
        high_ = most > 0 ? most * 1.04 : 1;
        return;
    }
    zero_ = zero_ && std::isfinite(least);
    low_ = std::floor(std::isfinite(least) ? std::log10(least) : 0);
    high_ = std::max(low_ + 1, most > 0 ? std::ceil(std::log10(most)) : low_ + 1);
}

double ComparisonAxis::share(double value) const {
    if (!log_) return std::clamp((value - low_) / (high_ - low_), 0.0, 1.0);
    const double from = zero_ ? kZeroShare : 0;
    if (value <= 0) return 0;
    return std::clamp(from + (1 - from) * (std::log10(value) - low_) / (high_ - low_), 0.0, 1.0);
}

std::vector<std::pair<double, QString>> ComparisonAxis::ticks() const {
    const Format format;
    std::vector<std::pair<double, QString>> all;
    if (log_) {
        if (zero_) all.emplace_back(0.0, QStringLiteral("0"));
        for (double decade = low_; decade <= high_; ++decade) {
            const double value = std::pow(10, decade);
            all.emplace_back(share(value), format.axis_time_ns(value));
        }
        return all;
    }
    if (metric_ == Metric::Jain) {
        return {{0, QLocale().toString(low_, 'g', 3)}, {1, QStringLiteral("1")}};
    }
    const double step = round_up(high_ / 3.5);
    for (double value = 0; value <= high_; value += step) {
        all.emplace_back(share(value), metric_ == Metric::Pps ? format.axis_rate(value)
                                                              : QLocale().toString(value, 'g', 3));
    }
    return all;
}

}  // namespace spinscope
