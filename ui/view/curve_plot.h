// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Slow to compile: for .cpp files only.
#include <qcustomplot.h>

#include <functional>
#include <vector>

#include "ui/theme/theme.h"

namespace spinscope {

/// A value axis of whole decades with room for a "0" line below it, where a logarithm has no place.
struct DecadeAxis {
    double low = 10;     ///< ns
    double high = 1000;  ///< ns
    bool zero = false;   ///< the zero line is needed
    int height = 1;      ///< of the plot, logical px

    static constexpr int kZeroRoom = 24;
    double pixels_per_decade() const;
    /// Distance of `ns` from the bottom, logical px.
    double position(double ns) const;
    /// The value that the logarithmic axis has at the bottom edge, and at the zero line.
    double bottom_value() const;
    double zero_value() const;
    bool operator==(const DecadeAxis&) const = default;
};

struct CurvePoint {
    double column;  ///< from the left edge
    float ns;
};
using Curve = std::vector<CurvePoint>;

/// p50 and p99 with the band between them, and the largest waits as dots, on QCustomPlot. Margins, labels and
/// marks are its owner's, so that it looks like the views beside it.
class CurvePlot : public QCustomPlot {
 public:
    explicit CurvePlot(QWidget* parent);

    /// Called after each repaint of the curves, in the plot's own pixels.
    std::function<void(QPainter&)> overlay;

    void set_theme(const Theme& theme);
    /// Waits above this are the scheduler's; <= 0 = not shown.
    void set_scheduler_zone(double from_ns, const DecadeAxis& axis);
    /// Points from left to right over `columns` columns, NaN where nothing was measured.
    void set_curves(const Curve& p50, const Curve& p99, const Curve& max, int columns,
                    const DecadeAxis& axis);
    /// Draws at (x, y) in vectors, `size` logical px.
    void paint_vector(QPainter& painter, const QPoint& at, const QSize& size);

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    QCPGraph* zero_;
    QCPGraph* p99_;
    QCPGraph* p50_;
    QCPGraph* max_;
    QCPItemRect* scheduler_;
};

}  // namespace spinscope
