// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/command_line.h"
#include "core/engine/validation.h"

namespace spinscope {

/// `spinscope validate`: simulates, prints; progress on stderr where that is a terminal. Returns the exit
/// code. Throws Error.
int run_validate(const ValidateCommand& command);

/// The table, and what is known about each row below it.
std::string validation_text(const Validation& validation);

}  // namespace spinscope
