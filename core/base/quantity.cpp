// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"

#include <array>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

namespace spinscope {
namespace {

/// The largest unit that leaves at least 1 in front of the decimal point, after rounding to three digits.
template <std::size_t N>
Quantity scaled(double value, const std::array<const char*, N>& units) {
    std::size_t unit = 0;
    while (unit + 1 < N && std::fabs(value) >= 999.5) {
        value /= 1000;
        ++unit;
    }
    // The smallest unit is what was counted: it has no fractions worth showing.
    const int decimals = unit == 0 || std::fabs(value) >= 99.95 ? 0 : std::fabs(value) >= 9.995 ? 1 : 2;
    return {fmt::format("{:.{}f}", value, decimals), units[unit]};
}

}  // namespace

Quantity rate_quantity(double packets_per_second) {
    return scaled<4>(packets_per_second, {"pps", "kpps", "Mpps", "Gpps"});
}

Quantity time_quantity(double nanoseconds) {
    return scaled<4>(nanoseconds, {"ns", "µs", "ms", "s"});
}

}  // namespace spinscope
