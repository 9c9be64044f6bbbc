// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "core/base/experiment.h"

namespace spinscope {

/// Values of options, from text. Each throws a UsageError that names the option, what it takes and what to
/// do; `option` is as written on the command line.
std::uint64_t whole_number(const std::string& option, const std::string& text, std::uint64_t least,
                           std::uint64_t most);
/// Above `least` (or equal to it where `inclusive`), with a decimal point.
double real_number(const std::string& option, const std::string& text, double least, bool inclusive);
/// "NAME=VALUE"
std::pair<std::string, std::string> assignment(const std::string& option, const std::string& text);
/// "NAME=NUMBER", a number of WorkloadCosts.
void set_cost(WorkloadCosts& costs, const std::string& text);
/// "AT:ID[,NAME=VALUE...]"
ScriptedSwitch scripted_switch(const std::string& text);
Waiting waiting_policy(const std::string& text);
ProbeMode probe_mode(const std::string& text);

}  // namespace spinscope
