// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/figure_rows.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "core/base/live_switch.h"
#include "core/base/options.h"
#include "core/engine/presets.h"
#include "core/engine/published_figures.h"
#include "core/engine/registry.h"
#include "core/machine/sim/profile.h"
#include "core/queue/disciplines.h"
#include "ui/format.h"

namespace spinscope {
namespace {

constexpr double kWindow_s = 1;

QString tr(const char* text) {
    return QCoreApplication::translate("ExplainPanel", text);
}

/// Packets per second that 1 of the figure's unit is; 0 where it is no rate.
double pps_unit(const PublishedFigure& figure) {
    return figure.unit == "Mpps" ? 1e6 : figure.unit == "kpps" ? 1e3 : 0;
}

bool same_options(const Experiment& a, const Experiment& b, std::span<const OptionInfo> infos) {
    return std::all_of(infos.begin(), infos.end(), [&](const OptionInfo& info) {
        return option_text(a.options, info) == option_text(b.options, info);
    });
}

/// As many senders on one queue; or the preset that the figure is simulated with, as it is.
bool same_conditions(const PublishedFigure& figure, const Experiment& experiment, std::size_t workers) {
    if (figure.workers) return *figure.workers == workers && experiment.queues <= 1;
    const Preset* preset = find_preset(figure.preset);
    const StrategyInfo* strategy = find_strategy(experiment.strategy);
    const DisciplineInfo* discipline = find_discipline(experiment.discipline);
    if (preset == nullptr || strategy == nullptr || discipline == nullptr) return false;
    Experiment published = experiment;
    apply_preset(published, *preset);
    published = after_switch(published, experiment.strategy, figure.set);
    if (!same_options(published, experiment, strategy->options) ||
        !same_options(published, experiment, discipline->options)) {
        return false;
    }
    published.options = experiment.options;
    return published == experiment;
}

}  // namespace

std::optional<double> FigureRow::ratio() const {
    if (!published_pps || !ours_pps) return std::nullopt;
    return *ours_pps / *published_pps;
}

void RateMemory::add(const Snapshot& snapshot) {
    if (snapshot.run.get() != run_) {
        rates_.clear();
        last_second_.clear();
        run_ = snapshot.run.get();
    }
    if (snapshot.marks.size() != marks_) last_second_.clear();
    marks_ = snapshot.marks.size();
    if (run_ == nullptr) return;
    if (!last_second_.empty() && snapshot.at_s <= last_second_.back().at_s) return;
    last_second_.push_back({snapshot.at_s, snapshot.totals.transmitted});
    while (last_second_.size() > 2 && last_second_[1].at_s <= snapshot.at_s - kWindow_s) {
        last_second_.erase(last_second_.begin());
    }
    const Sent& before = last_second_.front();
    const Sent& after = last_second_.back();
    if (after.at_s <= before.at_s) return;
    rates_[snapshot.strategy] =
        static_cast<double>(after.packets - before.packets) / (after.at_s - before.at_s);
}

std::optional<double> RateMemory::of(const std::string& strategy) const {
    const auto found = rates_.find(strategy);
    if (found == rates_.end()) return std::nullopt;
    return found->second;
}

std::vector<FigureRow> figure_rows(const Experiment& experiment, const std::string& strategy,
                                   const RateMemory& rates, std::size_t workers) {
    std::vector<FigureRow> rows;
    bool has_present = false;
    for (const PublishedFigure& figure : published_figures()) {
        const double unit = pps_unit(figure);
        if (figure.profile != experiment.machine || figure.scenario != experiment.scenario || unit == 0)
            continue;
        FigureRow row;
        row.strategy = figure.strategy;
        row.published_pps = figure.published * unit;
        if (same_conditions(figure, experiment, workers)) row.ours_pps = rates.of(figure.strategy);
        row.present = figure.strategy == strategy;
        row.conditions = figure.what;
        row.source = figure.source;
        has_present = has_present || row.present;
        rows.push_back(std::move(row));
    }
    if (!has_present && !strategy.empty()) {
        FigureRow row;
        row.strategy = strategy;
        row.ours_pps = rates.of(strategy);
        row.present = true;
        rows.push_back(std::move(row));
    }
    return rows;
}

QString published_elsewhere(const Experiment& experiment, const std::string& strategy) {
    QStringList found;
    for (const PublishedFigure& figure : published_figures()) {
        const double unit = pps_unit(figure);
        if (figure.strategy != strategy || figure.profile == experiment.machine || unit == 0) continue;
        found << QStringLiteral("%1 (%2)").arg(Format().rate(figure.published * unit).text(),
                                               QString::fromStdString(figure.what));
        if (found.size() == 2) break;
    }
    return found.isEmpty() ? QString() : tr("Published elsewhere: %1").arg(found.join(QStringLiteral("; ")));
}

}  // namespace spinscope
