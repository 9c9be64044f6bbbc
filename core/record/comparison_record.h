// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/engine/comparison.h"

namespace spinscope {

/// How the interval of a median comes about, in one sentence.
inline constexpr const char* kIntervalMethod =
    "median of the rounds' values; at least 95 % interval: percentile bootstrap of the median, widened to "
    "the "
    "exact interval of the order statistics; nothing below 6 rounds";

/// The object that `spinscope compare --json` prints (schema spinscope.compare/1: fields are added, never
/// renamed). Of a comparison that has a run at least. `command` is how it was asked for.
std::string comparison_json(const ComparisonPlan& plan, const ComparisonData& data,
                            const std::string& command);

/// A header and one row for each run; a cell is empty where the value is not known.
std::string comparison_csv(const ComparisonData& data);

}  // namespace spinscope
