// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/command_line.h"
#include "core/engine/host_profile.h"

namespace spinscope {

/// `spinscope calibrate`: measures, prints, writes the profile; progress on stderr where that is a terminal.
/// Returns the exit code. Throws Error.
int run_calibrate(const CalibrateCommand& command);

/// What it prints, as text.
std::string calibration_text(const HostCalibration& measured);

}  // namespace spinscope
