// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/lanes_view.h"

#include <cmath>

namespace spinscope {

QStringList LanesView::subtitles() const {
    if (model().workers() == 0) return {};
    const auto workers = static_cast<int>(model().workers());
    if (mode_ == Mode::Folded) {
        // "die 0" -> "die"
        const QString part = model().order().groups.front().name.section(QLatin1Char(' '), 0, -2);
        return {
            tr("%n CPUs, lanes folded by %1: the mean of its CPUs; holding, owning estimated", "", workers)
                .arg(part),
            tr("%n CPUs, lanes folded by %1; estimated", "", workers).arg(part),
            tr("folded by %1").arg(part)};
    }
    if (mode_ == Mode::Crowded) {
        const int each = lanes_.front().count;
        return {tr("%n CPUs, a lane is the mean of %1; estimated", "", workers).arg(each),
                tr("lane: mean of %1 CPUs").arg(each)};
    }
    if (thin_) return {tr("%1 CPUs; holding, owning estimated").arg(model().workers()), tr("estimated")};
    const double percent = std::min(100.0, 200.0 * model().queues() / static_cast<double>(model().workers()));
    const QString full =
        format().significant(percent, percent == std::round(percent) || percent < 10 ? 2 : 3) +
        QStringLiteral("\u00a0%");
    return {
        tr("upper: waiting and holding, 0–100 % of the time; lower: ownership, 0–%1; estimated").arg(full),
        tr("upper 0–100 % of the time, lower 0–%1; estimated").arg(full),
        tr("lower 0–%1; estimated").arg(full), tr("estimated")};
}

std::vector<LegendItem> LanesView::legend() const {
    using Kind = LegendItem::Kind;
    const Theme& t = theme();
    if (thin_ && mode_ != Mode::Folded) {
        return {{Kind::Gradient, t.idle, t.waiting.fill, tr("waiting 0–100 %")},
                {Kind::Gradient, t.idle, QColor(mix(t.idle.rgb(), t.waiting.fill.rgb(), 0.5)), tr("at gate")},
                {Kind::Gradient, t.idle, t.owning.fill, tr("owning 0–2/N")}};
    }
    return {{Kind::Hatched, t.waiting.fill, t.waiting.cue, tr("waiting")},
            {Kind::OpenHatch, t.gate.fill, t.gate.cue, tr("at gate")},
            {Kind::Outlined, t.holding.fill, t.holding.cue, tr("holding")},
            {Kind::OwnBar, t.owning.fill, {}, tr("owning")},
            {Kind::Swatch, t.transmitting.fill, {}, tr("transmitting")}};
}

QString LanesView::tip(double time_s, int worker, const HistorySlice& slice) const {
    if (worker < 0 || worker >= static_cast<int>(slice.workers.size())) return time_line(time_s);
    const auto at = static_cast<std::size_t>(worker);
    const WorkerSlice& w = slice.workers[at];
    QString text = QStringLiteral("<b>%1</b> · %2").arg(model().worker_label(at), time_line(time_s));
    const auto row = [&text, this](const QString& words, float share) {
        text += QStringLiteral("<br>") + words.arg(format().share(double{share}));
    };
    row(tr("waiting %1 of the time"), w.wait_root);
    row(tr("at the gate %1"), w.wait_gate);
    row(tr("holding %1, estimated"), w.hold);
    row(tr("owning %1, estimated"), w.own);
    row(tr("transmitting %1, estimated"), w.transmit);
    if (w.not_running > 0) row(tr("not running %1"), w.not_running);
    return text;
}

QString LanesView::group_tip(const QPoint& at, double time_s, const HistorySlice& slice) const {
    const Lane* lane = lane_at(at.y());
    if (lane == nullptr || lane->count == 1 || slice.covered_s <= 0) return {};
    const QString who =
        lane->group < 0
            ? tr("CPUs %1").arg(lane_label(*lane))
            : tr("%1, CPUs %2")
                  .arg(lane_label(*lane), model().order().groups[static_cast<std::size_t>(lane->group)].cpus);
    QString text = QStringLiteral("<b>%1</b> · %2").arg(who, time_line(time_s));
    const Shares mean = shares_of(slice, *lane);
    const auto share = [this](double value) { return format().share(value); };
    text += QStringLiteral("<br>") + tr("mean of %n CPUs: waiting %1, at the gate %2", "", lane->count)
                                         .arg(share(mean.root), share(mean.gate));
    text += QStringLiteral("<br>") +
            tr("holding %1, owning %2 each, estimated").arg(share(mean.hold), share(mean.own));
    text += QStringLiteral("<br>") +
            tr("sent %1 of all packets").arg(share(sent_share(slice, lane->first, lane->count)));
    if (const int most = worker_at(at); most >= 0) {
        const WorkerSlice& w = slice.workers[static_cast<std::size_t>(most)];
        text += QStringLiteral("<br>") + tr("waits most: %1, %2; a click selects it")
                                             .arg(model().worker_label(static_cast<std::size_t>(most)),
                                                  share(double{w.wait_root + w.wait_gate}));
    }
    return text;
}

ViewTable LanesView::table() const {
    const double end = model().shown_time();
    const HistorySlice now = question(end - 1, end, {true, false, {}});
    ViewTable rows{{tr("CPU"), tr("owner share"), tr("waiting"), tr("at gate"), tr("holding"), tr("owning"),
                    tr("transmitting"), tr("not running")}};
    if (now.covered_s <= 0) return rows;
    // Folded lanes first, then every CPU.
    if (mode_ == Mode::Folded) {
        for (const Lane& lane : lanes_) {
            if (lane.group < 0) continue;
            const Shares mean = shares_of(now, lane);
            QStringList row{tr("%1, mean of %n CPUs", "", lane.count).arg(lane_label(lane)),
                            format().share(sent_share(now, lane.first, lane.count))};
            for (const double share :
                 {mean.root, mean.gate, mean.hold, mean.own, mean.transmit, mean.not_running}) {
                row << format().share(share);
            }
            rows.push_back(row);
        }
    }
    double sent = 0;
    for (const WorkerSlice& worker : now.workers) sent += double{worker.sent};
    for (std::size_t i = 0; i < now.workers.size(); ++i) {
        const WorkerSlice& w = now.workers[i];
        QStringList row{model().worker_label(i), sent > 0 ? format().share(double{w.sent} / sent) : kUnknown};
        for (const float share : {w.wait_root, w.wait_gate, w.hold, w.own, w.transmit, w.not_running}) {
            row << format().share(double{share});
        }
        rows.push_back(row);
    }
    return rows;
}

}  // namespace spinscope
