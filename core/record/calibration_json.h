// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/engine/host_profile.h"

namespace spinscope {

/// `calibrate --json`: schema spinscope.calibration/1. What was not measured is null.
std::string calibration_json(const HostCalibration& measured);

}  // namespace spinscope
