// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/live_model.h"
#include "ui/theme/theme.h"

namespace spinscope {

/// The one time axis below all views: "−60 s … now" while following ("end" after the end), else the run's own
/// clock. Drag in it zooms to the range.
class TimeAxis : public QWidget {
    Q_OBJECT
 public:
    TimeAxis(LiveModel& model, ThemeHolder& themes, QWidget* parent = nullptr);

    /// The axis of a page so wide, its top at `area.top()`. `owner_share` names the column right of the
    /// lanes.
    static void paint(QPainter& painter, const QRect& area, const LiveModel& model, const Theme& theme,
                      const QFont& font, bool owner_share = true);

 protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

 private:
    LiveModel& model_;
    ThemeHolder& themes_;
    int drag_from_ = -1;
};

/// A round step of time for an axis so long with labels at least `share` of it apart.
double time_step(double span_s, double share);

}  // namespace spinscope
