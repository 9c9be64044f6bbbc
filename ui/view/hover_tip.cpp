// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/hover_tip.h"

#include <QScreen>
#include <QTextDocumentFragment>

#include "ui/theme/theme.h"

namespace spinscope {

HoverTip::HoverTip(QWidget* owner) : QLabel(owner, Qt::ToolTip | Qt::FramelessWindowHint) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_ShowWithoutActivating);
    setTextFormat(Qt::RichText);
    setContentsMargins(12, 8, 12, 8);
    setAutoFillBackground(true);
}

void HoverTip::show_at(const QPoint& global, const QString& rich_text, const Theme& theme) {
    QPalette colours = palette();
    colours.setColor(QPalette::Window, theme.tip_background);
    colours.setColor(QPalette::WindowText, theme.tip_text);
    setPalette(colours);
    setText(rich_text);
    adjustSize();
    constexpr int kAway = 16;
    const QRect room = parentWidget()->screen()->availableGeometry();
    QPoint to = global + QPoint(kAway, kAway);
    if (to.x() + width() > room.right()) to.setX(global.x() - kAway - width());
    if (to.y() + height() > room.bottom()) to.setY(global.y() - kAway - height());
    move(to);
    show();
    raise();
}

QString HoverTip::plain(const QString& rich_text) {
    return QTextDocumentFragment::fromHtml(rich_text).toPlainText();
}

}  // namespace spinscope
