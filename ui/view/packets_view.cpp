// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/packets_view.h"

#include <QPainter>
#include <cmath>
#include <limits>
#include <numeric>

namespace spinscope {
namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
/// Two rates closer than this are drawn as one line.
constexpr double kSameRate = 0.02;

bool differs(double a, double b) {
    return std::abs(a - b) > kSameRate * std::max(a, b);
}

/// Dash pattern by absolute column, so that it scrolls with the line.
bool dash_on(std::int64_t column, int on, int off) {
    const std::int64_t at = column % (on + off);
    return (at < 0 ? at + on + off : at) < on;
}

}  // namespace

PacketsView::PacketsView(LiveModel& model, ThemeHolder& themes, QWidget* parent)
    : RateView(model, themes, QStringLiteral("packets"), tr("Packets per second"), parent) {}

QString PacketsView::empty_text() const {
    return tr("Packets sent per second, in total and by CPU");
}

PacketsView::Lines PacketsView::lines() const {
    const std::size_t count = model().workers();
    return count <= 8 ? Lines::Coloured : count <= 16 ? Lines::Grey : count <= 64 ? Lines::Band : Lines::None;
}

void PacketsView::lay_out() {
    const int height = std::max(1, qRound(plot().height() * ratio()));
    const int gap = device(kBetween);
    // The second plot needs room for its axis; without it the first has everything.
    const bool both = plot().height() >= 84 && lines() != Lines::None;
    total_.top = 0;
    total_.height = both ? static_cast<int>((height - gap) * 0.56) : height;
    workers_.top = total_.height + gap;
    workers_.height = both ? height - workers_.top : 0;
    const auto columns = static_cast<std::size_t>(std::max(1, qRound(plot().width() * ratio())));
    for (LineTrack* track : {&total_, &workers_}) {
        track->resize(columns);
        track->paint_ground(theme(), ratio());
    }
    for (std::vector<float>* line : {&sent_, &offered_, &delivered_}) line->assign(columns, kNothing);
    const std::size_t own_lines = model().workers() <= 16 ? model().workers() : 2;  // median, selected
    series_.assign(own_lines, std::vector<float>(columns, kNothing));
}

void PacketsView::draw_column(PixelColumn column, const HistorySlice& slice, std::int64_t index) {
    column.fill(0, column.height(), theme().plot.rgb());
    total_.draw_ground(column);
    workers_.draw_ground(column);
    const auto slot = static_cast<std::size_t>(ring().slot(index));
    total_.set_peak(ring().slot(index), 0);
    workers_.set_peak(ring().slot(index), 0);
    if (slice.covered_s <= 0) {
        for (std::vector<float>* line : {&sent_, &offered_, &delivered_}) (*line)[slot] = kNothing;
        for (std::vector<float>& line : series_) line[slot] = kNothing;
        return;
    }
    draw_total(column, slice, index);
    if (workers_.height > 0) draw_workers(column, slice, index);
}

void PacketsView::draw_total(PixelColumn& column, const HistorySlice& slice, std::int64_t index) {
    const auto slot = static_cast<std::size_t>(ring().slot(index));
    const double peak = std::max({slice.sent_max_pps, slice.offered_pps, slice.delivered_pps.value_or(0)});
    total_.set_peak(ring().slot(index), static_cast<float>(peak));

    const int bottom = total_.top + total_.height - 1;
    column.fill(total_.y(slice.sent_pps), bottom, theme().total_fill.rgb());
    // Extremes of the snapshots in this column, then the line through the means.
    column.fill(total_.y(slice.sent_max_pps), total_.y(slice.sent_min_pps), theme().total_line.rgb());
    total_.stroke(column, ring(), sent_, static_cast<float>(slice.sent_pps), index, theme().total_line.rgb(),
                  device(1.5));

    const bool offered = differs(slice.offered_pps, slice.sent_pps);
    if (offered && dash_on(index, device(5), device(3))) {
        total_.stroke(column, ring(), offered_, static_cast<float>(slice.offered_pps), index,
                      theme().text_second.rgb(), device(1));
    } else {
        offered_[slot] = offered ? static_cast<float>(slice.offered_pps) : kNothing;
    }
    const bool delivered = slice.delivered_pps && differs(*slice.delivered_pps, slice.sent_pps);
    if (delivered && dash_on(index, device(2), device(2))) {
        total_.stroke(column, ring(), delivered_, static_cast<float>(*slice.delivered_pps), index,
                      theme().accent.rgb(), device(1));
    } else {
        delivered_[slot] = delivered ? static_cast<float>(*slice.delivered_pps) : kNothing;
    }
}

void PacketsView::draw_workers(PixelColumn& column, const HistorySlice& slice, std::int64_t index) {
    const RateSummary summary = summarise_rates(slice);
    workers_.set_peak(ring().slot(index), summary.high);
    const int selected = model().selected();
    const int pen = device(theme().data_pen);
    const auto rate_of = [&](int worker) { return slice.workers[static_cast<std::size_t>(worker)].rate; };
    if (lines() == Lines::Coloured || lines() == Lines::Grey) {
        const int count = static_cast<int>(slice.workers.size());
        for (int i = 0; i <= count; ++i) {
            // The selected one last, on top of the others.
            const int worker = i == count ? selected : i;
            if (worker < 0 || (i < count && worker == selected)) continue;
            const auto at = static_cast<std::size_t>(worker);
            const bool own_colour = lines() == Lines::Coloured || worker == selected;
            const bool dashed = lines() == Lines::Coloured && worker >= 4;
            const QRgb colour = (own_colour ? theme().cpu[at % 8] : theme().axis).rgb();
            if (dashed && !dash_on(index, device(5), device(2))) {
                series_[at][static_cast<std::size_t>(ring().slot(index))] = rate_of(worker);
                continue;
            }
            workers_.stroke(column, ring(), series_[at], rate_of(worker), index, colour,
                            worker == selected ? pen + device(1) : pen);
        }
        return;
    }
    workers_.fill(column, double{summary.low}, double{summary.high},
                  mix(theme().plot.rgb(), theme().axis.rgb(), 0.4));
    workers_.stroke(column, ring(), series_[0], summary.median, index, theme().text.rgb(), device(1));
    if (selected >= 0) {
        workers_.stroke(column, ring(), series_[1], rate_of(selected), index, theme().cpu[0].rgb(),
                        device(2));
    }
}

bool PacketsView::fit_axes() {
    bool changed = total_.fit(theme(), ratio());
    changed = workers_.fit(theme(), ratio()) || changed;
    // The legend names the offered line once it is needed.
    const bool offered =
        std::any_of(offered_.begin(), offered_.end(), [](float v) { return !std::isnan(v); });
    changed = changed || offered != offered_differs_;
    offered_differs_ = offered;
    return changed;
}

void PacketsView::zoom_value(double factor) {
    total_.axis.zoom(factor);
    workers_.axis.zoom(factor);
}

}  // namespace spinscope
