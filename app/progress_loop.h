// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>
#include <string>

namespace spinscope {

/// Runs `work` on another thread, and asks it to stop at SIGINT or SIGTERM. Meanwhile `progress` is shown on
/// stderr, where that is a terminal. Rethrows what `work` throws.
void run_with_progress(const std::function<void(const std::stop_token&)>& work,
                       const std::function<std::string()>& progress);

}  // namespace spinscope
