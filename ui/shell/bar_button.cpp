// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/bar_button.h"

#include <QPainter>
#include <QStyle>

namespace spinscope {

namespace {
constexpr int kSide = 12;
constexpr int kIcon = 16;
constexpr int kBetween = 8;
}  // namespace

QColor paint_button(QPainter& painter, const QRect& rect, const Theme& theme, const ButtonLook& look) {
    QColor ground = look.primary ? theme.accent_fill : theme.button;
    if (look.pressed) {
        ground = QColor(mix(ground.rgb(), theme.text.rgb(), 0.16));
    } else if (look.hovered && look.enabled) {
        ground = QColor(mix(ground.rgb(), look.primary ? theme.text.rgb() : theme.accent.rgb(), 0.10));
    }
    const bool filled = look.primary && look.enabled;
    if (!look.enabled) ground = theme.window;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(ground);
    painter.setPen(QPen(filled ? ground : look.enabled ? theme.outline : theme.hairline, 1));
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    if (look.focused) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(filled ? theme.accent_text : theme.accent, 2));
        const double inset = filled ? 3 : 1;
        painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), 2, 2);
    }
    painter.restore();
    return !look.enabled ? theme.text_off : filled ? theme.accent_text : theme.text;
}

ButtonLook look_of(const QAbstractButton& button) {
    ButtonLook look;
    look.enabled = button.isEnabled();
    look.primary = button.isChecked();
    look.hovered = button.underMouse();
    look.pressed = button.isDown();
    look.focused = button.hasFocus();
    return look;
}

BarButton::BarButton(const ThemeHolder& theme, QWidget* parent) : QToolButton(parent), theme_(theme) {
    setFocusPolicy(Qt::TabFocus);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setAttribute(Qt::WA_Hover);
    connect(&theme, &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void BarButton::set_primary(bool primary) {
    primary_ = primary;
    update();
}

QSize BarButton::sizeHint() const {
    ensurePolished();
    int width = 2 * kSide;
    const bool with_text = toolButtonStyle() != Qt::ToolButtonIconOnly;
    if (!icon().isNull()) width += kIcon;
    if (with_text) width += fontMetrics().horizontalAdvance(text());
    if (with_text && !icon().isNull()) width += kBetween;
    if (popupMode() == InstantPopup && menu() != nullptr) width += 14;
    return {width, qMax(30, fontMetrics().height() + 10)};
}

void BarButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    ButtonLook look = look_of(*this);
    look.primary = look.primary || primary_;
    const QColor ink = paint_button(painter, rect(), theme(), look);

    const bool with_text = toolButtonStyle() != Qt::ToolButtonIconOnly;
    const bool with_icon = !icon().isNull();
    const bool with_arrow = popupMode() == InstantPopup && menu() != nullptr;
    int content = 0;
    if (with_text) content += fontMetrics().horizontalAdvance(text());
    if (with_icon) content += kIcon + (with_text ? kBetween : 0);
    if (with_arrow) content += 14;
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    QRect space(qMax(0, (width() - content) / 2), 0, content, height());
    if (with_icon) {
        const QRect spot((mirrored ? space.right() + 1 - kIcon : space.left()), (height() - kIcon) / 2, kIcon,
                         kIcon);
        const QIcon::Mode mode = !isEnabled() ? QIcon::Disabled : primary_ ? QIcon::Selected : QIcon::Normal;
        icon().paint(&painter, spot, Qt::AlignCenter, mode);
        mirrored ? space.setRight(spot.left() - kBetween) : space.setLeft(spot.right() + kBetween);
    }
    if (with_text) {
        painter.setPen(ink);
        painter.drawText(
            space, static_cast<int>(Qt::AlignVCenter | (mirrored ? Qt::AlignRight : Qt::AlignLeft)), text());
    }
    if (with_arrow) {
        const double x = mirrored ? 16 : width() - 16;
        const double y = height() / 2.0 - 1.5;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(ink, 1.4));
        painter.drawPolyline(QPolygonF({QPointF(x - 4, y), QPointF(x, y + 4), QPointF(x + 4, y)}));
    }
}

}  // namespace spinscope
