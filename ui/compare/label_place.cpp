// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/label_place.h"

#include <algorithm>
#include <array>

namespace spinscope {

namespace {

constexpr double kAside = 6;
constexpr double kAbove = 5;

bool crosses(const QLineF& line, const QRectF& rect) {
    if (rect.contains(line.p1()) || rect.contains(line.p2())) return true;
    const std::array edges{
        QLineF(rect.topLeft(), rect.topRight()), QLineF(rect.topRight(), rect.bottomRight()),
        QLineF(rect.bottomRight(), rect.bottomLeft()), QLineF(rect.bottomLeft(), rect.topLeft())};
    return std::any_of(edges.begin(), edges.end(), [&line](const QLineF& edge) {
        return line.intersects(edge, nullptr) == QLineF::BoundedIntersection;
    });
}

}  // namespace

QRectF place_label(const QPointF& point, const QSizeF& size, const std::vector<QLineF>& lines,
                   const std::vector<QRectF>& taken) {
    const double left = point.x() - kAside - size.width();
    const double right = point.x() + kAside;
    const double above = point.y() - kAbove - size.height();
    const double below = point.y() + kAbove;
    const std::array places{QRectF({right, above}, size), QRectF({left, above}, size),
                            QRectF({right, below}, size), QRectF({left, below}, size)};
    const auto trouble = [&](const QRectF& place) {
        return std::count_if(lines.begin(), lines.end(),
                             [&place](const QLineF& line) { return crosses(line, place); }) +
               10 * std::count_if(taken.begin(), taken.end(),
                                  [&place](const QRectF& other) { return place.intersects(other); });
    };
    return *std::min_element(places.begin(), places.end(), [&trouble](const QRectF& a, const QRectF& b) {
        return trouble(a) < trouble(b);
    });
}

}  // namespace spinscope
