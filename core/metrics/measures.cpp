// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/measures.h"

#include <algorithm>

namespace spinscope {

Measures measures_of(const RunResult& result) {
    Measures measures;
    measures[Metric::Pps] = result.transmitted_pps;
    if (result.wait) {
        measures[Metric::WaitP50] = static_cast<double>(result.wait->p50);
        measures[Metric::WaitP99] = static_cast<double>(result.wait->p99);
        measures[Metric::WaitMax] = static_cast<double>(result.wait->max);
    }
    measures[Metric::Jain] = result.jain;
    measures[Metric::CpuPerPacket] = result.cpu_ns_per_packet;
    std::uint64_t completed = 0;
    std::uint64_t least = UINT64_MAX;
    for (const WorkerResult& worker : result.workers) {
        completed += worker.completed;
        least = std::min(least, worker.completed);
    }
    if (completed > 0) {
        measures[Metric::WorstShare] = static_cast<double>(least) *
                                       static_cast<double>(result.workers.size()) /
                                       static_cast<double>(completed);
    }
    if (result.packets.transmitted > 0) {
        std::uint64_t handoffs = 0;
        for (const LockResult& lock : result.locks) handoffs += lock.handoffs;
        measures[Metric::HandoffsPerPacket] =
            static_cast<double>(handoffs) / static_cast<double>(result.packets.transmitted);
    }
    return measures;
}

}  // namespace spinscope
