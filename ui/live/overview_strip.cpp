// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/overview_strip.h"

#include <QMouseEvent>
#include <QPainter>

#include "ui/format.h"
#include "ui/view/view.h"

namespace spinscope {

OverviewStrip::OverviewStrip(LiveModel& model, ThemeHolder& themes, QWidget* parent)
    : QWidget(parent), model_(model), themes_(themes) {
    setFixedHeight(30);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Whole run"));
    setToolTip(tr("The whole run; drag to move what is shown above"));
    connect(&model_, &LiveModel::updated, this, [this] {
        // The whole run changes slowly.
        constexpr int kRedrawMs = 500;
        const bool last = model_.newest().state != RunState::Running;
        if (last || !age_.isValid() || age_.elapsed() >= kRedrawMs) redraw();
    });
    const auto now = [this] { redraw(); };
    connect(&model_, &LiveModel::range_changed, this, qOverload<>(&QWidget::update));
    connect(&model_, &LiveModel::restarted, this, now);
    connect(&themes_, &ThemeHolder::changed, this, now);
}

QRect OverviewStrip::chart() const {
    const QRect plot = ViewGrid::plot_span(width());
    return {plot.left(), 5, plot.width(), height() - 11};
}

void OverviewStrip::redraw() {
    if (!isVisible()) return;
    age_.start();
    const QRect area = chart();
    const double ratio = devicePixelRatioF();
    picture_ = QPixmap((QSizeF(area.size()) * ratio).toSize());
    picture_.setDevicePixelRatio(ratio);
    const Theme& theme = themes_.theme();
    picture_.fill(theme.plot);
    const History& history = model_.history();
    if (!history.empty()) {
        std::vector<double> rates(static_cast<std::size_t>(area.width()));
        double peak = 0;
        HistorySlice slice;
        const double step = (history.end_s() - history.begin_s()) / area.width();
        for (int x = 0; x < area.width(); ++x) {
            const double from = history.begin_s() + x * step;
            history.query(from, from + step, {false, false, {}}, slice);
            rates[static_cast<std::size_t>(x)] = slice.covered_s > 0 ? slice.sent_pps : 0;
            peak = std::max(peak, rates[static_cast<std::size_t>(x)]);
        }
        QPainter painter(&picture_);
        const QColor fill(mix(theme.plot.rgb(), theme.axis.rgb(), 0.8));
        for (int x = 0; x < area.width() && peak > 0; ++x) {
            const int height = qRound(rates[static_cast<std::size_t>(x)] / peak * (area.height() - 2));
            painter.fillRect(x, area.height() - height, 1, height, fill);
        }
    }
    update();
}

void OverviewStrip::paintEvent(QPaintEvent*) {
    const Theme& theme = themes_.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    const QRect area = chart();
    painter.setFont(font_for(TextRole::Tiny, font()));
    painter.setPen(theme.text_second);
    const QString label = painter.fontMetrics().elidedText(tr("whole run"), Qt::ElideRight, area.left() - 8);
    painter.drawText(QRect(0, 0, area.left() - 6, height() - 2), Qt::AlignRight | Qt::AlignVCenter, label);
    if (!picture_.isNull()) painter.drawPixmap(area.topLeft(), picture_);
    painter.setPen(QPen(theme.hairline, 0));
    painter.drawRect(area.adjusted(0, 0, -1, -1));
    const History& history = model_.history();
    if (history.empty()) return;
    const double whole = history.end_s() - history.begin_s();
    const auto x_of = [&](double time_s) {
        return area.left() + std::clamp((time_s - history.begin_s()) / whole, 0.0, 1.0) * area.width();
    };
    const double left = x_of(model_.range().begin_s());
    const double right = x_of(model_.range().end_s());
    painter.setPen(QPen(theme.accent, 2));
    painter.drawRect(QRectF(left + 1, area.top(), std::max(2.0, right - left - 2), area.height()));
    painter.setPen(theme.text_second);
    painter.drawText(QRect(area.right() + 1 + ViewGrid::kGap, 0, 140, height() - 2),
                     Qt::AlignLeft | Qt::AlignVCenter, Format::clock(history.end_s()));
}

void OverviewStrip::resizeEvent(QResizeEvent*) {
    redraw();
}

void OverviewStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) move_to(qRound(event->position().x()));
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons().testFlag(Qt::LeftButton)) move_to(qRound(event->position().x()));
}

void OverviewStrip::move_to(int x) {
    const History& history = model_.history();
    if (history.empty()) return;
    const QRect area = chart();
    const double whole = history.end_s() - history.begin_s();
    const double middle = history.begin_s() + (x - area.left()) * whole / area.width();
    model_.pan(middle + model_.range().span_s() / 2 - model_.range().end_s());
}

}  // namespace spinscope
