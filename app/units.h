// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace spinscope {

/// Numbers for a terminal: three digits and the unit, "—" for what is not known.
std::string rate_text(std::optional<double> packets_per_second);  ///< "222 pps", "57.4 Mpps"
std::string time_text(std::optional<double> nanoseconds);         ///< "46 ns", "1.24 µs", "5.20 ms"
std::string share_text(std::optional<double> share);              ///< of 1: "12.7 %"

/// Columns on the screen that UTF-8 text without wide characters takes.
std::size_t width_of(const std::string& text);
std::string pad_left(const std::string& text, std::size_t width);
std::string pad_right(const std::string& text, std::size_t width);

}  // namespace spinscope
