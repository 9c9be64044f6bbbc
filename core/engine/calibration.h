// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/metrics/run_info.h"

namespace spinscope {

/// Measures this CPU as it is right now (about 2 ms): the fastest of several short rounds.
Calibration calibrate_host();
/// The empty-loop part alone (well under 1 ms), to see whether the machine's speed has moved. ns per
/// iteration.
double measure_iteration_ns();

Environment describe_host();

}  // namespace spinscope
