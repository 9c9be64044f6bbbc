// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/experiment.h"

namespace spinscope {

/// A number that somebody has published, and how it can be simulated. One of workers, preset, ratio and needs
/// says how.
struct PublishedFigure {
    std::string id;
    std::string group;  ///< "A1"
    std::string what;   ///< the workload, in words
    std::string scenario;
    std::string strategy;
    std::optional<std::string> profile;  ///< nothing where the machine is not stated or has no profile
    double published = 0;
    std::string unit;  ///< "pps" with a prefix, or "x" for a quotient
    std::string source;
    std::string note;  ///< what is known about the difference

    std::optional<unsigned> workers;
    std::string preset;   ///< runs that experiment as a live switch changes it: ...
    Options set;          ///< ... to `strategy`, with these
    double warmup_s = 0;  ///< of such a run
    double duration_s = 0;
    std::optional<std::pair<std::string, std::string>> ratio;  ///< of two other figures, by id
    bool runs() const { return workers || !preset.empty(); }
    std::string needs;  ///< what the program lacks
};

/// resources/published/figures.json as it was when the program was built.
std::span<const PublishedFigure> published_figures();

/// The text of that file; defined in a file that CMake writes.
std::string_view builtin_figures();

}  // namespace spinscope
