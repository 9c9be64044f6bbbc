// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/run_csv.h"

#include <fmt/format.h>

namespace spinscope {
namespace {

constexpr const char* kHeader =
    "worker,cpu,strategy,partial,elapsed_s,offered,completed,transmitted,transmitted_pps,owner_share,"
    "delivered,discarded,queued,dropped,acquisitions,contended,"
    "wait_mean_ns,wait_p50_ns,wait_p90_ns,wait_p99_ns,wait_max_ns,throttled_ms,events_lost\n";

template <class T>
std::string cell(const std::optional<T>& value) {
    return value ? fmt::format("{}", *value) : std::string();
}

std::string wait_cells(const std::optional<Summary>& wait) {
    if (!wait) return ",,,,";
    return fmt::format("{},{},{},{},{}", wait->mean, wait->p50, wait->p90, wait->p99, wait->max);
}

}  // namespace

std::string run_csv(const RunResult& result) {
    const std::string conditions =
        fmt::format("{},{},{}", result.run->experiment.strategy, result.partial, result.elapsed_s);
    std::string csv = kHeader;
    std::uint64_t completed = 0;
    std::uint64_t acquisitions = 0;
    std::uint64_t contended = 0;
    for (std::size_t i = 0; i < result.workers.size(); ++i) {
        const WorkerResult& worker = result.workers[i];
        std::optional<double> rate;
        if (result.elapsed_s > 0) rate = static_cast<double>(worker.transmitted) / result.elapsed_s;
        csv +=
            fmt::format("{},{},{},{},{},{},{},{},,,,,{},{},{},,\n", i, worker.cpu, conditions, worker.offered,
                        worker.completed, worker.transmitted, cell(rate), cell(worker.owner_share),
                        worker.acquisitions, worker.contended, wait_cells(worker.wait));
        completed += worker.completed;
        acquisitions += worker.acquisitions;
        contended += worker.contended;
    }
    const Packets& packets = result.packets;
    csv += fmt::format("total,,{},{},{},{},{},,{},{},{},{},{},{},{},{},{}\n", conditions, packets.offered,
                       completed, packets.transmitted, cell(result.transmitted_pps), cell(packets.delivered),
                       cell(packets.discarded), packets.queued, packets.dropped.total(), acquisitions,
                       contended, wait_cells(result.wait), result.throttled_ms, result.events_lost);
    return csv;
}

}  // namespace spinscope
