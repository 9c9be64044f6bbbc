// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "core/base/experiment.h"
#include "core/base/strategy_info.h"

namespace spinscope {

/// The option's value as a number from 0, or its default. Throws UsageError where it is none.
inline std::uint32_t option_u32(const Options& options, const OptionInfo& info) {
    const auto found = options.find(std::string(info.name));
    const std::string text = found == options.end() ? std::string(info.default_value) : found->second;
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
        throw UsageError("Option " + std::string(info.name) + " cannot be \"" + text + "\"",
                         "it is a number of 0 and more",
                         "Leave it out for the default, " + std::string(info.default_value));
    }
    return value;
}

}  // namespace spinscope
