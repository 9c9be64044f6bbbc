// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/comparison_record.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/engine/ranking.h"
#include "core/record/run_json_parts.h"

namespace spinscope {
namespace {

Json estimate_json(const std::optional<Estimate>& estimate) {
    if (!estimate) return nullptr;
    const auto& interval = estimate->interval;
    return {{"median", estimate->median},
            {"low", interval ? Json(interval->low) : Json(nullptr)},
            {"high", interval ? Json(interval->high) : Json(nullptr)},
            {"rounds", estimate->count}};
}

const char* word_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::Faster:
            return "faster";
        case Verdict::NoDifference:
            return "no difference";
        case Verdict::TooFewRounds:
            break;
    }
    return "too few rounds";
}

Json ranking_json(const Ranking& ranking) {
    Json rows = Json::array();
    for (const RankedStrategy& row : ranking.strategies) {
        Json json{{"strategy", row.strategy}, {"position", row.index}};
        for (const MetricInfo& info : kMetrics) json[std::string(info.id)] = estimate_json(row[info.metric]);
        rows.push_back(std::move(json));
    }
    return rows;
}

Json pairs_json(const Ranking& ranking) {
    Json rows = Json::array();
    for (const ComparedPair& pair : ranking.pairs) {
        rows.push_back({{"first", ranking.strategies[pair.first].strategy},
                        {"second", ranking.strategies[pair.second].strategy},
                        {"verdict", word_of(pair.verdict)},
                        {"ratio", estimate_json(pair.ratio)},
                        {"difference_pps", estimate_json(pair.difference_pps)}});
    }
    return rows;
}

Json rounds_json(const ComparisonData& data) {
    Json rows = Json::array();
    for (const ComparisonRound& round : data.rounds) {
        Json runs = Json::array();
        for (const std::size_t strategy : round.order) {
            if (!round.values[strategy]) continue;
            Json run{{"strategy", data.strategies[strategy]}, {"position", strategy}};
            for (const MetricInfo& info : kMetrics) {
                run[std::string(info.id)] = or_null((*round.values[strategy])[info.metric]);
            }
            runs.push_back(std::move(run));
        }
        rows.push_back({{"round", round.number}, {"seed", round.seed}, {"runs", std::move(runs)}});
    }
    return rows;
}

}  // namespace

std::string comparison_json(const ComparisonPlan& plan, const ComparisonData& data,
                            const std::string& command) {
    const RunInfo& run = *data.run;
    const Ranking ranking = rank(data);
    Json json;
    json["schema"] = "spinscope.compare/1";
    json["scenario"] = plan.base.scenario;
    json["partial"] = data.partial;
    json["machine"] = machine_json(run);
    json["device"] = plan.base.device.kind;
    json["strategies"] = data.strategies;
    json["rounds"] = {{"asked", plan.rounds},
                      {"complete", data.complete()},
                      {"warmup", plan.warmup_rounds},
                      {"order", "ABBA"},
                      {"seed", "the same for all strategies of a round"}};
    json["ranking"] = ranking_json(ranking);
    json["pairs"] = pairs_json(ranking);
    json["interval"] = kIntervalMethod;
    json["runs"] = rounds_json(data);
    json["conditions"] = conditions_json(run);
    json["costs"] = costs_json(run);
    json["environment"] = environment_json(run);
    json["warnings"] = data.warnings;
    json["command"] = command;
    const std::string& preset = plan.base.preset;
    json["preset"] = preset.empty() ? Json(nullptr) : Json(preset);
    return text_of(json, 2) + "\n";
}

std::string comparison_csv(const ComparisonData& data) {
    std::string csv = "round,seed,turn,strategy";
    for (const MetricInfo& info : kMetrics) csv += fmt::format(",{}", info.id);
    csv += "\n";
    for (const ComparisonRound& round : data.rounds) {
        for (std::size_t turn = 0; turn < round.order.size(); ++turn) {
            const std::size_t strategy = round.order[turn];
            if (!round.values[strategy]) continue;
            csv += fmt::format("{},{},{},{}", round.number, round.seed, turn, data.strategies[strategy]);
            for (const MetricInfo& info : kMetrics) {
                const std::optional<double>& value = (*round.values[strategy])[info.metric];
                csv += value ? fmt::format(",{}", *value) : std::string(",");
            }
            csv += "\n";
        }
    }
    return csv;
}

}  // namespace spinscope
