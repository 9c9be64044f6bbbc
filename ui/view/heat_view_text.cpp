// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/view/heat_view.h"

namespace spinscope {

QString HeatView::value_text(double value) const {
    return shown() == Metric::Rate ? format().rate(value).text() : format().share(value);
}

HeatView::Values HeatView::values_in(const Band& band, const std::vector<float>& values) const {
    Values result{0, 0, 0};
    for (int row = band.first; row < band.first + band.count; ++row) {
        const auto worker = static_cast<std::size_t>(worker_[static_cast<std::size_t>(row)]);
        const double value = double{values[worker]};
        result.mean += value / band.count;
        result.low = row == band.first ? value : std::min(result.low, value);
        result.high = std::max(result.high, value);
    }
    return result;
}

QStringList HeatView::subtitles() const {
    const auto workers = static_cast<int>(model().workers());
    if (workers == 0) return {};
    QStringList words;
    if (in_picture()) words << metric_->currentText() << order_->currentText();
    words << tr("%n CPUs", "", workers);
    QString brief = words.join(QStringLiteral(", "));
    if (crowd() > 1) {
        words << tr("%1 in a row of pixels: the largest is shown").arg(crowd());
        brief += tr(", %1 a row: largest").arg(crowd());
    }
    return {words.join(QStringLiteral(", ")), brief};
}

std::vector<LegendItem> HeatView::legend() const {
    if (!model().has_data()) return {};
    using Kind = LegendItem::Kind;
    switch (shown()) {
        case Metric::Waiting:
            return {{Kind::Gradient, {}, {}, tr("0 … 100 % of the time")}};
        case Metric::OwnerShare:
            return {{Kind::Gradient, {}, {}, tr("0 … %1 of the packets").arg(format().share(full()))}};
        case Metric::Rate:
            break;
    }
    return {{Kind::Gradient, {}, {}, tr("0 … %1").arg(format().rate(full()).text())}};
}

void HeatView::draw_labels(QPainter& painter) {
    const QFont small = role_font(TextRole::Small);
    QFont bold = small;
    bold.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(small);
    const int line = metrics.height();
    const int right = ViewGrid::kLeft - 8;
    // The selected CPU's label goes before those it would cover.
    const bool marked = model().selected() >= 0 && model().selected() < static_cast<int>(row_.size());
    const double mark = marked ? row_rect(model().selected()).center().y() - line / 2.0 : -2 * line;
    const auto say = [&](double y, const QFont& font, const QColor& colour, const QString& text) {
        if (marked && y != mark && std::abs(y - mark) < line - 2) return;
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(QRectF(2, y, right - 2, line), Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(text, Qt::ElideMiddle, right - 2));
    };
    if (bands_.size() == 1) {
        const QRect area = plot();
        say(area.top() - 2, small, theme().text_second,
            by_value_ ? tr("largest") : model().worker_label(static_cast<std::size_t>(worker_.front())));
        say(area.bottom() - line + 3, small, theme().text_second,
            by_value_ ? tr("smallest") : model().worker_label(static_cast<std::size_t>(worker_.back())));
    } else {
        double free_from = 0;
        for (const Band& band : bands_) {
            const QRectF box = band_rect(band);
            const bool both = box.height() >= 2 * line - 2;
            const double y = both ? box.center().y() - line : box.center().y() - line / 2.0;
            if (y < free_from) continue;
            say(y, bold, theme().text, band.name);
            if (both) say(y + line - 1, small, theme().text_second, band.cpus);
            free_from = y + line - 2;
        }
    }
    if (!marked) return;
    say(mark, bold, theme().text, model().worker_label(static_cast<std::size_t>(model().selected())));
}

void HeatView::draw_readout(QPainter& painter, const QRect& area) {
    std::vector<float> values;
    values_of(last_second(), values);
    if (values.size() != worker_.size()) return;
    const QFont small = role_font(TextRole::Small);
    const int line = QFontMetrics(small).height();
    const int number = QFontMetrics(small).horizontalAdvance(value_text(full() * 0.888)) + 4;
    const QColor colour = shown() == Metric::Waiting      ? theme().waiting.fill
                          : shown() == Metric::OwnerShare ? theme().owning.fill
                                                          : theme().axis;
    painter.setFont(small);
    for (const Band& band : bands_) {
        const QRectF box = band_rect(band);
        if (box.height() < line - 2) continue;
        const Values all = values_in(band, values);
        const bool both = box.height() >= 2 * line && bands_.size() > 1;
        double y = bands_.size() == 1 ? box.top() : box.center().y() - (both ? line : line / 2.0);
        const QRectF track(area.left(), y + line / 2.0 - 5, std::max(0, area.width() - number - 8), 11);
        painter.fillRect(track, theme().idle);
        const double share = std::clamp(all.mean / full(), 0.0, 1.0);
        painter.fillRect(QRectF(track.left(), track.top(), track.width() * share, track.height()), colour);
        const auto say = [&](Qt::Alignment where, const QColor& ink, const QString& text) {
            painter.setPen(ink);
            painter.drawText(QRectF(area.left(), y, area.width(), line),
                             static_cast<int>(where | Qt::AlignVCenter), text);
        };
        say(Qt::AlignRight, theme().text, value_text(all.mean));
        if (!both && bands_.size() > 1) continue;
        y += line;
        say(Qt::AlignLeft, theme().text_second,
            shown() == Metric::Rate ? tr("slowest %1").arg(value_text(all.low))
                                    : tr("most %1").arg(value_text(all.high)));
    }
}

QString HeatView::tip(double time_s, int worker, const HistorySlice& slice) const {
    if (worker < 0 || worker >= static_cast<int>(slice.workers.size())) return time_line(time_s);
    const auto at = static_cast<std::size_t>(worker);
    const WorkerSlice& w = slice.workers[at];
    QString text = QStringLiteral("<b>%1</b> · %2").arg(model().worker_label(at), time_line(time_s));
    text += QStringLiteral("<br>") +
            tr("waiting %1 of the time").arg(format().share(double{w.wait_root + w.wait_gate}));
    if (!std::isnan(w.wait_p99)) text += tr(", p99 %1").arg(format().time_ns(double{w.wait_p99}).text());
    double sent = 0;
    for (const WorkerSlice& other : slice.workers) sent += double{other.sent};
    text += QStringLiteral("<br>") + tr("%1, sent %2 of all")
                                         .arg(format().rate(double{w.rate}).text(),
                                              sent > 0 ? format().share(double{w.sent} / sent) : kUnknown);
    const MachineOrder& order = model().order();
    const int group = order.group_of_row(order.row[at]);
    if (group >= 0 && !order.groups[static_cast<std::size_t>(group)].name.isEmpty()) {
        text += QStringLiteral("<br>") + order.groups[static_cast<std::size_t>(group)].name;
    }
    return text;
}

ViewTable HeatView::table() const {
    const double end = model().shown_time();
    const HistorySlice now = question(end - 1, end, parts());
    ViewTable rows{{tr("CPU"), tr("part"), tr("waiting"), tr("owner share"), tr("packets/s")}};
    if (now.covered_s <= 0) return rows;
    double sent = 0;
    for (const WorkerSlice& worker : now.workers) sent += double{worker.sent};
    const MachineOrder& order = model().order();
    for (const int worker : worker_) {
        const auto at = static_cast<std::size_t>(worker);
        const WorkerSlice& w = now.workers[at];
        const int group = order.group_of_row(order.row[at]);
        rows.push_back({model().worker_label(at),
                        group < 0 ? QString() : order.groups[static_cast<std::size_t>(group)].name,
                        format().share(double{w.wait_root + w.wait_gate}),
                        sent > 0 ? format().share(double{w.sent} / sent) : kUnknown,
                        format().rate(double{w.rate}).text()});
    }
    return rows;
}

}  // namespace spinscope
