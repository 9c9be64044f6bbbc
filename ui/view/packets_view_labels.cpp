// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <cmath>

#include "ui/view/packets_view.h"

namespace spinscope {

QRect PacketsView::track_rect(const LineTrack& track) const {
    return {plot().left(), plot().top() + qRound(track.top / ratio()), plot().width(),
            qRound(track.height / ratio())};
}

void PacketsView::draw_labels(QPainter& painter) {
    if (!model().has_data()) return;
    for (const LineTrack* track : {&total_, &workers_}) {
        if (track->height > 0) draw_rate_axis(painter, track->axis, track_rect(*track));
    }
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
        case Lines::None:
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
    const RateSummary summary = summarise_rates(now);
    const QString jain = tr("Jain %1").arg(format().significant(summary.jain, 3));
    int y = area.top() - 4;
    const auto text_at = [&](const QRect& box, Qt::Alignment where, const QFont& font, const QColor& colour,
                             const QString& text) {
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(box, static_cast<int>(where | Qt::AlignVCenter), text);
    };
    const int columns = now.workers.size() > 4 ? 2 : 1;
    const int rows = (static_cast<int>(now.workers.size()) + columns - 1) / columns;
    const int width = columns == 1 ? std::min(area.width(), 76) : area.width() / 2;
    const auto cpu = [&](std::size_t at) {
        return QString::number(model().oversubscribed() ? static_cast<unsigned>(at)
                                                        : model().newest().workers[at].cpu);
    };
    int names = 0;
    for (std::size_t i = 0; i < now.workers.size(); ++i)
        names = std::max(names, QFontMetrics(bold).horizontalAdvance(cpu(i)));
    // Fewer digits rather than two numbers that touch.
    constexpr int kSample = 15;
    const int room = width - kSample - names - 7;
    const int digits = QFontMetrics(small).horizontalAdvance(QStringLiteral("30.2")) <= room ? 3 : 2;
    const bool fits = QFontMetrics(small).horizontalAdvance(QStringLiteral("30")) <= room &&
                      rows * (line - 1) <= area.height() - line;
    if (lines() == Lines::Coloured && fits) {
        // One unit for all, said once below.
        double largest = 0;
        for (const WorkerSlice& worker : now.workers) largest = std::max(largest, double{worker.rate});
        const bool mega = largest >= 999.5e3;
        const double unit = mega ? 1e6 : 1e3;
        const int pitch = std::clamp((area.height() - line) / std::max(1, rows), line - 1, line + 4);
        for (int i = 0; i < static_cast<int>(now.workers.size()); ++i) {
            const int x = area.left() + i / rows * width;
            const int top = y + i % rows * pitch;
            if (top + line > area.bottom() + 6) continue;
            const auto at = static_cast<std::size_t>(i);
            const int middle = top + line / 2;
            painter.fillRect(x, middle - 1, i < 4 ? 13 : 5, 2, theme().cpu[at]);
            if (i >= 4) painter.fillRect(x + 8, middle - 1, 5, 2, theme().cpu[at]);
            const bool chosen = model().selected() == i;
            text_at({x + kSample, top, names, line}, Qt::AlignLeft, bold,
                    chosen ? theme().accent : theme().text, cpu(at));
            text_at({x + kSample, top, width - kSample - 3, line}, Qt::AlignRight, small, theme().text_second,
                    format().significant(double{now.workers[at].rate} / unit, digits));
        }
        y += rows * pitch;
        if (y + line <= area.bottom() + 10) {
            text_at({area.left(), y, area.width(), line}, Qt::AlignLeft, small, theme().text_second,
                    tr("%1 · %2").arg(mega ? QStringLiteral("Mpps") : QStringLiteral("kpps"), jain));
        }
        return;
    }
    draw_rate_rows(painter, area, summary);
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
