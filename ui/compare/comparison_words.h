// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <vector>

#include "core/engine/ranking.h"

namespace spinscope {

// What a comparison says, in the words and numbers of the screen.

/// "1.24 M", "46 ns", "0.999"; `low` and `high` of an interval read the same.
QString measure_text(Metric metric, std::optional<double> value);
/// "1.20 M … 1.28 M"; unknown below 6 rounds.
QString interval_text(Metric metric, const std::optional<Estimate>& estimate);

/// What is said of two neighbours of the ranking.
struct PairWords {
    QString title;     ///< "llist before busylock"
    QString verdict;   ///< "+17.5 %", "× 2.15", "no difference"
    QString interval;  ///< "+15.4 … +19.6 %"; empty where there is none
    bool differ = false;
};
std::vector<PairWords> pair_words(const Ranking& ranking);

/// Under what it was measured, one phrase each.
QStringList comparison_conditions(const ComparisonPlan& plan, std::size_t kept, const QString& machine,
                                  bool partial);
/// A strategy's row in full, rich text.
QString describe(const RankedStrategy& row);
/// A head and a row for each strategy: medians and their intervals; then the pairs.
std::vector<QStringList> comparison_table(const Ranking& ranking);

}  // namespace spinscope
