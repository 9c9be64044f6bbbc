// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

#include "ui/theme/theme.h"

namespace spinscope {

/// How a button of the tool bars is to look at the moment.
struct ButtonLook {
    bool enabled = true;
    bool primary = false;  ///< filled with the accent: the one thing to do next, or what is chosen
    bool hovered = false;
    bool pressed = false;
    bool focused = false;
};

/// Ground, outline and focus frame of a tool bar button; returns the colour for what is drawn on it.
QColor paint_button(QPainter& painter, const QRect& rect, const Theme& theme, const ButtonLook& look);
/// The same, from the state of a button.
ButtonLook look_of(const QAbstractButton& button);

/// A tool bar button with an outline, 30 px high: icon, text, or both.
class BarButton : public QToolButton {
    Q_OBJECT

 public:
    explicit BarButton(const ThemeHolder& theme, QWidget* parent = nullptr);

    void set_primary(bool primary);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
    const Theme& theme() const { return theme_.theme(); }
    void paintEvent(QPaintEvent* event) override;

 private:
    const ThemeHolder& theme_;
    bool primary_ = false;
};

}  // namespace spinscope
