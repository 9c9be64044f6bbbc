// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/command_line.h"
#include "core/engine/sweep.h"

namespace spinscope {

/// Packets per second, a row for each number of workers and a column for each strategy, with cliffs marked.
std::string sweep_text(const Sweep& sweep);

/// Runs it to the end, or to the first signal; progress goes to stderr, the result to stdout. Returns the
/// exit code: 0, or 1 when nothing was kept or a point could not be run. Throws UsageError.
int run_sweep(const SweepCommand& command);

}  // namespace spinscope
