// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/density_view.h"

#include <QPainter>
#include <cmath>
#include <limits>

namespace spinscope {
namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
constexpr int kCell = 2;  ///< logical px of the value axis that are counted together

}  // namespace

DensityView::DensityView(LiveModel& model, ThemeHolder& themes, QWidget* parent)
    : RateView(model, themes, QStringLiteral("density"), tr("Packets per second, each CPU"), parent) {}

QString DensityView::empty_text() const {
    return tr("How many CPUs send how many packets per second");
}

void DensityView::lay_out() {
    track_.top = 0;
    track_.height = std::max(1, qRound(plot().height() * ratio()));
    const auto columns = static_cast<std::size_t>(std::max(1, qRound(plot().width() * ratio())));
    track_.resize(columns);
    track_.paint_ground(theme(), ratio());
    median_.assign(columns, kNothing);
    selected_.assign(columns, kNothing);
}

int DensityView::cell_of(double rate) const {
    return (track_.y(rate) - track_.top) / device(kCell);
}

void DensityView::draw_column(PixelColumn column, const HistorySlice& slice, std::int64_t index) {
    track_.draw_ground(column);
    const int slot = ring().slot(index);
    track_.set_peak(slot, 0);
    if (slice.covered_s <= 0 || slice.workers.empty()) {
        median_[static_cast<std::size_t>(slot)] = selected_[static_cast<std::size_t>(slot)] = kNothing;
        return;
    }
    const RateSummary summary = summarise_rates(slice);
    track_.set_peak(slot, summary.high);
    const int cell = device(kCell);
    counts_.assign(static_cast<std::size_t>(track_.height / cell + 1), 0);
    for (const WorkerSlice& worker : slice.workers) {
        ++counts_[static_cast<std::size_t>(cell_of(double{worker.rate}))];
    }
    const double most = std::log1p(whole());
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        if (counts_[i] == 0) continue;
        const int top = track_.top + static_cast<int>(i) * cell;
        // A single CPU must be seen on the background.
        column.fill(top, std::min(top + cell, track_.top + track_.height),
                    theme().heat_at(0.15 + 0.85 * std::log1p(counts_[i]) / most));
    }
    track_.stroke(column, ring(), median_, summary.median, index, theme().text.rgb(), device(1));
    if (model().selected() >= 0) {
        const float rate = slice.workers[static_cast<std::size_t>(model().selected())].rate;
        track_.stroke(column, ring(), selected_, rate, index, theme().max.rgb(), device(2));
    }
}

void DensityView::draw_labels(QPainter& painter) {
    if (model().has_data()) draw_rate_axis(painter, track_.axis, plot());
}

QStringList DensityView::subtitles() const {
    return {tr("number of CPUs at each rate")};
}

std::vector<LegendItem> DensityView::legend() const {
    using Kind = LegendItem::Kind;
    std::vector<LegendItem> items{{Kind::Gradient, {}, {}, tr("1 … %1 CPUs, log").arg(qRound(whole()))},
                                  {Kind::Line, theme().text, {}, tr("median")}};
    if (model().selected() >= 0) {
        items.push_back({Kind::Line,
                         theme().max,
                         {},
                         model().worker_label(static_cast<std::size_t>(model().selected()))});
    }
    return items;
}

void DensityView::draw_readout(QPainter& painter, const QRect& area) {
    if (last_second().covered_s > 0) draw_rate_rows(painter, area, summarise_rates(last_second()));
}

QString DensityView::tip(double time_s, int worker, const HistorySlice& slice) const {
    const RateSummary summary = summarise_rates(slice);
    const auto rate = [this](float pps) { return format().rate(double{pps}).text(); };
    QString text = QStringLiteral("<b>%1</b><br>%2")
                       .arg(tr("median CPU %1").arg(rate(summary.median)), time_line(time_s));
    text += QStringLiteral("<br>") + tr("slowest %1, fastest %2").arg(rate(summary.low), rate(summary.high));
    if (worker >= 0 && worker < static_cast<int>(slice.workers.size())) {
        const auto at = static_cast<std::size_t>(worker);
        text += QStringLiteral("<br>%1: %2").arg(model().worker_label(at), rate(slice.workers[at].rate));
    }
    return text;
}

ViewTable DensityView::table() const {
    const double end = model().shown_time();
    const HistorySlice now = question(end - 1, end, {true, false, {}});
    ViewTable rows{{tr("CPU"), tr("completed, packets/s"), tr("of the median")}};
    if (now.covered_s <= 0) return rows;
    const double median = double{summarise_rates(now).median};
    for (std::size_t i = 0; i < now.workers.size(); ++i) {
        const double rate = double{now.workers[i].rate};
        rows.push_back({model().worker_label(i),
                        format().count(static_cast<std::uint64_t>(std::llround(rate))),
                        median > 0 ? format().share(rate / median) : kUnknown});
    }
    return rows;
}

}  // namespace spinscope
