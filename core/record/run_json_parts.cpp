// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/run_json_parts.h"

#include <cmath>
#include <cstring>

#include <nlohmann/json.hpp>

#include "core/base/cost_table.h"
#include "core/transmit/transmit_path.h"

namespace spinscope {
namespace {

template <class T>
Json value_or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

/// Without a decimal point where it needs none; not negative.
Json number_json(double value) {
    return value == std::floor(value) ? Json(static_cast<std::uint64_t>(value)) : Json(value);
}

}  // namespace

Json or_null(const std::optional<double>& value) {
    return value_or_null(value);
}

Json summary_json(const std::optional<Summary>& summary) {
    if (!summary) return nullptr;
    return {{"mean", summary->mean},
            {"p50", summary->p50},
            {"p90", summary->p90},
            {"p99", summary->p99},
            {"max", summary->max}};
}

Json machine_json(const RunInfo& run) {
    return {{"kind", run.simulated ? "simulated" : "host"},
            {"name", run.machine_name},
            {"profile", run.profile ? Json(run.profile->id) : Json(nullptr)},
            {"cpus_used", run.placement.cpus},
            {"placement", run.experiment.placement},
            {"memory_node", run.numa_node},
            {"oversubscribed", run.placement.oversubscribed}};
}

Json calibration_json(const RunInfo& run) {
    if (run.simulated) return {{"pause_ns", nullptr}, {"iteration_ns", nullptr}};
    return {{"pause_ns", run.calibration.pause_ns}, {"iteration_ns", run.calibration.iteration_ns}};
}

/// The host tells nothing about a simulated run, and would keep two of them from being the same bytes.
Json environment_json(const RunInfo& run) {
    const Environment& environment = run.environment;
    const auto of_host = [&run](const Json& value) { return run.simulated ? Json(nullptr) : value; };
    return {{"version", environment.version},
            {"cpu", of_host(environment.cpu)},
            {"kernel", of_host(environment.kernel)},
            {"governor", of_host(value_or_null(environment.governor))},
            {"clock", of_host(environment.clock)}};
}

Json costs_json(const RunInfo& run) {
    if (!run.simulated) return nullptr;
    const WorkloadCosts& costs = run.experiment.costs;
    Json json;
    for (const CostInfo& cost : kCostTable) {
        json[std::string(cost.key)] = number_json(cost.get(costs));
    }
    json["driver_as_given"] = costs.driver_as_given;
    json["compute_factor"] = run.profile ? Json(run.profile->compute_factor) : Json(nullptr);
    return json;
}

Json ledger_json(const RunResult& result) {
    if (!result.run->simulated) return nullptr;
    Json rows = Json::array();
    const auto packets = static_cast<double>(result.packets.transmitted);
    for (const LedgerRow& row : result.ledger) {
        Json pulls = Json::array();
        for (const LedgerRow::Pull& pull : row.pulls) {
            pulls.push_back({{"to", pull.to}, {"from", pull.from}, {"count", pull.count}});
        }
        rows.push_back({{"line", row.name},
                        {"transfers", row.transfers},
                        {"transfers_per_packet",
                         packets > 0 ? Json(static_cast<double>(row.transfers) / packets) : Json(nullptr)},
                        {"local", row.local},
                        {"remote", row.remote},
                        {"cold", row.cold},
                        {"pulls", pulls}});
    }
    return rows;
}

Json packets_json(const RunResult& result) {
    const Packets& packets = result.packets;
    const Drops& dropped = packets.dropped;
    return {{"offered", packets.offered},
            {"transmitted", packets.transmitted},
            {"delivered", value_or_null(packets.delivered)},
            {"discarded", value_or_null(packets.discarded)},
            {"queued", packets.queued},
            {"dropped",
             {{"limit", dropped.limit},
              {"burst", dropped.burst},
              {"device", dropped.device},
              {"deactivated", dropped.deactivated},
              {"aqm", dropped.aqm},
              {"action", dropped.action},
              {"rcvbuf", dropped.rcvbuf}}},
            {"carried_in", result.carried_in}};
}

Json rate_json(const RunResult& result) {
    return {{"transmitted_pps", value_or_null(result.transmitted_pps)},
            {"delivered_pps", value_or_null(result.delivered_pps)}};
}

Json fairness_json(const RunResult& result) {
    return {{"jain", value_or_null(result.jain)},
            {"max_wait_ns", result.wait ? Json(result.wait->max) : Json(nullptr)}};
}

Json locks_json(const RunResult& result) {
    Json locks = Json::array();
    for (const LockResult& lock : result.locks) {
        locks.push_back({{"lock", name_of(lock.site)},
                         {"acquisitions", lock.acquisitions},
                         {"contended", lock.contended},
                         {"handoffs", lock.handoffs},
                         {"wait_ns", summary_json(lock.wait)},
                         {"hold_ns", summary_json(lock.hold)}});
    }
    return locks;
}

Json switches_json(const RunResult& result) {
    Json switches = Json::array();
    for (const Mark& mark : result.switches) {
        switches.push_back({{"at_s", mark.at_s},
                            {"strategy", mark.strategy},
                            {"took_ns", mark.took_ns},
                            {"lost", mark.lost},
                            {"options", mark.options}});
    }
    return switches;
}

Json workers_json(const RunResult& result) {
    Json workers = Json::array();
    for (const WorkerResult& worker : result.workers) {
        workers.push_back({{"cpu", worker.cpu},
                           {"offered", worker.offered},
                           {"completed", worker.completed},
                           {"transmitted", worker.transmitted},
                           {"owner_share", value_or_null(worker.owner_share)},
                           {"acquisitions", worker.acquisitions},
                           {"contended", worker.contended},
                           {"wait_ns", summary_json(worker.wait)},
                           {"involuntary_switches", worker.involuntary_switches},
                           {"run_delay_ns", worker.run_delay_ns}});
    }
    return workers;
}

Json device_errors_json(const RunResult& result) {
    Json errors = Json::array();
    for (const DeviceError& error : result.device_errors) {
        const char* name = strerrorname_np(error.code);
        errors.push_back({{"errno", name ? Json(name) : Json(error.code)}, {"count", error.count}});
    }
    return errors;
}

Json kernel_json(const RunResult& result) {
    if (!result.kernel) return nullptr;
    const KernelReport& kernel = *result.kernel;
    Json json{{"interface", kernel.interface},
              {"state", name_of(kernel.state)},
              {"qdisc", kernel.queue.empty() ? Json(nullptr) : Json(kernel.queue)}};
    for (const KernelCount& count : kKernelCounts) {
        json[std::string(count.name)] = value_or_null(kernel.*count.member);
    }
    return json;
}

Json conditions_json(const RunInfo& run) {
    const Experiment& experiment = run.experiment;
    const std::optional<double> delay = device_ns(run);
    return {{"options", experiment.options},
            {"payload_bytes", experiment.payload},
            {"in_flight", value_or_null(experiment.in_flight)},
            {"waiting", name_of(experiment.waiting)},
            {"lock", experiment.lock.empty() ? Json(nullptr) : Json(experiment.lock)},
            {"discipline", experiment.discipline},
            {"limit", experiment.limit},
            {"queues", experiment.queues != 0 ? experiment.queues : own_queues(experiment.strategy)},
            {"queue_by", experiment.queue_by},
            {"flows", experiment.flows != 0 ? Json(experiment.flows) : Json(run.placement.cpus.size())},
            {"offered_pps", value_or_null(experiment.offered_pps)},
            {"device_delay_ns", delay ? number_json(*delay) : Json(nullptr)},
            {"batch", experiment.device.batch},
            {"verify", experiment.device.verify},
            {"interface",
             experiment.device.interface.empty() ? Json(nullptr) : Json(experiment.device.interface)},
            {"warmup_s", experiment.warmup_s},
            {"seed", experiment.seed}};
}

std::string text_of(const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace spinscope
