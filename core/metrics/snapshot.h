// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/device/kernel_report.h"
#include "core/metrics/run_info.h"
#include "core/probe/histogram.h"
#include "core/probe/site.h"

namespace spinscope {

enum class RunState { Idle, Starting, Running, Paused, Stopping, Stopped, Failed };

/// Packets that were not sent, by reason.
struct Drops {
    std::uint64_t limit = 0;        ///< the queue was full
    std::uint64_t burst = 0;        ///< the lock-free list was full
    std::uint64_t device = 0;       ///< the device refused for good (errno in Snapshot::device_errors)
    std::uint64_t deactivated = 0;  ///< the queue was down
    std::uint64_t aqm = 0;
    std::uint64_t action = 0;
    std::uint64_t rcvbuf = 0;

    std::uint64_t total() const { return limit + burst + device + deactivated + aqm + action + rcvbuf; }
};

/// Packet counts. At the end of a run offered = transmitted + dropped.total() + queued, exactly.
struct Packets {
    std::uint64_t offered = 0;
    std::uint64_t transmitted = 0;
    Drops dropped;
    /// In the queue (all its parts). Exact while no worker is inside a packet, above all at the end of a run;
    /// while it runs, in_transit().
    std::uint64_t queued = 0;
    std::optional<std::uint64_t>
        delivered;  ///< arrived at the sink socket; nothing where the sink is not ours
    std::optional<std::uint64_t> discarded;  ///< of those, thrown away there unread

    /// Offered and neither sent nor dropped yet: queued, or in a worker's hands.
    std::uint64_t in_transit() const { return offered - transmitted - dropped.total(); }
};

struct LockTotals {
    std::uint64_t acquisitions = 0;
    std::uint64_t contended = 0;  ///< the first look or try failed
    std::uint64_t handoffs = 0;   ///< passed from another worker to one that waited for it
    Histogram wait;               ///< ns, over all acquisitions (uncontended = 0); empty with the probe off
    Histogram hold;               ///< ns, sampled
};

/// What one worker did during one snapshot's interval.
struct WorkerInterval {
    std::uint64_t offered = 0;
    std::uint64_t completed = 0;
    std::uint64_t transmitted = 0;
    /// Time in each state, as fractions of the interval in [0, 1]. Waiting is measured; holding, owning and
    /// transmitting are estimated from samples unless the probe is full. Owning overlaps the others.
    float wait_root = 0;  ///< root, relock and tx lock
    float wait_gate = 0;
    float hold = 0;
    float transmit = 0;
    float own = 0;
    float not_running = 0;  ///< runnable, but the scheduler ran something else
    /// Whole-call wait in ns over the calls that ended in this interval, a wait in progress included in max.
    std::uint64_t calls = 0;
    std::uint64_t wait_p50 = 0;
    std::uint64_t wait_p99 = 0;
    std::uint64_t wait_max = 0;
};

struct WorkerSnapshot {
    unsigned cpu = 0;  ///< os index of the PU it runs on
    // Since the start of the run:
    std::uint64_t offered = 0;      ///< produced here
    std::uint64_t completed = 0;    ///< its own packets that the device took
    std::uint64_t transmitted = 0;  ///< packets it sent as owner
    std::uint64_t acquisitions = 0;
    std::uint64_t contended = 0;
    std::uint64_t involuntary_switches = 0;
    std::uint64_t run_delay_ns = 0;
    Histogram wait;  ///< whole-call wait, ns
    WorkerInterval interval;
    bool owner = false;         ///< had the queue at the moment of the snapshot
    double owner_share_1s = 0;  ///< of the packets sent in the last second, those it sent; [0, 1]
};

/// The strategy in force from at_s on.
struct Mark {
    double at_s = 0;
    std::string strategy;
    std::uint64_t took_ns = 0;  ///< from the request until all workers were on the new path; 0 for the start
    std::uint64_t lost = 0;     ///< packets lost by the switch; measured, and 0 unless something is wrong
    Options options = {};       ///< what else was switched
};

/// How often the device said an errno (positive number), and its meaning.
struct DeviceError {
    int code = 0;
    std::uint64_t count = 0;
    bool operator==(const DeviceError&) const = default;
};

/// Where one named part of the shared memory was, and how often it had to move: exact, on a simulated machine
/// only. Counts since the start of the run.
struct LedgerRow {
    /// Who pulled the line from whom.
    struct Pull {
        unsigned to = 0;    ///< worker
        unsigned from = 0;  ///< worker
        std::uint64_t count = 0;
    };
    std::string name;             ///< what is on the line: "root lock, queue, statistics"
    std::uint64_t transfers = 0;  ///< to a CPU that did not have the line, or not for itself alone
    std::uint64_t local = 0;      ///< of those, within the socket
    std::uint64_t remote = 0;     ///< from another socket
    std::uint64_t cold = 0;       ///< from memory
    std::vector<Pull> pulls;      ///< the most frequent ones, most frequent first
};

/// One immutable value with everything a view or a result may show. `totals`, `locks` and the histograms
/// without "interval_" count from the start of the run; the others cover the last interval_s.
struct Snapshot {
    std::uint64_t sequence = 0;  ///< grows by one per snapshot of a session, over restarts too
    RunState state = RunState::Idle;
    std::shared_ptr<const RunInfo> run;  ///< conditions; null before the first start
    double at_s = 0;                     ///< run time at the end of the interval, s; a pause does not count
    double interval_s = 0;               ///< real length of the interval, s; 0 in the first snapshot of a run
    std::string strategy;                ///< in force at the end of the interval

    Packets totals;
    Packets interval;  ///< `queued` and in_transit() mean nothing here
    PerSite<LockTotals> locks;
    Histogram call_wait;  ///< whole-call wait, ns, over all calls
    Histogram xmit;       ///< whole call, ns, sampled
    Histogram sojourn;    ///< enqueue to device, ns, sampled
    Histogram interval_call_wait;
    PerSite<Histogram> interval_wait;

    std::vector<WorkerSnapshot> workers;
    std::vector<Mark> marks;
    std::vector<DeviceError> device_errors;
    std::optional<KernelReport> kernel;  ///< where packets go through an interface that is named or ours
    std::vector<Message> messages;

    /// Simulated machines: real seconds that a second of run time takes, over the last interval; 0 on the
    /// host.
    double real_per_virtual = 0;
    double real_s = 0;              ///< and since the start of the run, pauses left out
    std::vector<LedgerRow> ledger;  ///< hottest line first; empty on the host

    std::uint64_t events_lost = 0;      ///< probe events that found their ring full, since start
    std::uint64_t clock_anomalies = 0;  ///< negative durations, clamped to 0 and counted
    std::uint64_t long_waits = 0;       ///< waits over 1 ms: the scheduler, not the lock
    std::uint64_t watchdog_ends = 0;    ///< pure spins that were ended after 200 ms
    /// CPU time of all workers since the start; of an ended run on the host only.
    std::optional<std::uint64_t> cpu_ns;
    double throttled_ms = 0;  ///< the group's CPU quota ran out, since start
    bool interval_throttled = false;
    bool interval_lost_events = false;
    double probe_overhead_percent = 0;  ///< measured cost of the probe over the workers' CPU time
};

/// Jain's index over the workers' completed packets: 1 = all equal, 1/n = one did everything. 1 without
/// packets.
double jain_index(const std::vector<WorkerSnapshot>& workers);

}  // namespace spinscope
