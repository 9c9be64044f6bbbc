// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/compare/collapse.h"

namespace spinscope {

/// What others have published of this machine with one queue, as points to draw beside ours.
CollapseData published_on(const std::string& machine);

}  // namespace spinscope
