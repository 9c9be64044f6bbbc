// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace spinscope {
namespace {

constexpr const char* kUnknown = "—";

/// The largest unit that leaves at least 1 in front of the decimal point, after rounding to three digits.
std::string scaled(std::optional<double> known, const std::array<const char*, 4>& units) {
    if (!known) return kUnknown;
    double value = *known;
    std::size_t unit = 0;
    while (unit + 1 < units.size() && std::fabs(value) >= 999.5) {
        value /= 1000;
        ++unit;
    }
    // The smallest unit is what was counted: it has no fractions worth showing.
    const int decimals = unit == 0 || std::fabs(value) >= 99.95 ? 0 : std::fabs(value) >= 9.995 ? 1 : 2;
    return fmt::format("{:.{}f} {}", value, decimals, units[unit]);
}

}  // namespace

std::string rate_text(std::optional<double> packets_per_second) {
    return scaled(packets_per_second, {"pps", "kpps", "Mpps", "Gpps"});
}

std::string time_text(std::optional<double> nanoseconds) {
    return scaled(nanoseconds, {"ns", "µs", "ms", "s"});
}

std::string share_text(std::optional<double> share) {
    return share ? fmt::format("{:.1f} %", *share * 100) : kUnknown;
}

std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xc0) != 0x80; }));
}

std::string pad_left(const std::string& text, std::size_t width) {
    return std::string(width - std::min(width, width_of(text)), ' ') + text;
}

std::string pad_right(const std::string& text, std::size_t width) {
    return text + std::string(width - std::min(width, width_of(text)), ' ');
}

}  // namespace spinscope
