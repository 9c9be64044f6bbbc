// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "core/metrics/snapshot.h"
#include "core/probe/counters.h"
#include "core/probe/event.h"
#include "core/probe/spsc_ring.h"

namespace spinscope {

/// What a worker's probe writes and the builder reads.
struct WorkerFeed {
    WorkerCounters& counters;
    SpscRing<Event>& ring;
};

/// What the engine knows and the probes do not, at the moment of a snapshot.
struct Observation {
    struct Worker {
        unsigned cpu = 0;
        std::uint64_t completed = 0;
        std::uint64_t run_delay_ns = 0;
        std::uint64_t involuntary_switches = 0;
        std::uint64_t run_ns = 0;  ///< CPU time; 0 where it is not known
    };
    std::uint64_t now_ns = 0;     ///< on the probes' clock
    std::uint64_t paused_ns = 0;  ///< of the time since the start, in pauses
    std::vector<Worker> workers;
    std::optional<std::uint64_t> queued;  ///< exact, where no worker is inside a packet
};

/// Folds counters and events of all workers into snapshots; the only reader of the rings. One thread.
class SnapshotBuilder {
 public:
    SnapshotBuilder(std::shared_ptr<const RunInfo> run, std::vector<WorkerFeed> feeds,
                    std::uint64_t start_ns);

    /// Takes the events out of the rings, so that they do not overflow before the next snapshot.
    void collect();
    /// Everything since the last call, as one interval. The caller adds state, strategy, marks, device and
    /// messages.
    std::shared_ptr<Snapshot> build(const Observation& observation);

 private:
    /// What is kept of a worker between snapshots.
    struct Previous {
        WorkerSnapshot totals;
        std::uint64_t waited_gate = 0;
        std::uint64_t waited_root = 0;
        std::uint64_t run_delay_ns = 0;
        PerSite<std::uint64_t> uncontended{};
        std::uint64_t calls_without_wait = 0;
    };
    /// Sampled time of a worker since the last snapshot, ns.
    struct Spans {
        double hold = 0;
        double transmit = 0;
        double own = 0;
    };
    struct Sent {
        double at_s;
        std::vector<std::uint64_t> transmitted;
    };

    void fold_packets(const Observation& observation, Snapshot& snapshot) const;
    void fold_waits(std::size_t worker, const Observation& observation, Snapshot& snapshot,
                    double interval_ns);
    void fold_totals(Snapshot& snapshot, const Observation& observation) const;
    void fold_shares(Snapshot& snapshot);

    const std::shared_ptr<const RunInfo> run_;
    const std::vector<WorkerFeed> feeds_;
    const std::uint64_t start_ns_;
    double last_s_ = 0;
    std::uint64_t last_lost_ = 0;
    std::vector<Previous> previous_;
    std::vector<Spans> spans_;
    std::deque<Sent> last_second_;
    Packets last_packets_;
    Histogram last_call_wait_;
    PerSite<Histogram> last_wait_;
    // Sampled spans, since the start.
    PerSite<Histogram> hold_;
    Histogram xmit_;
    Histogram sojourn_;
};

}  // namespace spinscope
