// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/mark_strip.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "ui/format.h"
#include "ui/view/view.h"

namespace spinscope {
namespace {

constexpr double kMergeBelow = 28;
constexpr double kMergedWidth = 46;  ///< of the text "S10–12"
constexpr int kFlagHeight = 17;

double x_of(const LiveModel& model, const QRect& plot, double time_s) {
    return plot.left() + (time_s - model.range().begin_s()) / model.range().span_s() * plot.width();
}

int flag_width(const QString& text, const QFont& font) {
    return QFontMetrics(font).horizontalAdvance(text) + 10;
}

}  // namespace

MarkStrip::MarkStrip(LiveModel& model, ThemeHolder& themes, QWidget* parent)
    : QWidget(parent), model_(model), themes_(themes) {
    setFixedHeight(kHeight);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Strategy switches"));
    const auto redraw = [this] { update(); };
    connect(&model_, &LiveModel::updated, this, redraw);
    connect(&model_, &LiveModel::range_changed, this, redraw);
    connect(&themes_, &ThemeHolder::changed, this, redraw);
}

std::vector<MarkStrip::Flag> MarkStrip::flags(const LiveModel& model, int page_width) {
    const QRect plot = ViewGrid::plot_span(page_width);
    const Format format;
    std::vector<Flag> result;
    for (const Doubt& doubt : model.history().doubts()) {
        const double x = x_of(model, plot, doubt.begin_s);
        if (x < plot.left() || x > plot.right() + 1) continue;
        if (!result.empty() && x - result.back().x < kMergeBelow * 1.5) continue;
        const QString tip = doubt.throttled ? tr("Throttled: the group has used its CPU quota (cpu.max)")
                                            : tr("Events lost: a ring was full; the gap is hatched");
        result.push_back(
            {x, doubt.begin_s, doubt.throttled ? QStringLiteral("THR") : QStringLiteral("LOST"), tip, true});
    }
    // Switches after them, so that they lie on top. A flag takes in the next switch when that is close to the
    // last one in it, or would be written over its text.
    const std::vector<Mark>& marks = model.marks();
    std::size_t first_of_flag = 0;
    double last_x = 0;
    for (std::size_t i = 1; i < marks.size(); ++i) {
        const double x = x_of(model, plot, marks[i].at_s);
        if (x < plot.left() || x > plot.right() + 1) continue;
        const QString tip =
            tr("%1 → %2, %3, %4 packets lost")
                .arg(QString::fromStdString(marks[i - 1].strategy), QString::fromStdString(marks[i].strategy),
                     format.time_ns(static_cast<double>(marks[i].took_ns)).text(),
                     format.count(marks[i].lost));
        const bool close = first_of_flag > 0 && x - last_x < kMergeBelow;
        last_x = x;
        if (close || (first_of_flag > 0 && x - result.back().x < kMergedWidth && first_of_flag + 1 < i)) {
            result.back().text = QStringLiteral("S%1–%2").arg(first_of_flag).arg(i);
            result.back().tip += QLatin1Char('\n') + tip;
            continue;
        }
        first_of_flag = i;
        result.push_back({x, marks[i].at_s, QStringLiteral("S%1").arg(i), tip, false});
    }
    return result;
}

void MarkStrip::paint(QPainter& painter, const QRect& area, const LiveModel& model, const Theme& theme,
                      const QFont& font) {
    const QRect plot = ViewGrid::plot_span(area.width());
    painter.save();
    painter.translate(area.topLeft());
    painter.fillRect(QRect(0, 0, area.width(), area.height()), theme.panel);
    painter.setPen(QPen(theme.hairline, 0));
    painter.drawLine(QPointF(0, 0.5), QPointF(area.width(), 0.5));
    const QFont small = font_for(TextRole::Small, font);
    QFont bold = font_for(TextRole::Tiny, font);
    bold.setWeight(QFont::Bold);
    const QFontMetrics metrics(small);
    const std::vector<Flag> all = flags(model, area.width());
    const auto covered = [&](double from, double to) {
        for (const Flag& flag : all) {
            if (from < flag.x + flag_width(flag.text, bold) + 4 && to > flag.x - 4) return true;
        }
        return false;
    };

    // Names between the switches; where one does not fit centred it stands right of its flag, or nowhere.
    const std::vector<Mark>& marks = model.marks();
    painter.setFont(small);
    painter.setPen(theme.text_second);
    const double data_begin = x_of(model, plot, model.history().begin_s());
    for (std::size_t i = 0; i < marks.size() && model.has_data(); ++i) {
        const double end_s = i + 1 < marks.size() ? marks[i + 1].at_s : model.history().end_s();
        const double left = std::max({plot.left() + 0.0, data_begin, x_of(model, plot, marks[i].at_s)});
        const double right = std::min(plot.right() + 1.0, x_of(model, plot, end_s));
        const QString name = QString::fromStdString(marks[i].strategy);
        const int width = metrics.horizontalAdvance(name);
        double x = (left + right - width) / 2;
        if (covered(x, x + width)) x = left + flag_width(QStringLiteral("S%1").arg(i), bold) + 6;
        if (x + width > right - 4 || covered(x, x + width)) continue;
        painter.drawText(QRectF(x, 0, width + 2, area.height()), Qt::AlignVCenter | Qt::AlignLeft, name);
    }

    painter.setFont(bold);
    for (const Flag& flag : all) {
        const int width = flag_width(flag.text, bold);
        // A flag flies right of its pole, at the right edge left of it.
        const double left = flag.x + width > plot.right() + 60 ? flag.x - width : flag.x;
        const QRectF box(left, (area.height() - kFlagHeight) / 2.0, width, kFlagHeight);
        painter.fillRect(box, flag.doubt ? theme.warning.bar : theme.mark);
        painter.setPen(flag.doubt ? theme.on_warning_bar : theme.mark_text);
        painter.drawText(box, Qt::AlignCenter, flag.text);
    }
    painter.restore();
}

void MarkStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint(painter, rect(), model_, themes_.theme(), font());
}

const MarkStrip::Flag* MarkStrip::flag_at(const std::vector<Flag>& all, double x) const {
    QFont bold = font_for(TextRole::Tiny, font());
    bold.setWeight(QFont::Bold);
    // The last one drawn is the one that is seen.
    const auto hit = std::find_if(all.rbegin(), all.rend(), [&](const Flag& flag) {
        return x >= flag.x - 4 && x <= flag.x + flag_width(flag.text, bold) + 4;
    });
    return hit == all.rend() ? nullptr : &*hit;
}

bool MarkStrip::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const std::vector<Flag> all = flags(model_, width());
    if (const Flag* flag = flag_at(all, help->pos().x())) {
        QToolTip::showText(help->globalPos(), flag->tip, this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

void MarkStrip::mouseDoubleClickEvent(QMouseEvent* event) {
    const std::vector<Flag> all = flags(model_, width());
    if (const Flag* flag = flag_at(all, event->position().x()))
        model_.show_range(flag->at_s - 1, flag->at_s + 1);
}

}  // namespace spinscope
