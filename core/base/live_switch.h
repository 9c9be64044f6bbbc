// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/base/experiment.h"

namespace spinscope {

/// What a live switch may name among its options beside those of the strategy and the discipline.
inline constexpr std::array<std::string_view, 5> kSwitchNames{"discipline", "limit", "lock", "queues",
                                                              "queue-by"};

/// What the experiment says of each of them.
Options switch_values(const Experiment& experiment);
/// The others.
Options without_switch_names(const Options& options);

/// The experiment as it is after a live switch. What the options do not name stays as it is, but for a root
/// lock that was asked for: it goes with its strategy. Throws UsageError for a number that is none; nothing
/// else is checked.
Experiment after_switch(Experiment experiment, const std::string& strategy, const Options& options);

}  // namespace spinscope
