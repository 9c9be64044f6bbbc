// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Slow to compile: for .cpp files only.
#include <qcustomplot.h>

#include "ui/compare/collapse.h"
#include "ui/format.h"
#include "ui/theme/theme.h"
#include "ui/view/value_axis.h"

namespace spinscope {

class HoverTip;

/// Packets per second against the number of CPUs: a line with markers for each strategy, a bar from the
/// lowest to the highest of several runs, a band where a curve loses more than 30 % in one step, and crosses
/// for what this computer has measured. The pointer and the arrow keys ask for a point's numbers.
class CollapsePlot : public QCustomPlot {
    Q_OBJECT

 public:
    explicit CollapsePlot(QWidget* parent = nullptr);

    void show_view(const CollapseView& view, const Theme& theme);
    void set_theme(const Theme& theme);
    /// Draws into the area in vectors; the widget need not be shown.
    void paint_vector(QPainter& painter, const QRect& area);

    /// What is said of a point, rich text.
    QString describe(const CollapseCurve& curve, const CollapsePoint& point) const;

 protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

 private:
    struct Place {
        std::size_t curve = 0;
        std::size_t point = 0;
        bool operator==(const Place&) const = default;
    };
    void rebuild();
    void fit_axes();
    void add_curve(const CollapseCurve& curve);
    void add_points(const CollapseData& beside, bool crosses);
    void add_band(std::size_t step, const std::vector<std::pair<double, std::string>>& falls);
    void add_bands();
    void place_labels();
    /// Pixels between the axis and the lowest curve in that step, and between the highest and the top.
    std::pair<int, int> room_beside_curves(std::size_t step) const;
    QCPItemText* add_text(const QString& text, TextRole role, const QColor& colour, Qt::Alignment from);
    void point_at(std::optional<Place> place);
    QPointF pixel_of(const Place& place) const;

    CollapseView view_;
    Theme theme_;
    Format format_;
    ValueAxis value_axis_;
    std::vector<unsigned> cpus_;
    std::optional<Place> place_;
    HoverTip* tip_ = nullptr;
};

}  // namespace spinscope
