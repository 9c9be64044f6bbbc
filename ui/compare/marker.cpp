// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/marker.h"

#include <QPainter>
#include <QPixmap>
#include <cmath>

namespace spinscope {

namespace {

constexpr double kRadius = 5;

QPainterPath polygon(int corners, double radius, double turn) {
    QPainterPath path;
    for (int i = 0; i < corners; ++i) {
        const double angle = turn + 2 * M_PI * i / corners;
        const QPointF corner(radius * std::cos(angle), radius * std::sin(angle));
        i == 0 ? path.moveTo(corner) : path.lineTo(corner);
    }
    path.closeSubpath();
    return path;
}

void draw_marker(QPainter& painter, const QPointF& at, const SeriesStyle& style) {
    painter.setPen(QPen(style.colour, 1.5));
    painter.setBrush(style.hollow ? QBrush(Qt::NoBrush) : QBrush(style.colour));
    painter.drawPath(marker_path(style.marker, kRadius).translated(at));
}

}  // namespace

QPainterPath marker_path(Marker marker, double radius) {
    QPainterPath path;
    switch (marker) {
        case Marker::Square:
            path.addRect(QRectF(-0.9 * radius, -0.9 * radius, 1.8 * radius, 1.8 * radius));
            return path;
        case Marker::Hexagon:
            return polygon(6, 1.1 * radius, 0);
        case Marker::TriangleDown:
            return polygon(3, 1.3 * radius, M_PI / 2);
        case Marker::Diamond:
            return polygon(4, 1.3 * radius, 0);
        case Marker::TriangleUp:
            return polygon(3, 1.3 * radius, -M_PI / 2);
        case Marker::Disc:
            break;
    }
    path.addEllipse(QPointF(), radius, radius);
    return path;
}

void draw_sample(QPainter& painter, double x, double y, const SeriesStyle& style) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPen line(style.colour, 1.5);
    if (style.dashed) line.setDashPattern({3, 2});
    painter.setPen(line);
    painter.drawLine(QPointF(x, y), QPointF(x + kMarkerSample, y));
    draw_marker(painter, {x + kMarkerSample / 2.0, y}, style);
    painter.restore();
}

QIcon marker_icon(const SeriesStyle& style) {
    QIcon icon;
    constexpr int kSide = 16;
    for (const int ratio : {1, 2}) {
        QPixmap pixmap(kSide * ratio, kSide * ratio);
        pixmap.setDevicePixelRatio(ratio);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        draw_marker(painter, {kSide / 2.0, kSide / 2.0}, style);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

}  // namespace spinscope
