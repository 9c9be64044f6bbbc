// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/comparison.h"
#include "core/metrics/statistics.h"

namespace spinscope {

struct RankedStrategy {
    std::size_t index = 0;  ///< in ComparisonData::strategies
    std::string strategy;
    std::array<std::optional<Estimate>, kMetrics.size()> metrics;  ///< by Metric, over the rounds
    const std::optional<Estimate>& operator[](Metric metric) const {
        return metrics[static_cast<std::size_t>(metric)];
    }
};

enum class Verdict { Faster, NoDifference, TooFewRounds };

/// Two neighbours of the ranking. Both estimates are of the rounds' own values: each round is compared with
/// itself, so that what disturbed a whole round disturbs neither.
struct ComparedPair {
    std::size_t first = 0;  ///< in the ranking; the faster one where they differ
    std::size_t second = 0;
    std::optional<Estimate> ratio;           ///< packets per second of the first / of the second
    std::optional<Estimate> difference_pps;  ///< first - second
    Verdict verdict = Verdict::TooFewRounds;
};

/// The strategies by their median packets per second, and what may be said of neighbours. True for the
/// conditions they ran under, and no more.
struct Ranking {
    std::vector<RankedStrategy> strategies;
    std::vector<ComparedPair> pairs;
};
Ranking rank(const ComparisonData& data);

/// "llist before busylock", "busylock, enqueue-lock".
std::string pair_title(const Ranking& ranking, const ComparedPair& pair);

}  // namespace spinscope
