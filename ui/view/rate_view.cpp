// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/rate_view.h"

#include <QPainter>
#include <algorithm>
#include <limits>

namespace spinscope {

RateSummary summarise_rates(const HistorySlice& slice) {
    constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
    if (slice.workers.empty()) return {kNothing, kNothing, kNothing, 1};
    std::vector<float> rates;
    rates.reserve(slice.workers.size());
    double sum = 0;
    double squares = 0;
    for (const WorkerSlice& worker : slice.workers) {
        rates.push_back(worker.rate);
        sum += double{worker.rate};
        squares += double{worker.rate} * double{worker.rate};
    }
    const auto middle = rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2);
    std::nth_element(rates.begin(), middle, rates.end());
    const float median = *middle;
    const auto ends = std::minmax_element(rates.begin(), rates.end());
    const double count = static_cast<double>(rates.size());
    return {*ends.first, median, *ends.second, squares > 0 ? sum * sum / (count * squares) : 1};
}

void RateView::draw_rate_axis(QPainter& painter, const ValueAxis& axis, const QRect& area) const {
    painter.setFont(role_font(TextRole::Small));
    const int line = QFontMetrics(painter.font()).height();
    const auto label = [&](double y, const QString& text) {
        const int top = std::max(qRound(y) - line / 2, area.top() - line / 2);
        painter.setPen(theme().text_second);
        painter.drawText(QRect(0, top, ViewGrid::kLeft - 8, line), Qt::AlignRight | Qt::AlignVCenter, text);
    };
    for (const double tick : axis.ticks(area.height())) {
        label(area.bottom() - axis.share(tick) * area.height(), format().axis_rate(tick));
    }
    label(area.bottom(), format().axis_rate(0));
}

void RateView::draw_rate_rows(QPainter& painter, const QRect& area, const RateSummary& summary) const {
    const QFont small = role_font(TextRole::Small);
    QFont bold = small;
    bold.setWeight(QFont::Bold);
    const int line = QFontMetrics(small).height();
    const auto rate = [&](float pps) {
        return area.width() < kNarrow ? format().short_rate(double{pps}) : format().rate(double{pps}).text();
    };
    std::vector<std::pair<QString, QString>> rows{{tr("median"), rate(summary.median)},
                                                  {tr("slowest"), rate(summary.low)},
                                                  {tr("fastest"), rate(summary.high)},
                                                  {tr("Jain"), format().significant(summary.jain, 3)}};
    if (model().selected() >= 0) {
        const auto chosen = static_cast<std::size_t>(model().selected());
        rows.insert(rows.begin(), {model().worker_label(chosen), rate(last_second().workers[chosen].rate)});
    }
    const int fitting = std::max(1, (area.height() + 8) / line);
    if (static_cast<int>(rows.size()) > fitting) rows.resize(static_cast<std::size_t>(fitting));
    const int pitch = std::clamp(area.height() / static_cast<int>(rows.size()), line, line + 4);
    int y = area.top() - 4;
    for (const auto& [name, value] : rows) {
        const QRect box(area.left(), y, area.width(), line);
        painter.setFont(small);
        painter.setPen(theme().text_second);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter.setFont(bold);
        painter.setPen(theme().text);
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, value);
        y += pitch;
    }
}

}  // namespace spinscope
