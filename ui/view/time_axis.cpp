// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/time_axis.h"

#include <QMouseEvent>
#include <QPainter>
#include <array>
#include <cmath>

#include "ui/format.h"
#include "ui/view/view.h"

namespace spinscope {

double time_step(double span_s, double share) {
    static constexpr std::array steps{0.01, 0.02, 0.05, 0.1,   0.2,   0.5,   1.0,    2.0,    5.0,    10.0,
                                      20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1200.0, 1800.0, 3600.0, 7200.0};
    for (const double step : steps) {
        if (step >= span_s * share) return step;
    }
    return 14400;
}

TimeAxis::TimeAxis(LiveModel& model, ThemeHolder& themes, QWidget* parent)
    : QWidget(parent), model_(model), themes_(themes) {
    setFixedHeight(ViewGrid::kAxis);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Time axis"));
    setCursor(Qt::SizeHorCursor);
    const auto redraw = [this] { update(); };
    // While following, the labels stand still.
    connect(&model_, &LiveModel::updated, this, [this] {
        if (!model_.range().follow() || model_.range().shows_all()) update();
    });
    connect(&model_, &LiveModel::restarted, this, redraw);
    connect(&model_, &LiveModel::range_changed, this, redraw);
    connect(&themes_, &ThemeHolder::changed, this, redraw);
}

void TimeAxis::paint(QPainter& painter, const QRect& area, const LiveModel& model, const Theme& theme,
                     const QFont& font, bool owner_share) {
    const QRect plot = ViewGrid::plot_span(area.width()).translated(area.left(), 0);
    const ViewRange& range = model.range();
    const double span = range.span_s();
    const QFont small = font_for(TextRole::Small, font);
    const int wide = QFontMetrics(small).horizontalAdvance(QStringLiteral("−00:00:00")) + 24;
    const double step = time_step(span, static_cast<double>(wide) / std::max(1, plot.width()));
    const Format format;
    painter.setFont(small);
    painter.setPen(QPen(theme.axis, 0));
    painter.drawLine(QPointF(plot.left(), area.top() + 0.5), QPointF(plot.right() + 1, area.top() + 0.5));
    const auto tick = [&](double time_s, const QString& text) {
        const double x = plot.left() + (time_s - range.begin_s()) / span * plot.width();
        painter.setPen(QPen(theme.axis, 0));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.top() + 5));
        const int width = QFontMetrics(small).horizontalAdvance(text) + 2;
        // The labels at the ends stay inside the page.
        const double left = std::clamp(x - width / 2.0, plot.left() - 24.0,
                                       plot.right() + 1.0 - (x > plot.right() - 2 ? width : 0));
        painter.setPen(theme.text_second);
        painter.drawText(QRectF(left, area.top() + 5, width, area.height() - 6), Qt::AlignCenter, text);
    };
    if (range.follow()) {
        // A picture of a run that went on says when it was taken.
        const QString end = model.is_live()     ? tr("now")
                            : model.has_ended() ? tr("end")
                                                : Format::clock(range.end_s());
        const bool minutes = span >= 180;
        for (int i = 0; i * step <= span * (1 + 1e-9); ++i) {
            const double back = i * step;
            tick(range.end_s() - back,
                 i == 0    ? end
                 : minutes ? tr("−%1 min").arg(format.significant(back / 60, back < 600 ? 2 : 3))
                           : format.seconds(-back, step < 0.1 ? 2
                                                   : step < 1 ? 1
                                                              : 0));
        }
    } else {
        for (double at = std::ceil(range.begin_s() / step) * step; at <= range.end_s(); at += step) {
            const double fraction = at - std::floor(at);
            QString text = Format::clock(at + 1e-9);
            if (text.startsWith(QLatin1String("00:"))) text.remove(0, 3);
            if (step < 1) text += format.significant(fraction, 2).mid(1).left(step < 0.1 ? 3 : 2);
            tick(at, text);
        }
    }
    painter.setPen(theme.text_second);
    painter.drawText(QRect(plot.right() + 1 + ViewGrid::kGap, area.top() + 5, 140, area.height() - 6),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     owner_share && model.workers() > 0 ? tr("owner share, 1 s") : QString());
}

void TimeAxis::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themes_.theme().plot);
    paint(painter, rect(), model_, themes_.theme(), font());
}

void TimeAxis::mousePressEvent(QMouseEvent* event) {
    drag_from_ = qRound(event->position().x());
}

void TimeAxis::mouseReleaseEvent(QMouseEvent* event) {
    const int to = qRound(event->position().x());
    constexpr int kClickSlack = 4;
    if (drag_from_ >= 0 && std::abs(to - drag_from_) >= kClickSlack && model_.has_data()) {
        const QRect plot = ViewGrid::plot_span(width());
        const auto time = [&](int x) {
            return model_.range().begin_s() + (x - plot.left()) * model_.range().span_s() / plot.width();
        };
        const double a = time(drag_from_);
        const double b = time(to);
        model_.show_range(std::min(a, b), std::max(a, b));
    }
    drag_from_ = -1;
}

}  // namespace spinscope
