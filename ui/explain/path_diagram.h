// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/explain/path_state.h"
#include "ui/theme/theme.h"

namespace spinscope {

/// "Where a packet spends its time": producers, gate, queue, device, from left to right, each with what was
/// measured of it in the last second. The bar at the foot of a box is its share of the time.
class PathDiagram : public QWidget {
    Q_OBJECT

 public:
    explicit PathDiagram(const ThemeHolder& theme, QWidget* parent = nullptr);

    void show_state(const PathState& state);
    /// What it shows, in words.
    QString text() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    /// A station on the way: what stands in the box, over it, and how full its bar is.
    struct Part {
        QString name;
        QString inside;
        QString over;
        double share = 0;
        QColor bar;
    };
    std::vector<Part> parts() const;
    QStringList captions() const;
    int line() const;
    void draw_producers(QPainter& painter, const QRect& area) const;
    void draw_part(QPainter& painter, const Part& part, const QRect& box) const;

    const ThemeHolder& theme_;
    PathState state_;
};

}  // namespace spinscope
