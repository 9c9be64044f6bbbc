// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace spinscope {

/// A file of resources/machines/ as it was when the program was built.
struct BuiltinProfile {
    std::string_view name;  ///< of the file, without its folder
    std::string_view text;
};

/// Defined in a file that CMake writes.
std::span<const BuiltinProfile> builtin_profiles();

}  // namespace spinscope
