// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/command_line.h"
#include "core/engine/comparison.h"

namespace spinscope {

/// A row for each strategy, fastest first, and what may be said of neighbours.
std::string comparison_text(const ComparisonPlan& plan, const ComparisonData& data);

/// Runs it to the end, or to the first signal; progress goes to stderr, the result to stdout. Returns the
/// exit code: 0, or 1 when nothing was kept or a run failed. Throws UsageError.
int run_compare(const CompareCommand& command);

}  // namespace spinscope
