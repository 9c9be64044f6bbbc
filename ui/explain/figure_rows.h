// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/metrics/snapshot.h"

namespace spinscope {

/// A published figure beside what this run measures.
struct FigureRow {
    std::string strategy;
    std::optional<double> published_pps;  ///< nothing: none was published
    std::optional<double> ours_pps;       ///< nothing: not measured under those conditions
    bool present = false;                 ///< of the strategy in force
    std::string conditions;               ///< of the figure, in words
    std::string source;

    std::optional<double> ratio() const;
};

/// What the strategies of this run have sent, each when it was last in force: packets per second over the
/// last second of it. Forgotten with the run.
class RateMemory {
 public:
    void add(const Snapshot& snapshot);
    std::optional<double> of(const std::string& strategy) const;

 private:
    struct Sent {
        double at_s;
        std::uint64_t packets;
    };
    std::vector<Sent> last_second_;
    std::map<std::string, double> rates_;
    const RunInfo* run_ = nullptr;
    std::size_t marks_ = 0;
};

/// The figures published for this machine, and a row of the present strategy where it has none among them.
/// Ours is given where the experiment is what the figure is compared with: its workers on one queue, or its
/// preset.
std::vector<FigureRow> figure_rows(const Experiment& experiment, const std::string& strategy,
                                   const RateMemory& rates, std::size_t workers);
/// What was published of the strategy elsewhere, in one sentence; empty if nothing was.
QString published_elsewhere(const Experiment& experiment, const std::string& strategy);

}  // namespace spinscope
