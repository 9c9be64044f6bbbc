// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/experiment.h"
#include "core/engine/published_figures.h"

namespace spinscope {

/// A published figure beside the simulated one.
struct ValidationRow {
    PublishedFigure figure;
    std::optional<double> simulated;  ///< in the figure's unit; nothing where it could not be simulated
    std::uint64_t seed = 0;
    std::string command;  ///< that runs it by hand; empty where there is none
    std::string note;     ///< why it differs, or why there is no number

    /// simulated / published - 1
    std::optional<double> deviation() const;
};

struct Validation {
    std::vector<ValidationRow> rows;  ///< in the order of the file
    bool partial = false;             ///< stopped before all were run
};

struct ValidationPlan {
    std::uint64_t seed = 42;
    double duration_s = 0.2;  ///< of each run, virtual
};

/// The experiment behind a figure that can be run (`workers`): the command line's defaults for a simulated
/// machine, nothing else.
Experiment experiment_for(const PublishedFigure& figure, const ValidationPlan& plan = {});

/// Simulates all figures that the program covers, several at a time. The result is the same for a seed,
/// whatever runs at the same time. `progress` is told how many of how many runs are done, on any thread.
Validation validate_figures(const ValidationPlan& plan, const std::stop_token& stop = {},
                            const std::function<void(std::size_t, std::size_t)>& progress = {});

}  // namespace spinscope
