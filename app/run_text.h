// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/metrics/run_result.h"

namespace spinscope {

/// The result for a person at a terminal: conditions, packets, times, locks, workers.
std::string run_text(const RunResult& result);

}  // namespace spinscope
