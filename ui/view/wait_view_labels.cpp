// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QPainter>
#include <cmath>

#include "ui/view/curve_plot.h"
#include "ui/view/wait_view.h"

namespace spinscope {
namespace {

// Least heights of a line of the readout.
constexpr int kLargeLine = 20;
constexpr int kSmallLine = 14;

}  // namespace

void WaitView::draw_labels(QPainter& painter) {
    if (!model().has_data()) return;
    const QRect area = curve_area();
    painter.setFont(role_font(TextRole::Small));
    const int line = QFontMetrics(painter.font()).height();
    const auto label = [&](double ns, const QString& text) {
        const double y = area.bottom() - axis_->position(ns);
        painter.setPen(theme().text_second);
        painter.drawText(QRectF(0, y - line / 2.0, ViewGrid::kLeft - 8, line),
                         Qt::AlignRight | Qt::AlignVCenter, text);
    };
    int each = 1;
    while (axis_->pixels_per_decade() * each < line + 2) ++each;
    const int decades = static_cast<int>(std::lround(std::log10(axis_->high / axis_->low)));
    for (int i = 0; i <= decades; i += each) {
        const double ns = axis_->low * std::pow(10, i);
        label(ns, format().axis_time_ns(ns));
    }
    if (axis_->zero) label(0, QStringLiteral("0"));
    if (strip_height_ == 0) return;
    const QRect strip = ring_area();
    const auto name = [&](int y, const QString& text) {
        painter.drawText(QRect(0, y, ViewGrid::kLeft - 8, line), Qt::AlignRight | Qt::AlignVCenter, text);
    };
    painter.setPen(theme().text_second);
    const std::size_t last = model().workers() - 1;
    if (strip.height() >= 2 * line) {
        name(strip.top() - 2, model().worker_label(0));
        if (last > 0) name(strip.bottom() - line + 3, model().worker_label(last));
    } else {
        name(strip.center().y() - line / 2 + 1, tr("per CPU"));
    }
}

QStringList WaitView::subtitles() const {
    QStringList words;
    if (in_picture()) words << chooser_->currentText();
    const auto count = static_cast<int>(model().workers());
    if (strip_height_ > 0 && count > rows()) {
        words << tr("%n CPUs in a row of pixels, the largest is shown", "", (count + rows() - 1) / rows());
    }
    return {words.join(QStringLiteral(" · "))};
}

std::vector<LegendItem> WaitView::legend() const {
    using Kind = LegendItem::Kind;
    std::vector<LegendItem> items{{Kind::Line, theme().p50, {}, tr("p50")},
                                  {Kind::Line, theme().p99, {}, tr("p99")},
                                  {Kind::Dots, theme().max, {}, tr("max")}};
    if (shows_scheduler()) {
        items.push_back({Kind::Outlined, theme().warning.background, theme().warning.bar,
                         tr("1 ms and more: time slices of the scheduler")});
    }
    if (strip_height_ > 0 && model().has_data()) {
        items.push_back({Kind::Gradient,
                         {},
                         {},
                         tr("p99 of each CPU, whole call: %1 … %2, log")
                             .arg(format().axis_time_ns(axis_->low), format().axis_time_ns(axis_->high))});
    }
    return items;
}

void WaitView::draw_readout(QPainter& painter, const QRect& area) {
    const HistorySlice& now = last_second();
    const WaitSummary& wait = wait_of(now);
    const bool known = now.covered_s > 0 && wait.calls > 0;
    const auto value = [known](std::uint64_t ns) {
        return known ? std::optional(static_cast<double>(ns)) : std::nullopt;
    };
    struct Row {
        LegendItem sample;
        Quantity quantity;
    };
    using Kind = LegendItem::Kind;
    const std::vector<Row> lines{
        {{Kind::Line, theme().p50, {}, tr("p50")}, format().time_ns(value(wait.p50))},
        {{Kind::Line, theme().p99, {}, tr("p99")}, format().time_ns(value(wait.p99))},
        {{Kind::Dots, theme().max, {}, tr("max")}, format().time_ns(value(wait.max))}};
    // A narrow window has no room for both the sample and a large number.
    const bool narrow = area.width() < kNarrow;
    const int room = curve_area().height();
    const bool low = room < 3 * kLargeLine;
    const QFont large = role_font(narrow || low ? TextRole::Title : TextRole::ReadoutPercentile);
    const QFont small = role_font(TextRole::Small);
    const int line = QFontMetrics(large).height();
    const int pitch = std::clamp(room / 3, std::min(line, low ? kSmallLine : kLargeLine), 40);
    const int unit_width = QFontMetrics(small).horizontalAdvance(QStringLiteral("ns")) + 6;
    int y = area.top() + std::max(0, (room - 3 * pitch) / 2);
    for (const Row& row : lines) {
        const QRect box(area.left(), y, area.width(), pitch);
        if (narrow) {
            painter.setFont(small);
            painter.setPen(theme().text_second);
            painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, row.sample.text);
        } else {
            draw_legend(&painter, {row.sample}, box.left(), box, small, theme());
        }
        painter.setFont(large);
        painter.setPen(theme().text);
        painter.drawText(box.adjusted(0, 0, -unit_width, 0), Qt::AlignRight | Qt::AlignVCenter,
                         row.quantity.number);
        painter.setFont(small);
        painter.setPen(theme().text_second);
        painter.drawText(QRect(box.right() - unit_width + 5, y + 2, unit_width, pitch),
                         Qt::AlignLeft | Qt::AlignVCenter, row.quantity.unit);
        y += pitch;
    }
    if (strip_height_ < QFontMetrics(small).height()) return;
    // The worst CPU of the strip, by name.
    int worst = -1;
    for (int i = 0; i < static_cast<int>(now.workers.size()); ++i) {
        const float wait_ns = now.workers[static_cast<std::size_t>(i)].wait_p99;
        if (std::isnan(wait_ns)) continue;
        if (worst < 0 || wait_ns > now.workers[static_cast<std::size_t>(worst)].wait_p99) worst = i;
    }
    if (worst < 0) return;
    const auto at = static_cast<std::size_t>(worst);
    painter.setFont(small);
    painter.setPen(theme().text_second);
    const QRect strip(area.left(), ring_area().top() - 3, area.width(), ring_area().height() + 6);
    const QString text = tr("worst: %1").arg(model().worker_label(at));
    const QString wait_text = format().time_ns(double{now.workers[at].wait_p99}).text();
    if (strip.height() >= 2 * QFontMetrics(small).height()) {
        painter.drawText(strip, Qt::AlignLeft | Qt::AlignTop, text);
        painter.drawText(strip.adjusted(0, QFontMetrics(small).height(), 0, 0), Qt::AlignLeft | Qt::AlignTop,
                         tr("p99 %1").arg(wait_text));
    } else {
        painter.drawText(strip, Qt::AlignLeft | Qt::AlignVCenter, text);
    }
}

QString WaitView::tip(double time_s, int worker, const HistorySlice& slice) const {
    const WaitSummary& wait = wait_of(slice);
    QString text = QStringLiteral("<b>%1</b> · %2").arg(chooser_->currentText(), time_line(time_s));
    if (wait.calls == 0) return text + QStringLiteral("<br>") + tr("nothing measured");
    const auto time = [this](std::uint64_t ns) { return format().time_ns(static_cast<double>(ns)).text(); };
    text += QStringLiteral("<br>") +
            tr("p50 %1 · p99 %2 · max %3").arg(time(wait.p50), time(wait.p99), time(wait.max));
    text += QStringLiteral("<br>") + tr("%1 calls").arg(format().count(wait.calls));
    if (worker >= 0 && worker < static_cast<int>(slice.workers.size())) {
        const auto at = static_cast<std::size_t>(worker);
        const float p99 = slice.workers[at].wait_p99;
        text +=
            QStringLiteral("<br>") +
            tr("%1: p99 %2 of the whole call")
                .arg(model().worker_label(at),
                     format().time_ns(std::isnan(p99) ? std::nullopt : std::optional(double{p99})).text());
    }
    return text;
}

ViewTable WaitView::table() const {
    const double end = model().shown_time();
    ViewTable rows{{tr("where"), tr("calls"), tr("p50"), tr("p99"), tr("longest")}};
    const auto time = [this](std::uint64_t ns) { return format().time_ns(static_cast<double>(ns)).text(); };
    const auto add = [&](const QString& name, const WaitSummary& wait) {
        if (wait.calls == 0) {
            rows.push_back({name, format().count(0), kUnknown, kUnknown, kUnknown});
        } else {
            rows.push_back(
                {name, format().count(wait.calls), time(wait.p50), time(wait.p99), time(wait.max)});
        }
    };
    HistorySlice now = question(end - 1, end, {true, true, Site::Root});
    if (now.covered_s <= 0) return rows;
    add(tr("whole call"), now.call_wait);
    add(tr("root lock"), now.site_wait[Site::Root]);
    for (const auto& [name, site] : {std::pair{tr("gate"), Site::Gate}, std::pair{tr("tx lock"), Site::Tx},
                                     std::pair{tr("relock of the owner"), Site::Relock}}) {
        add(name, question(end - 1, end, {false, false, site}).site_wait[site]);
    }
    // A worker's histogram is not kept over time: the largest of its snapshots' values stands for the second.
    for (std::size_t i = 0; i < now.workers.size(); ++i) {
        const WorkerSlice& w = now.workers[i];
        const auto wait = [this](float ns) {
            return format().time_ns(std::isnan(ns) ? std::nullopt : std::optional(double{ns})).text();
        };
        rows.push_back({model().worker_label(i), kUnknown, kUnknown, wait(w.wait_p99), wait(w.wait_max)});
    }
    return rows;
}

}  // namespace spinscope
