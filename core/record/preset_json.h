// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace spinscope {

/// `list presets --json`: an array, one object for each preset, with its story.
std::string presets_json();

}  // namespace spinscope
