// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace spinscope {

/// A strategy in words of our own.
struct Explanation {
    std::string author;
    std::string date;       ///< and the kernels that had it
    std::string reference;  ///< commit, thread or paper, short
    std::string what;       ///< what it does
    std::string why;        ///< why it was proposed
    std::string cost;       ///< what it costs
    std::string link;       ///< where to read on
};

/// Null for a strategy that nothing is said of.
const Explanation* explain_strategy(std::string_view id);
/// One sentence; empty if nothing is said of it.
std::string_view explain_discipline(std::string_view id);
std::string_view explain_lock(std::string_view id);

/// resources/explain/explain.json as it was when the program was built; defined in a file that CMake writes.
std::string_view builtin_explanations();

}  // namespace spinscope
