// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace spinscope {

/// A number of three digits and its unit, with a decimal point: "1.06" and "Mpps". Front ends put their own
/// decimal sign and space.
struct Quantity {
    std::string number;
    std::string unit;

    std::string text() const { return number + " " + unit; }
    bool operator==(const Quantity&) const = default;
};

Quantity rate_quantity(double packets_per_second);  ///< "222 pps", "57.4 Mpps"
Quantity time_quantity(double nanoseconds);         ///< "46 ns", "1.24 µs", "5.20 ms", "3.00 s"

}  // namespace spinscope
