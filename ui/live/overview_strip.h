// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QPixmap>
#include <QWidget>

#include "ui/live_model.h"
#include "ui/theme/theme.h"

namespace spinscope {

/// The whole run in small, with the visible range as a frame: click or drag moves it.
class OverviewStrip : public QWidget {
    Q_OBJECT
 public:
    OverviewStrip(LiveModel& model, ThemeHolder& themes, QWidget* parent = nullptr);

 protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

 private:
    QRect chart() const;
    void redraw();
    void move_to(int x);

    LiveModel& model_;
    ThemeHolder& themes_;
    QPixmap picture_;
    QElapsedTimer age_;
};

}  // namespace spinscope
