// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/engine/sweep.h"

namespace spinscope {

/// The object that `spinscope sweep --json` prints (schema spinscope.sweep/1: fields are added, never
/// renamed). Points that were not run are left out. `command` is how it was asked for.
std::string sweep_json(const Sweep& sweep, const std::string& command);

/// A header and one row for each point that was run; a cell is empty where the value is not known.
std::string sweep_csv(const Sweep& sweep);

}  // namespace spinscope
