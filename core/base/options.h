// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/base/experiment.h"
#include "core/base/strategy_info.h"

namespace spinscope {

// What the options say of `info`, or its default. Each throws UsageError where the option does not take that.

std::string option_text(const Options& options, const OptionInfo& info);
/// A number; one of the option's words is 0.
std::uint32_t option_u32(const Options& options, const OptionInfo& info);
double option_real(const Options& options, const OptionInfo& info);
bool option_on(const Options& options, const OptionInfo& info);

/// "a number of 0 and more": what the option takes, in words.
std::string takes(const OptionInfo& info);

}  // namespace spinscope
