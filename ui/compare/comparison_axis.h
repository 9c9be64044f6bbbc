// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "core/engine/ranking.h"

namespace spinscope {

/// The axis of one measure over all strategies of a ranking: from 0 for rates and handoffs, over decades for
/// waits (with 0 at a place of its own), up to 1 for fairness.
class ComparisonAxis {
 public:
    ComparisonAxis(Metric metric, const Ranking& ranking, double also = 0);

    /// Share of the axis in [0, 1].
    double share(double value) const;
    /// Places in [0, 1] with their labels, ascending.
    std::vector<std::pair<double, QString>> ticks() const;

 private:
    Metric metric_;
    bool log_ = false;
    bool zero_ = false;  ///< log: a value is 0
    double low_ = 0;
    double high_ = 1;
};

}  // namespace spinscope
