// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/line_track.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spinscope {

void LineTrack::paint_ground(const Theme& theme, double ratio) {
    ground_.assign(static_cast<std::size_t>(std::max(0, height)), theme.plot.rgb());
    if (height <= 0) return;
    for (const double tick : axis.ticks(qRound(height / ratio))) {
        ground_[static_cast<std::size_t>(y(tick) - top)] = theme.grid.rgb();
    }
    ground_.back() = theme.axis.rgb();
}

void LineTrack::draw_ground(PixelColumn& column) const {
    for (int at = 0; at < height; ++at) column.set(top + at, ground_[static_cast<std::size_t>(at)]);
}

void LineTrack::fill(PixelColumn& column, double low, double high, QRgb colour) const {
    column.fill(y(high), y(low) + 1, colour);
}

void LineTrack::stroke(PixelColumn& column, const ColumnRing& ring, Line& line, float value,
                       std::int64_t index, QRgb colour, int pen) const {
    line[static_cast<std::size_t>(ring.slot(index))] = value;
    const float before = ring.holds(index - 1) ? line[static_cast<std::size_t>(ring.slot(index - 1))]
                                               : std::numeric_limits<float>::quiet_NaN();
    const int here = y(double{value});
    const int from = std::isnan(before) ? here : y(double{before});
    column.fill(std::max(top, std::min(here, from) - pen / 2),
                std::min(top + height, std::max(here, from) - pen / 2 + pen), colour);
}

bool LineTrack::fit(const Theme& theme, double ratio) {
    if (peak_.empty() || !axis.fit(double{*std::max_element(peak_.begin(), peak_.end())})) return false;
    paint_ground(theme, ratio);
    return true;
}

}  // namespace spinscope
