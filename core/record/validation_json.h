// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/engine/validation.h"

namespace spinscope {

/// `validate --json`: an object with `rows`; what was not simulated is null.
std::string validation_json(const Validation& validation);

}  // namespace spinscope
