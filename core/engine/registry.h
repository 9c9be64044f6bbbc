// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "core/base/experiment.h"
#include "core/base/strategy_info.h"

namespace spinscope {

/// All strategies of all scenarios, in the order of the strategy bar.
std::span<const StrategyInfo> strategies();
/// Null if there is no such id.
const StrategyInfo* find_strategy(std::string_view id);

/// Checks everything that can be checked without starting: ids, ranges, combinations. Throws UsageError.
void validate(const Experiment& experiment);
/// The same for the target of a live switch.
void validate_switch(const Experiment& experiment, std::string_view strategy, const Options& options);

}  // namespace spinscope
