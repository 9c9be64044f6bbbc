// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/metrics/snapshot.h"
#include "core/probe/site.h"

namespace spinscope {

/// What is told of a distribution of nanoseconds.
struct Summary {
    double mean = 0;
    std::uint64_t p50 = 0;
    std::uint64_t p90 = 0;
    std::uint64_t p99 = 0;
    std::uint64_t max = 0;
};

/// Nothing for an empty histogram: an unknown is never shown as 0.
std::optional<Summary> summarize(const Histogram& histogram);

struct LockResult {
    Site site = Site::Root;
    std::uint64_t acquisitions = 0;
    std::uint64_t contended = 0;
    std::uint64_t handoffs = 0;
    std::optional<Summary> wait;  ///< over all acquisitions, an uncontended one is 0
    std::optional<Summary> hold;  ///< sampled
};

struct WorkerResult {
    unsigned cpu = 0;
    std::uint64_t offered = 0;
    std::uint64_t completed = 0;
    std::uint64_t transmitted = 0;
    std::optional<double> owner_share;  ///< of all packets sent, those it sent; nothing when none was sent
    std::uint64_t acquisitions = 0;
    std::uint64_t contended = 0;
    std::optional<Summary> wait;  ///< whole call
    std::uint64_t involuntary_switches = 0;
    std::uint64_t run_delay_ns = 0;
};

/// The numbers of a stretch of a run: a whole run less its warm-up, or what lies between two snapshots.
struct RunResult {
    std::shared_ptr<const RunInfo> run;  ///< conditions
    bool partial = false;                ///< ended before its time; set by who ended it
    std::string command;                 ///< how it was asked for; set by who asked
    std::string strategy;                ///< in force at the end
    double at_s = 0;                     ///< run time at the end
    double elapsed_s = 0;                ///< time that the numbers cover; virtual on a simulated machine
    std::optional<double> real_s;        ///< what that took to simulate; nothing on the host

    /// Conservation is exact at the end of a run: offered = transmitted + dropped + queued. Packets on their
    /// way when the stretch began count as offered in it, and are told apart in carried_in.
    Packets packets;
    std::uint64_t carried_in = 0;
    std::optional<double> transmitted_pps;
    std::optional<double> delivered_pps;

    std::optional<double> jain;  ///< over the workers' completed packets; nothing when none completed
    std::optional<Summary> wait;
    std::optional<Summary> hold;  ///< root lock and relock
    std::optional<Summary> xmit;
    std::optional<Summary> sojourn;
    std::vector<LockResult> locks;  ///< one for each site
    std::vector<Mark> switches;     ///< of the whole run so far; the start is not one
    std::vector<WorkerResult> workers;

    /// CPU time of all workers over the packets sent, over the whole run, warm-up included; nothing before
    /// the end, and on a simulated machine, where a spinning CPU is always busy.
    std::optional<double> cpu_ns_per_packet;

    /// Simulated machines: hottest line first. The pulls alone count from the start of the run.
    std::vector<LedgerRow> ledger;
    std::vector<DeviceError> device_errors;
    std::optional<KernelReport> kernel;  ///< of everybody's packets through the interface
    std::vector<std::string> warnings;
    std::uint64_t events_lost = 0;
    std::uint64_t clock_anomalies = 0;
    std::uint64_t long_waits = 0;
    double throttled_ms = 0;
    double probe_overhead_percent = 0;

    /// 0 when every packet is accounted for.
    std::int64_t balance() const {
        return static_cast<std::int64_t>(packets.offered - packets.transmitted - packets.dropped.total() -
                                         packets.queued);
    }
};

/// From the end of `base` (the start of the run if null) to the end of `last`, which has run info. Both are
/// of the same run.
RunResult make_run_result(const Snapshot& last, const Snapshot* base = nullptr);

}  // namespace spinscope
