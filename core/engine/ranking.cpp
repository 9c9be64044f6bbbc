// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/ranking.h"

#include <algorithm>
#include <utility>

namespace spinscope {
namespace {

std::vector<double> values_of(const ComparisonData& data, std::size_t strategy, Metric metric) {
    std::vector<double> values;
    for (const ComparisonRound& round : data.rounds) {
        const std::optional<Measures>& run = round.values[strategy];
        if (run && (*run)[metric]) values.push_back(*(*run)[metric]);
    }
    return values;
}

ComparedPair compare(const ComparisonData& data, std::size_t a, std::size_t b) {
    std::vector<double> ratios, differences;
    for (const ComparisonRound& round : data.rounds) {
        const auto& first = round.values[a];
        const auto& second = round.values[b];
        if (!first || !second || !(*first)[Metric::Pps] || !(*second)[Metric::Pps]) continue;
        const double over = *(*first)[Metric::Pps];
        const double under = *(*second)[Metric::Pps];
        differences.push_back(over - under);
        if (under > 0) ratios.push_back(over / under);
    }
    ComparedPair pair;
    // A quotient of every round, or none.
    if (ratios.size() == differences.size()) pair.ratio = estimate(ratios);
    pair.difference_pps = estimate(differences);
    if (pair.difference_pps && pair.difference_pps->interval) {
        const bool none = pair.difference_pps->interval->contains(0);
        pair.verdict = none ? Verdict::NoDifference : Verdict::Faster;
    }
    return pair;
}

}  // namespace

Ranking rank(const ComparisonData& data) {
    Ranking ranking;
    for (std::size_t i = 0; i < data.strategies.size(); ++i) {
        RankedStrategy row{i, data.strategies[i], {}};
        for (const MetricInfo& info : kMetrics) {
            row.metrics[static_cast<std::size_t>(info.metric)] = estimate(values_of(data, i, info.metric));
        }
        if (row[Metric::Pps]) ranking.strategies.push_back(std::move(row));
    }
    std::stable_sort(ranking.strategies.begin(), ranking.strategies.end(), [](const auto& a, const auto& b) {
        return a[Metric::Pps]->median > b[Metric::Pps]->median;
    });
    for (std::size_t i = 1; i < ranking.strategies.size(); ++i) {
        std::size_t first = i - 1;
        std::size_t second = i;
        const auto pair_of = [&] {
            return compare(data, ranking.strategies[first].index, ranking.strategies[second].index);
        };
        ComparedPair pair = pair_of();
        // The median of the differences need not have the sign of the difference of the medians.
        if (pair.verdict == Verdict::Faster && pair.difference_pps->median < 0) {
            std::swap(first, second);
            pair = pair_of();
        }
        pair.first = first;
        pair.second = second;
        ranking.pairs.push_back(std::move(pair));
    }
    return ranking;
}

std::string pair_title(const Ranking& ranking, const ComparedPair& pair) {
    const std::string& first = ranking.strategies[pair.first].strategy;
    const std::string& second = ranking.strategies[pair.second].strategy;
    return first + (pair.verdict == Verdict::Faster ? " before " : ", ") + second;
}

}  // namespace spinscope
