// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace spinscope {

/// The running kernel, as uname says: "6.1.0-18-amd64".
std::string kernel_release();
/// The CPU's name out of the text of /proc/cpuinfo; empty where it has none (most ARM machines).
std::string parse_cpu_model(const std::string& cpuinfo);
/// The CPU's name, or the architecture where the kernel knows no name.
std::string cpu_model();
/// The frequency governor, several separated by commas where CPUs differ; nothing where the machine does not
/// say (most virtual machines). `root` is /sys/devices/system/cpu but in tests.
std::optional<std::string> governor(const std::string& root = "/sys/devices/system/cpu");

}  // namespace spinscope
