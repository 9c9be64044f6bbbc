// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/icons.h"

#include <QPainter>
#include <QPixmap>

#include "ui/theme/theme.h"

namespace spinscope {
namespace {

constexpr int kSide = 16;

template <class Draw>
QPixmap draw_at(double ratio, const QColor& colour, Draw draw) {
    QPixmap pixmap(qRound(kSide * ratio), qRound(kSide * ratio));
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.3, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    draw(painter);
    return pixmap;
}

template <class Draw>
QIcon icon_of(const QColor& on, const QColor& off, Draw draw) {
    QIcon icon;
    for (const double ratio : {1.0, 2.0}) {
        icon.addPixmap(draw_at(ratio, on, draw), QIcon::Normal);
        icon.addPixmap(draw_at(ratio, off, draw), QIcon::Disabled);
    }
    return icon;
}

}  // namespace

QIcon table_icon(const Theme& theme) {
    return icon_of(theme.text_second, theme.hairline, [](QPainter& painter) {
        painter.drawRect(QRectF(2.5, 2.5, 11, 11));
        painter.drawLine(QPointF(2.5, 6.5), QPointF(13.5, 6.5));
        painter.drawLine(QPointF(2.5, 10), QPointF(13.5, 10));
        painter.drawLine(QPointF(7, 6.5), QPointF(7, 13.5));
    });
}

QIcon export_icon(const Theme& theme) {
    return icon_of(theme.text_second, theme.hairline, [](QPainter& painter) {
        painter.drawPolyline(QPolygonF({{5, 7}, {2.5, 7}, {2.5, 13.5}, {13.5, 13.5}, {13.5, 7}, {11, 7}}));
        painter.drawLine(QPointF(8, 10), QPointF(8, 2.5));
        painter.drawPolyline(QPolygonF({{4.8, 5.5}, {8, 2.2}, {11.2, 5.5}}));
    });
}

QIcon follow_icon(const QColor& colour) {
    return icon_of(colour, colour, [](QPainter& painter) {
        painter.drawPolyline(QPolygonF({{4, 3.5}, {8.5, 8}, {4, 12.5}}));
        painter.drawLine(QPointF(12, 3), QPointF(12, 13));
    });
}

}  // namespace spinscope
