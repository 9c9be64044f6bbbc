// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/curve_plot.h"

#include <QPicture>
#include <cmath>

namespace spinscope {

double DecadeAxis::pixels_per_decade() const {
    const int room = std::max(1, height - (zero ? kZeroRoom : 0));
    return room / std::max(1.0, std::log10(high / low));
}

double DecadeAxis::position(double ns) const {
    if (ns <= 0) return zero ? kZeroRoom / 4.0 : 0;
    return (zero ? kZeroRoom : 0) + std::log10(std::max(ns, low) / low) * pixels_per_decade();
}

double DecadeAxis::bottom_value() const {
    return zero ? low / std::pow(10.0, kZeroRoom / pixels_per_decade()) : low;
}

double DecadeAxis::zero_value() const {
    return bottom_value() * std::pow(10.0, kZeroRoom / 4.0 / pixels_per_decade());
}

CurvePlot::CurvePlot(QWidget* parent)
    : QCustomPlot(parent),
      zero_(addGraph()),
      // The band is p99's fill: what comes after it lies on top.
      p99_(addGraph()),
      p50_(addGraph()),
      max_(addGraph()),
      scheduler_(new QCPItemRect(this)) {
    // The view around it has the mouse, the labels and the margins.
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setAutoAddPlottableToLegend(false);
    setPlottingHint(QCP::phFastPolylines, true);
    setPlottingHint(QCP::phImmediateRefresh, false);
    setNotAntialiasedElements(QCP::aeAll);
    axisRect()->setAutoMargins(QCP::msNone);
    axisRect()->setMargins(QMargins());
    axisRect()->setMinimumSize(1, 1);
    plotLayout()->setRowSpacing(0);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setTicks(false);
        axis->setTickLabels(false);
        axis->setBasePen(Qt::NoPen);
        axis->setPadding(0);
    }
    xAxis->grid()->setVisible(false);
    yAxis->grid()->setSubGridVisible(false);
    yAxis->setScaleType(QCPAxis::stLogarithmic);
    yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    p99_->setChannelFillGraph(p50_);
    max_->setLineStyle(QCPGraph::lsNone);
    scheduler_->setLayer(QStringLiteral("background"));
    scheduler_->setPen(Qt::NoPen);
    scheduler_->setVisible(false);
    for (QCPItemPosition* corner : {scheduler_->topLeft, scheduler_->bottomRight}) {
        corner->setTypeX(QCPItemPosition::ptAxisRectRatio);
        corner->setTypeY(QCPItemPosition::ptPlotCoords);
    }
}

void CurvePlot::set_theme(const Theme& theme) {
    setBackground(QBrush(theme.plot));
    yAxis->grid()->setPen(QPen(theme.grid, 0));
    yAxis->grid()->setZeroLinePen(Qt::NoPen);
    zero_->setPen(QPen(theme.axis, 0));
    p50_->setPen(QPen(theme.p50, 1));
    p99_->setPen(QPen(theme.p99, 1));
    p99_->setBrush(theme.band == theme.plot ? QBrush(Qt::NoBrush) : QBrush(theme.band));
    max_->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssSquare, QPen(theme.max, 1), QBrush(theme.max), 1.5));
    scheduler_->setBrush(QBrush(theme.warning.background));
}

void CurvePlot::set_scheduler_zone(double from_ns, const DecadeAxis& axis) {
    scheduler_->setVisible(from_ns > 0 && axis.high > from_ns);
    scheduler_->topLeft->setCoords(0, axis.high);
    scheduler_->bottomRight->setCoords(1, std::max(from_ns, axis.low));
}

void CurvePlot::set_curves(const Curve& p50, const Curve& p99, const Curve& max, int columns,
                           const DecadeAxis& axis) {
    const double zero = axis.zero_value();
    const auto fill = [&](QCPGraph* graph, const Curve& values) {
        QVector<QCPGraphData> points;
        points.reserve(static_cast<int>(values.size()));
        for (const CurvePoint& point : values) {
            const double value = double{point.ns};
            points.append({point.column, std::isnan(value) ? value
                                         : value <= 0      ? zero
                                                           : std::max(value, axis.low)});
        }
        graph->data()->set(points, true);
    };
    fill(p50_, p50);
    fill(p99_, p99);
    fill(max_, max);
    zero_->data()->clear();
    if (axis.zero) zero_->setData({0.0, static_cast<double>(columns)}, {zero, zero}, true);
    xAxis->setRange(0, columns);
    yAxis->setRange(axis.bottom_value(), axis.high);
}

void CurvePlot::paint_vector(QPainter& painter, const QPoint& at, const QSize& size) {
    QPicture picture;
    QCPPainter recorder(&picture);
    recorder.setMode(QCPPainter::pmVectorized);
    recorder.setMode(QCPPainter::pmNoCaching);
    toPainter(&recorder, size.width(), size.height());
    recorder.end();
    painter.drawPicture(at, picture);
}

void CurvePlot::paintEvent(QPaintEvent* event) {
    QCustomPlot::paintEvent(event);
    if (!overlay) return;
    QPainter painter(this);
    overlay(painter);
}

}  // namespace spinscope
