// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "core/metrics/run_info.h"
#include "core/metrics/snapshot_builder.h"
#include "core/probe/worker_probe.h"

namespace spinscope {

/// A context of a machine with all that belongs to it: a worker's, or the commanding one's.
template <class M>
struct WorkerState {
    WorkerState(M& machine, const RunInfo& info, unsigned index, std::size_t ring_capacity)
        : ring(ring_capacity),
          probe(counters, ring, info.experiment.probe, info.experiment.seed * 0x9e3779b97f4a7c15u + index),
          ctx(machine, index, probe) {
        probe.set_stamp_cost(static_cast<std::uint64_t>(info.calibration.stamp_ns));
    }

    WorkerFeed feed() { return {counters, ring}; }

    WorkerCounters counters;
    SpscRing<Event> ring;
    WorkerProbe probe;
    typename M::Ctx ctx;
};

}  // namespace spinscope
