// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/lanes_view.h"

#include <cmath>

namespace spinscope {

QStringList LanesView::subtitles() const {
    if (model().workers() == 0) return {};
    if (fold_ > 1) {
        return {tr("%1 CPUs, a lane is the mean of %2; holding, owning estimated")
                    .arg(model().workers())
                    .arg(fold_),
                tr("%1 CPUs, a lane is the mean of %2; estimated").arg(model().workers()).arg(fold_),
                tr("lane: mean of %1 CPUs").arg(fold_)};
    }
    if (thin_) return {tr("%1 CPUs; holding, owning estimated").arg(model().workers()), tr("estimated")};
    const double percent = std::min(100.0, 200.0 / static_cast<double>(model().workers()));
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
    if (thin_) {
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

ViewTable LanesView::table() const {
    const double end = model().shown_time();
    const HistorySlice now = question(end - 1, end, {true, false, {}});
    ViewTable rows{{tr("CPU"), tr("owner share"), tr("waiting"), tr("at gate"), tr("holding"), tr("owning"),
                    tr("transmitting"), tr("not running")}};
    if (now.covered_s <= 0) return rows;
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
