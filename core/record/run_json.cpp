// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/run_json.h"

#include <nlohmann/json.hpp>

#include "core/record/run_json_parts.h"

namespace spinscope {
namespace {

Json run_object(const RunResult& result) {
    const RunInfo& run = *result.run;
    const Experiment& experiment = run.experiment;
    Json json;
    json["schema"] = "spinscope.run/1";
    json["scenario"] = experiment.scenario;
    json["strategy"] = experiment.strategy;
    json["partial"] = result.partial;
    json["machine"] = machine_json(run);
    json["device"] = experiment.device.kind;
    json["elapsed_s"] = result.elapsed_s;
    json["packets"] = packets_json(result);
    json["rate"] = rate_json(result);
    json["fairness"] = fairness_json(result);
    json["wait_ns"] = summary_json(result.wait);
    json["hold_ns"] = summary_json(result.hold);
    json["xmit_ns"] = summary_json(result.xmit);
    json["sojourn_ns"] = summary_json(result.sojourn);
    json["locks"] = locks_json(result);
    json["switches"] = switches_json(result);
    json["workers"] = workers_json(result);
    json["probe"] = {{"mode", name_of(experiment.probe)},
                     {"overhead_percent", result.probe_overhead_percent},
                     {"events_lost", result.events_lost},
                     {"clock_anomalies", result.clock_anomalies}};
    json["calibration"] = calibration_json(run);
    json["warnings"] = result.warnings;
    json["environment"] = environment_json(run);
    json["command"] = result.command;
    json["preset"] = experiment.preset.empty() ? Json(nullptr) : Json(experiment.preset);
    json["final_strategy"] = result.strategy;
    json["conditions"] = conditions_json(run);
    json["costs"] = costs_json(run);
    json["ledger"] = ledger_json(result);
    json["device_errors"] = device_errors_json(result);
    json["kernel"] = kernel_json(result);
    json["balance"] = result.balance();
    json["throttled_ms"] = result.throttled_ms;
    json["long_waits"] = result.long_waits;
    json["cpu_ns_per_packet"] = or_null(result.cpu_ns_per_packet);
    return json;
}

}  // namespace

std::string run_json(const RunResult& result) {
    return text_of(run_object(result), 2) + "\n";
}

std::string run_json_line(const RunResult& result) {
    return text_of(run_object(result), -1) + "\n";
}

std::string interval_json_line(const RunResult& interval, bool warming_up) {
    Json json;
    json["schema"] = "spinscope.interval/1";
    json["at_s"] = interval.at_s;
    json["elapsed_s"] = interval.elapsed_s;
    json["warmup"] = warming_up;
    json["strategy"] = interval.strategy;
    json["packets"] = packets_json(interval);
    json["rate"] = rate_json(interval);
    json["fairness"] = fairness_json(interval);
    json["wait_ns"] = summary_json(interval.wait);
    json["workers"] = Json::array();
    for (const WorkerResult& worker : interval.workers) {
        json["workers"].push_back({{"cpu", worker.cpu},
                                   {"offered", worker.offered},
                                   {"completed", worker.completed},
                                   {"transmitted", worker.transmitted},
                                   {"owner_share", or_null(worker.owner_share)},
                                   {"wait_ns", summary_json(worker.wait)}});
    }
    json["events_lost"] = interval.events_lost;
    json["throttled_ms"] = interval.throttled_ms;
    return text_of(json, -1) + "\n";
}

}  // namespace spinscope
