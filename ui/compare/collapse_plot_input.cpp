// SPDX-License-Identifier: GPL-3.0-or-later
#include <QKeyEvent>
#include <algorithm>
#include <cmath>

#include "ui/compare/collapse_plot.h"
#include "ui/view/hover_tip.h"

namespace spinscope {

namespace {
constexpr double kNear = 28;  ///< px from the pointer
}

QPointF CollapsePlot::pixel_of(const Place& place) const {
    const CollapsePoint& point = view_.results.curves()[place.curve].points[place.point];
    return {xAxis->coordToPixel(point.cpus()), yAxis->coordToPixel(point.median())};
}

void CollapsePlot::point_at(std::optional<Place> place) {
    if (place == place_) return;
    place_ = place;
    if (place_) {
        const CollapseCurve& curve = view_.results.curves()[place_->curve];
        const QString text = describe(curve, curve.points[place_->point]);
        if (tip_ == nullptr) tip_ = new HoverTip(this);
        tip_->show_at(mapToGlobal(pixel_of(*place_).toPoint()), text, theme_);
        setAccessibleDescription(HoverTip::plain(text));
    } else if (tip_ != nullptr) {
        tip_->hide();
    }
    update();
}

void CollapsePlot::mouseMoveEvent(QMouseEvent* event) {
    std::optional<Place> nearest;
    double least = kNear;
    for (std::size_t c = 0; c < view_.results.curves().size(); ++c) {
        for (std::size_t p = 0; p < view_.results.curves()[c].points.size(); ++p) {
            const QPointF away = pixel_of({c, p}) - event->position();
            const double distance = std::hypot(away.x(), away.y());
            if (distance >= least) continue;
            least = distance;
            nearest = Place{c, p};
        }
    }
    point_at(nearest);
}

void CollapsePlot::leaveEvent(QEvent* event) {
    point_at(std::nullopt);
    QCustomPlot::leaveEvent(event);
}

void CollapsePlot::focusOutEvent(QFocusEvent* event) {
    point_at(std::nullopt);
    QCustomPlot::focusOutEvent(event);
}

void CollapsePlot::keyPressEvent(QKeyEvent* event) {
    const bool sideways = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    const bool upright = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    if (event->key() == Qt::Key_Escape && place_) {
        point_at(std::nullopt);
        return;
    }
    if (view_.results.empty() || event->modifiers() != Qt::NoModifier || !(sideways || upright)) {
        QCustomPlot::keyPressEvent(event);
        return;
    }
    Place next = place_.value_or(Place{});
    const auto step = [](std::size_t at, std::size_t count, bool forward) {
        return forward ? std::min(at + 1, count - 1) : at - std::min<std::size_t>(at, 1);
    };
    if (place_ && sideways) {
        const std::size_t points = view_.results.curves()[next.curve].points.size();
        next.point = step(next.point, points, event->key() == Qt::Key_Right);
    } else if (place_) {
        next.curve = step(next.curve, view_.results.curves().size(), event->key() == Qt::Key_Down);
        next.point = std::min(next.point, view_.results.curves()[next.curve].points.size() - 1);
    }
    point_at(next);
}

void CollapsePlot::resizeEvent(QResizeEvent* event) {
    QCustomPlot::resizeEvent(event);
    point_at(std::nullopt);
    rebuild();
}

void CollapsePlot::paintEvent(QPaintEvent* event) {
    QCustomPlot::paintEvent(event);
    QPainter painter(this);
    if (place_) {
        const QPointF at = pixel_of(*place_);
        QPen hover(theme_.text_second, 1);
        hover.setDashPattern({1, 3});
        painter.setPen(hover);
        painter.drawLine(QPointF(at.x(), axisRect()->top()), QPointF(at.x(), axisRect()->bottom()));
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme_.text, 2));
        painter.drawEllipse(at, 9, 9);
    }
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(theme_.accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

}  // namespace spinscope
