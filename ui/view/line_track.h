// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/theme/theme.h"
#include "ui/view/column_ring.h"
#include "ui/view/value_axis.h"

namespace spinscope {

/// A plot of lines in a ring image with a value axis of its own: background, grid and what joins a line from
/// column to column. All in device pixels of the ring image.
class LineTrack {
 public:
    /// NaN is a value that is not there.
    using Line = std::vector<float>;  ///< by slot

    int top = 0;
    int height = 0;
    ValueAxis axis;

    /// For so many columns; forgets what was drawn.
    void resize(std::size_t columns) { peak_.assign(columns, 0); }
    void paint_ground(const Theme& theme, double ratio);
    void draw_ground(PixelColumn& column) const;
    int y(double value) const { return top + height - 1 - qRound(axis.share(value) * (height - 1)); }
    /// Fills the column between two values, both ends included.
    void fill(PixelColumn& column, double low, double high, QRgb colour) const;
    /// Draws `line` in the column of `index` at `value`, joined to where it was in the column before.
    void stroke(PixelColumn& column, const ColumnRing& ring, Line& line, float value, std::int64_t index,
                QRgb colour, int pen) const;

    /// The largest value of a column, for fit().
    void set_peak(int slot, float value) { peak_[static_cast<std::size_t>(slot)] = value; }
    /// Fits the axis to the peaks; true if that voids what is drawn.
    bool fit(const Theme& theme, double ratio);

 private:
    std::vector<QRgb> ground_;  ///< top to bottom
    std::vector<float> peak_;   ///< by slot
};

}  // namespace spinscope
