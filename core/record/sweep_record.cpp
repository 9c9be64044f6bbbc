// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/sweep_record.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/record/run_json_parts.h"

namespace spinscope {
namespace {

/// Whether the rate fell off a cliff on the way to each point.
std::vector<bool> cliffs_of(const Sweep& sweep, const std::vector<SweepPoint>& points) {
    std::vector<bool> all;
    const std::size_t row = sweep.plan().workers.size();
    for (std::size_t begin = 0; begin < points.size(); begin += row) {
        std::vector<std::optional<double>> series;
        for (std::size_t i = begin; i < begin + row; ++i) {
            const auto& result = points[i].result;
            series.push_back(result ? result->transmitted_pps : std::nullopt);
        }
        for (const bool cliff : cliffs(series)) all.push_back(cliff);
    }
    return all;
}

Json point_json(const SweepPoint& point, bool cliff) {
    Json json{{"strategy", point.strategy}, {"workers", point.workers}};
    if (!point.result) {
        json["problem"] = point.problem;
        return json;
    }
    const RunResult& result = *point.result;
    json["cpus_used"] = result.run->placement.cpus;
    json["elapsed_s"] = result.elapsed_s;
    json["packets"] = packets_json(result);
    json["rate"] = rate_json(result);
    json["cliff"] = cliff;
    json["fairness"] = fairness_json(result);
    json["wait_ns"] = summary_json(result.wait);
    json["sojourn_ns"] = summary_json(result.sojourn);
    json["locks"] = locks_json(result);
    json["warnings"] = result.warnings;
    return json;
}

template <class T>
std::string cell(const std::optional<T>& value) {
    return value ? fmt::format("{}", *value) : std::string();
}

}  // namespace

std::string sweep_json(const Sweep& sweep, const std::string& command) {
    const std::vector<SweepPoint> points = sweep.points();
    const std::vector<bool> cliff = cliffs_of(sweep, points);
    Json json;
    json["schema"] = "spinscope.sweep/1";
    json["scenario"] = sweep.plan().base.scenario;
    json["partial"] = sweep.partial();
    json["machine"] = nullptr;
    json["device"] = sweep.plan().base.device.kind;
    json["strategies"] = sweep.plan().strategies;
    json["workers"] = sweep.plan().workers;
    json["points"] = Json::array();
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!points[i].result && points[i].problem.empty()) continue;
        json["points"].push_back(point_json(points[i], cliff[i]));
        if (!points[i].result || !json["machine"].is_null()) continue;
        // What all points share is told once.
        const RunInfo& run = *points[i].result->run;
        json["machine"] = machine_json(run);
        json["machine"].erase("cpus_used");
        json["machine"].erase("oversubscribed");
        json["conditions"] = conditions_json(run);
        json["costs"] = costs_json(run);
        json["environment"] = environment_json(run);
    }
    json["command"] = command;
    const std::string& preset = sweep.plan().base.preset;
    json["preset"] = preset.empty() ? Json(nullptr) : Json(preset);
    return text_of(json, 2) + "\n";
}

std::string sweep_csv(const Sweep& sweep) {
    std::string csv =
        "strategy,workers,elapsed_s,offered,transmitted,transmitted_pps,dropped,queued,cliff,jain,"
        "wait_mean_ns,wait_p50_ns,wait_p99_ns,wait_max_ns\n";
    const std::vector<SweepPoint> points = sweep.points();
    const std::vector<bool> cliff = cliffs_of(sweep, points);
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!points[i].result) continue;
        const RunResult& result = *points[i].result;
        const Packets& packets = result.packets;
        const auto wait = result.wait ? fmt::format("{},{},{},{}", result.wait->mean, result.wait->p50,
                                                    result.wait->p99, result.wait->max)
                                      : std::string(",,,");
        csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", points[i].strategy, points[i].workers,
                           result.elapsed_s, packets.offered, packets.transmitted,
                           cell(result.transmitted_pps), packets.dropped.total(), packets.queued,
                           static_cast<bool>(cliff[i]), cell(result.jain), wait);
    }
    return csv;
}

}  // namespace spinscope
