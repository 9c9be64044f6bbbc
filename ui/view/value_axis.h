// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace spinscope {

/// A value axis from 0 that fits itself to the data: at once when they grow, and only when much room is left
/// when they shrink, so that it does not breathe.
class ValueAxis {
 public:
    /// Fits `peak`; true if the axis changed.
    bool fit(double peak);
    /// Multiplies the top by hand; fit() leaves it alone until reset().
    void zoom(double factor);
    void reset() { by_hand_ = false; }

    double top() const { return top_; }
    /// Round values in (0, top], few enough for labels `height` px apart from each other.
    std::vector<double> ticks(int height) const;
    /// Share of the axis in [0, 1].
    double share(double value) const { return value <= 0 ? 0 : value >= top_ ? 1 : value / top_; }

 private:
    double top_ = 1;
    bool fitted_ = false;
    bool by_hand_ = false;
};

/// 1, 2 or 5 times a power of ten, at least `value`.
double round_up(double value);

}  // namespace spinscope
