// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <cmath>

#include "ui/view/packets_view.h"

namespace spinscope {

QRect PacketsView::track_rect(const Track& track) const {
    return {plot().left(), plot().top() + qRound(track.top / ratio()), plot().width(),
            qRound(track.height / ratio())};
}

void PacketsView::draw_axis(QPainter& painter, const Track& track) const {
    if (track.height <= 0) return;
    const QRect area = track_rect(track);
    painter.setFont(role_font(TextRole::Small));
    const int line = QFontMetrics(painter.font()).height();
    const auto label = [&](double y, const QString& text) {
        const int top = std::max(qRound(y) - line / 2, area.top() - line / 2);
        painter.setPen(theme().text_second);
        painter.drawText(QRect(0, top, ViewGrid::kLeft - 8, line), Qt::AlignRight | Qt::AlignVCenter, text);
    };
    for (const double tick : track.axis.ticks(area.height())) {
        label(area.bottom() - track.axis.share(tick) * area.height(), format().axis_rate(tick));
    }
    label(area.bottom(), format().axis_rate(0));
}

void PacketsView::draw_labels(QPainter& painter) {
    if (!model().has_data()) return;
    draw_axis(painter, total_);
    draw_axis(painter, workers_);
}

void PacketsView::draw_over(QPainter& painter) {
    if (workers_.height <= 0) return;
    // In the gap between the plots: never over the lines.
    painter.setFont(role_font(TextRole::Tiny));
    painter.setPen(theme().text_second);
    painter.drawText(
        QRect(plot().left() + 4, track_rect(workers_).top() - kBetween, plot().width(), kBetween),
        Qt::AlignLeft | Qt::AlignVCenter, tr("per CPU"));
}

std::vector<LegendItem> PacketsView::legend() const {
    using Kind = LegendItem::Kind;
    std::vector<LegendItem> items{{Kind::Line, theme().total_line, {}, tr("total, sent")}};
    if (offered_differs_) items.push_back({Kind::Dashed, theme().text_second, {}, tr("offered")});
    if (model().newest().totals.delivered) {
        items.push_back({Kind::Dotted, theme().accent, {}, tr("delivered, where it differs")});
    }
    switch (lines()) {
        case Lines::Coloured:
            break;
        case Lines::Grey:
            items.push_back({Kind::Line, theme().axis, {}, tr("each CPU")});
            break;
        case Lines::Band:
            items.push_back({Kind::Swatch,
                             QColor(mix(theme().plot.rgb(), theme().axis.rgb(), 0.4)),
                             {},
                             tr("slowest to fastest CPU")});
            items.push_back({Kind::Line, theme().text, {}, tr("median CPU")});
            break;
        case Lines::Density:
            items.push_back(
                {Kind::Gradient, {}, {}, tr("1 … %1 CPUs at this rate, log").arg(model().workers() / 4)});
            items.push_back({Kind::Line, theme().text, {}, tr("median CPU")});
            break;
    }
    return items;
}

void PacketsView::draw_readout(QPainter& painter, const QRect& area) {
    const HistorySlice& now = last_second();
    const bool known = now.covered_s > 0;
    const Quantity rate = format().rate(known ? std::optional(now.sent_pps) : std::nullopt);
    const QFont big = role_font(TextRole::ReadoutBig);
    const QFont small = role_font(TextRole::Small);
    const int big_height = QFontMetrics(big).height();
    painter.setFont(big);
    painter.setPen(theme().text);
    const int number_width = QFontMetrics(big).horizontalAdvance(rate.number);
    painter.drawText(QRect(area.left(), area.top() - 4, area.width(), big_height),
                     Qt::AlignLeft | Qt::AlignVCenter, rate.number);
    painter.setFont(role_font(TextRole::Control));
    painter.setPen(theme().text_second);
    painter.drawText(QRect(area.left() + number_width + 6, area.top() - 2, area.width(), big_height),
                     Qt::AlignLeft | Qt::AlignVCenter, rate.unit);
    painter.setFont(small);
    const int line = QFontMetrics(small).height();
    const QRect total = track_rect(total_);
    int y = area.top() - 4 + big_height;
    QStringList lines_below;
    if (known) {
        lines_below << tr("offered %1").arg(format().short_rate(now.offered_pps));
        if (now.delivered_pps) lines_below << tr("delivered %1").arg(format().short_rate(now.delivered_pps));
        lines_below << tr("dropped %1")
                           .arg(format().share(
                               now.offered_pps > 0 ? std::max(0.0, 1 - now.sent_pps / now.offered_pps) : 0));
    }
    if (model().oversubscribed()) lines_below << tr("%n workers", "", static_cast<int>(model().workers()));
    for (const QString& text : lines_below) {
        if (y + line > total.bottom() + 4) break;
        painter.drawText(QRect(area.left(), y, area.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetrics(small).elidedText(text, Qt::ElideRight, area.width()));
        y += line + 1;
    }
    if (workers_.height > 0 && known) {
        draw_cpu_readout(
            painter, {area.left(), track_rect(workers_).top(), area.width(), track_rect(workers_).height()});
    }
}

void PacketsView::draw_cpu_readout(QPainter& painter, const QRect& area) const {
    const HistorySlice& now = last_second();
    const QFont small = role_font(TextRole::Small);
    QFont bold = small;
    bold.setWeight(QFont::Bold);
    const int line = QFontMetrics(small).height();
    double sum = 0;
    double squares = 0;
    for (const WorkerSlice& worker : now.workers) {
        sum += double{worker.rate};
        squares += double{worker.rate} * double{worker.rate};
    }
    const double count = static_cast<double>(now.workers.size());
    const QString jain =
        tr("Jain %1").arg(format().significant(squares > 0 ? sum * sum / (count * squares) : 1, 3));
    int y = area.top() - 4;
    const auto text_at = [&](const QRect& box, Qt::Alignment where, const QFont& font, const QColor& colour,
                             const QString& text) {
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(box, static_cast<int>(where | Qt::AlignVCenter), text);
    };
    if (lines() == Lines::Coloured && area.width() >= kNarrow) {
        // One unit for all, said once below.
        double largest = 0;
        for (const WorkerSlice& worker : now.workers) largest = std::max(largest, double{worker.rate});
        const bool mega = largest >= 999.5e3;
        const double unit = mega ? 1e6 : 1e3;
        const int columns = now.workers.size() > 4 ? 2 : 1;
        const int rows = (static_cast<int>(now.workers.size()) + columns - 1) / columns;
        const int pitch = std::clamp((area.height() - line) / std::max(1, rows), 10, line + 4);
        const int width = columns == 1 ? std::min(area.width(), 76) : area.width() / 2;
        for (int i = 0; i < static_cast<int>(now.workers.size()); ++i) {
            const int x = area.left() + i / rows * width;
            const int top = y + i % rows * pitch;
            if (top + line > area.bottom() + 6) continue;
            const auto at = static_cast<std::size_t>(i);
            const int middle = top + line / 2;
            painter.fillRect(x, middle - 1, i < 4 ? 13 : 5, 2, theme().cpu[at]);
            if (i >= 4) painter.fillRect(x + 8, middle - 1, 5, 2, theme().cpu[at]);
            const bool chosen = model().selected() == i;
            text_at({x + 15, top, 14, line}, Qt::AlignLeft, bold, chosen ? theme().accent : theme().text,
                    QString::number(model().oversubscribed() ? static_cast<unsigned>(i)
                                                             : model().newest().workers[at].cpu));
            text_at({x + 16, top, width - 19, line}, Qt::AlignRight, small, theme().text_second,
                    format().significant(double{now.workers[at].rate} / unit, 3));
        }
        y += rows * pitch;
        if (y + line <= area.bottom() + 10) {
            text_at({area.left(), y, area.width(), line}, Qt::AlignLeft, small, theme().text_second,
                    tr("%1 · %2").arg(mega ? QStringLiteral("Mpps") : QStringLiteral("kpps"), jain));
        }
        return;
    }
    const Summary summary = summarise(now);
    const auto rate = [&](float pps) {
        return area.width() < kNarrow ? format().short_rate(double{pps}) : format().rate(double{pps}).text();
    };
    std::vector<std::pair<QString, QString>> rows{{tr("median"), rate(summary.median)},
                                                  {tr("slowest"), rate(summary.low)},
                                                  {tr("fastest"), rate(summary.high)},
                                                  {tr("Jain"), jain.section(QLatin1Char(' '), -1)}};
    if (model().selected() >= 0) {
        const auto chosen = static_cast<std::size_t>(model().selected());
        rows.insert(rows.begin(), {model().worker_label(chosen), rate(now.workers[chosen].rate)});
    }
    const int fitting = std::max(1, (area.height() + 8) / line);
    if (static_cast<int>(rows.size()) > fitting) rows.resize(static_cast<std::size_t>(fitting));
    const int pitch = std::clamp(area.height() / static_cast<int>(rows.size()), line, line + 4);
    for (const auto& [name, value] : rows) {
        text_at({area.left(), y, area.width(), line}, Qt::AlignLeft, small, theme().text_second, name);
        text_at({area.left(), y, area.width(), line}, Qt::AlignRight, bold, theme().text, value);
        y += pitch;
    }
}

QString PacketsView::tip(double time_s, int worker, const HistorySlice& slice) const {
    QString text =
        QStringLiteral("<b>%1</b><br>%2").arg(format().rate(slice.sent_pps).text(), time_line(time_s));
    text += QStringLiteral("<br>") + tr("offered %1").arg(format().rate(slice.offered_pps).text());
    if (slice.delivered_pps) {
        text += QStringLiteral("<br>") + tr("delivered %1").arg(format().rate(slice.delivered_pps).text());
    }
    if (worker >= 0 && worker < static_cast<int>(slice.workers.size())) {
        const auto at = static_cast<std::size_t>(worker);
        text += QStringLiteral("<br>%1: %2")
                    .arg(model().worker_label(at), format().rate(double{slice.workers[at].rate}).text());
    }
    return text;
}

ViewTable PacketsView::table() const {
    const double end = model().shown_time();
    const HistorySlice now = question(end - 1, end, {true, false, {}});
    ViewTable rows{
        {tr("CPU"), tr("completed, packets/s"), tr("sent as owner, packets/s"), tr("completed since start")}};
    const auto whole = [this](double value) {
        return format().count(static_cast<std::uint64_t>(std::llround(std::max(0.0, value))));
    };
    if (now.covered_s <= 0) return rows;
    for (std::size_t i = 0; i < now.workers.size(); ++i) {
        rows.push_back({model().worker_label(i), whole(double{now.workers[i].rate}),
                        whole(double{now.workers[i].sent}),
                        format().count(model().newest().workers[i].completed)});
    }
    rows.push_back({tr("total"), whole(now.sent_pps), whole(now.sent_pps),
                    format().count(model().newest().totals.transmitted)});
    return rows;
}

}  // namespace spinscope
