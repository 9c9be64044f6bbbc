// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/metrics/run_info.h"

namespace spinscope {

/// Measures this CPU as it is right now (about 2 ms): the fastest of several short rounds.
Calibration calibrate_host();
/// The empty-loop part alone (well under 1 ms), to see whether the machine's speed has moved. ns per
/// iteration.
double measure_iteration_ns();

/// A cycle, and what an access to a line costs that the core's own cache holds, to be written; ns.
struct HitTimes {
    double cycle_ns = 0;   ///< one step of a chain of additions, each of which needs the one before it
    double load_ns = 0;    ///< until its value can be used
    double store_ns = 0;   ///< stores in a row
    double update_ns = 0;  ///< locked instructions in a row
};
/// Under 5 ms, on the calling thread.
HitTimes measure_hits();

Environment describe_host();

}  // namespace spinscope
