// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/calibration.h"
#include "core/engine/host_matrix.h"
#include "core/machine/sim/profile.h"

namespace spinscope {

/// What calibrate finds out about this computer.
struct HostCalibration {
    Calibration calibration;
    HitTimes hits;
    Environment environment;
    HostMatrix matrix;
};

/// A machine profile of the CPUs this process may use: what was measured with its spread, the rest estimated
/// and said so. Throws Error where nothing between two CPUs was measured.
MachineProfile make_host_profile(const Topology& topology, const HostCalibration& measured);

}  // namespace spinscope
