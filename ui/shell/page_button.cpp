// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/page_button.h"

#include <QPainter>

namespace spinscope {

void PageButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& look = theme();
    ButtonLook state = look_of(*this);
    state.primary = false;
    QColor ink = paint_button(painter, rect(), look, state);
    QFont face = font();
    if (isChecked()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(look.accent, state.focused || look.contrast ? 2 : 1));
        painter.setBrush(look.selection);
        const double inset = state.focused || look.contrast ? 1 : 0.5;
        painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 3, 3);
        painter.fillRect(QRectF(1, height() - 3, width() - 2, 2), look.accent);
        face.setWeight(QFont::Bold);
        ink = look.text;
    }
    painter.setFont(face);
    painter.setPen(ink);
    painter.drawText(rect(), Qt::AlignCenter, text());
}

}  // namespace spinscope
