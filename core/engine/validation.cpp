// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/validation.h"

#include <fmt/format.h>
#include <tbb/parallel_for_each.h>

#include <algorithm>
#include <atomic>
#include <map>

#include "core/base/live_switch.h"
#include "core/engine/presets.h"
#include "core/engine/sim_run.h"

namespace spinscope {
namespace {

constexpr double kWarmup = 0.02;  // s of virtual time: queues fill

double unit_factor(const std::string& unit) {
    if (unit == "Mpps") return 1e6;
    return unit == "kpps" ? 1e3 : 1;
}

Experiment preset_run(const PublishedFigure& figure, std::uint64_t seed) {
    Experiment experiment = after_switch(preset_by_id(figure.preset).experiment, figure.strategy, figure.set);
    experiment.warmup_s = figure.warmup_s;
    experiment.duration_s = figure.duration_s;
    experiment.seed = seed;
    return experiment;
}

std::string command_for(const PublishedFigure& figure, const Experiment& experiment) {
    if (!figure.preset.empty()) {
        std::string set;
        for (const auto& [name, value] : figure.set) {
            const bool own = std::find(kSwitchNames.begin(), kSwitchNames.end(), name) == kSwitchNames.end();
            set += own ? fmt::format(" --set {}={}", name, value) : fmt::format(" --{} {}", name, value);
        }
        return fmt::format("spinscope run --preset {} --strategy {}{} --warmup {} --duration {} --seed {}",
                           figure.preset, figure.strategy, set, experiment.warmup_s, *experiment.duration_s,
                           experiment.seed);
    }
    return fmt::format(
        "spinscope run --machine {} --strategy {} --workers {} --warmup {} --duration {} --seed {}",
        experiment.machine, experiment.strategy, *experiment.workers, experiment.warmup_s,
        *experiment.duration_s, experiment.seed);
}

}  // namespace

std::optional<double> ValidationRow::deviation() const {
    if (!simulated) return std::nullopt;
    return *simulated / figure.published - 1;
}

Experiment experiment_for(const PublishedFigure& figure, const ValidationPlan& plan) {
    if (!figure.preset.empty()) return preset_run(figure, plan.seed);
    Experiment experiment;
    experiment.scenario = figure.scenario;
    experiment.strategy = figure.strategy;
    experiment.machine = figure.profile.value();
    experiment.workers = figure.workers;
    experiment.placement = "cores-first";
    experiment.device.kind = "modelled";
    experiment.in_flight.reset();
    experiment.waiting = Waiting::Spin;
    experiment.warmup_s = kWarmup;
    experiment.duration_s = plan.duration_s;
    experiment.seed = plan.seed;
    return experiment;
}

Validation validate_figures(const ValidationPlan& plan, const std::stop_token& stop,
                            const std::function<void(std::size_t, std::size_t)>& progress) {
    Validation validation;
    std::vector<ValidationRow*> runs;
    for (const PublishedFigure& figure : published_figures()) {
        validation.rows.push_back({figure, std::nullopt, plan.seed, "", figure.note});
        if (!figure.needs.empty())
            validation.rows.back().note = "Not covered yet: needs " + figure.needs + ".";
    }
    for (ValidationRow& row : validation.rows) {
        if (row.figure.runs()) runs.push_back(&row);
    }

    std::atomic<std::size_t> done{0};
    tbb::parallel_for_each(runs, [&](ValidationRow* row) {
        if (stop.stop_requested()) return;
        const Experiment experiment = experiment_for(row->figure, plan);
        const RunResult result = simulate(experiment, stop);
        if (result.partial || !result.transmitted_pps) return;
        row->simulated = *result.transmitted_pps / unit_factor(row->figure.unit);
        row->command = command_for(row->figure, experiment);
        const std::size_t so_far = ++done;
        if (progress) progress(so_far, runs.size());
    });
    validation.partial = done < runs.size();

    std::map<std::string, const ValidationRow*> by_id;
    for (const ValidationRow& row : validation.rows) by_id[row.figure.id] = &row;
    for (ValidationRow& row : validation.rows) {
        if (!row.figure.ratio) continue;
        const ValidationRow& dividend = *by_id.at(row.figure.ratio->first);
        const ValidationRow& divisor = *by_id.at(row.figure.ratio->second);
        if (dividend.simulated && divisor.simulated) row.simulated = *dividend.simulated / *divisor.simulated;
    }
    return validation;
}

}  // namespace spinscope
