// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/value_axis.h"

#include <cmath>

namespace spinscope {

double round_up(double value) {
    if (value <= 0) return 1;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (step * power >= value * (1 - 1e-9)) return step * power;
    }
    return 10 * power;
}

bool ValueAxis::fit(double peak) {
    if (by_hand_ || !std::isfinite(peak) || peak <= 0) return false;
    const double wanted = peak * 1.08;
    if (fitted_ && peak <= top_ && wanted > top_ * 0.45) return false;
    // A quarter of a round step: near enough to the data to use the height.
    const double grain = round_up(wanted / 4) / 4;
    const double top = std::ceil(wanted / grain) * grain;
    const bool changed = !fitted_ || top != top_;
    fitted_ = true;
    top_ = top;
    return changed;
}

void ValueAxis::zoom(double factor) {
    by_hand_ = true;
    top_ *= factor;
}

std::vector<double> ValueAxis::ticks(int height) const {
    constexpr int kApart = 34;
    const double most = height < kApart ? 1 : static_cast<double>(height) / kApart;
    double step = round_up(top_ / (most < 4 ? most : 4));
    // One label at least: the largest round value below the top.
    if (step > top_) step = round_up(top_ / 2.5);
    if (step > top_) step = round_up(top_ / 5);
    std::vector<double> result;
    for (double value = step; value <= top_ * (1 + 1e-9); value += step) result.push_back(value);
    return result;
}

}  // namespace spinscope
