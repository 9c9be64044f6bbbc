// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_result.h"

#include <algorithm>

namespace spinscope {
namespace {

Drops difference(const Drops& last, const Drops& base) {
    return {.limit = last.limit - base.limit,
            .burst = last.burst - base.burst,
            .device = last.device - base.device,
            .deactivated = last.deactivated - base.deactivated,
            .aqm = last.aqm - base.aqm,
            .action = last.action - base.action,
            .rcvbuf = last.rcvbuf - base.rcvbuf};
}

std::optional<std::uint64_t> difference(const std::optional<std::uint64_t>& last,
                                        const std::optional<std::uint64_t>& base) {
    if (!last) return std::nullopt;
    return *last - base.value_or(0);
}

Packets difference(const Packets& last, const Packets& base) {
    Packets packets;
    // Whatever was on its way when the stretch began is offered in it, so that the sum comes out exactly.
    packets.offered = last.offered - base.transmitted - base.dropped.total();
    packets.transmitted = last.transmitted - base.transmitted;
    packets.dropped = difference(last.dropped, base.dropped);
    packets.queued = last.queued;
    packets.delivered = difference(last.delivered, base.delivered);
    packets.discarded = difference(last.discarded, base.discarded);
    return packets;
}

WorkerSnapshot difference(const WorkerSnapshot& last, const WorkerSnapshot& base) {
    WorkerSnapshot worker = last;
    worker.offered -= base.offered;
    worker.completed -= base.completed;
    worker.transmitted -= base.transmitted;
    worker.acquisitions -= base.acquisitions;
    worker.contended -= base.contended;
    worker.involuntary_switches -= base.involuntary_switches;
    worker.run_delay_ns -= base.run_delay_ns;
    worker.wait = last.wait.since(base.wait);
    return worker;
}

std::vector<LedgerRow> difference(const std::vector<LedgerRow>& last, const std::vector<LedgerRow>& base) {
    std::vector<LedgerRow> rows = last;
    for (LedgerRow& row : rows) {
        const auto before = std::find_if(base.begin(), base.end(),
                                         [&](const LedgerRow& other) { return other.name == row.name; });
        if (before == base.end()) continue;
        row.transfers -= before->transfers;
        row.local -= before->local;
        row.remote -= before->remote;
        row.cold -= before->cold;
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const LedgerRow& a, const LedgerRow& b) { return a.transfers > b.transfers; });
    return rows;
}

/// The empty snapshot a run starts from, for a stretch without a base.
Snapshot start_of(const Snapshot& last) {
    Snapshot start;
    start.workers.resize(last.workers.size());
    return start;
}

std::vector<std::string> warnings_of(const Snapshot& last) {
    std::vector<std::string> lines;
    for (const Message& message : last.messages) {
        if (message.severity != Severity::Info) lines.push_back(message.line());
    }
    return lines;
}

}  // namespace

std::optional<Summary> summarize(const Histogram& histogram) {
    if (histogram.count() == 0) return std::nullopt;
    return Summary{.mean = histogram.mean(),
                   .p50 = histogram.quantile(0.5),
                   .p90 = histogram.quantile(0.9),
                   .p99 = histogram.quantile(0.99),
                   .max = histogram.max()};
}

RunResult make_run_result(const Snapshot& last, const Snapshot* base_or_null) {
    const Snapshot start = base_or_null ? Snapshot{} : start_of(last);
    const Snapshot& base = base_or_null ? *base_or_null : start;
    // The kernel's own locks, where workers send straight into its queue, are nothing we can time.
    const bool locked = last.run->experiment.device.kind != "kernel";
    const bool timed = last.run->experiment.probe != ProbeMode::Off;
    const auto summary = [timed](const Histogram& later, const Histogram& earlier) {
        return timed ? summarize(later.since(earlier)) : std::nullopt;
    };

    RunResult result;
    result.run = last.run;
    result.strategy = last.strategy;
    result.at_s = last.at_s;
    result.elapsed_s = last.at_s - base.at_s;
    if (last.run->simulated) result.real_s = last.real_s - base.real_s;
    result.packets = difference(last.totals, base.totals);
    result.carried_in = base.totals.in_transit();
    if (result.elapsed_s > 0) {
        result.transmitted_pps = static_cast<double>(result.packets.transmitted) / result.elapsed_s;
        if (result.packets.delivered) {
            result.delivered_pps = static_cast<double>(*result.packets.delivered) / result.elapsed_s;
        }
    }

    if (locked) result.wait = summary(last.call_wait, base.call_wait);
    result.xmit = summary(last.xmit, base.xmit);
    result.sojourn = summary(last.sojourn, base.sojourn);
    Histogram hold;
    for (const Site site : kAllSites) {
        if (!locked) break;
        const LockTotals& later = last.locks[site];
        const LockTotals& earlier = base.locks[site];
        result.locks.push_back({.site = site,
                                .acquisitions = later.acquisitions - earlier.acquisitions,
                                .contended = later.contended - earlier.contended,
                                .handoffs = later.handoffs - earlier.handoffs,
                                .wait = summary(later.wait, earlier.wait),
                                .hold = summary(later.hold, earlier.hold)});
        if (site == Site::Root || site == Site::Relock) hold.merge(later.hold.since(earlier.hold));
    }
    if (timed) result.hold = summarize(hold);

    std::vector<WorkerSnapshot> workers;
    std::uint64_t completed = 0;
    for (std::size_t i = 0; i < last.workers.size(); ++i) {
        workers.push_back(difference(last.workers[i], base.workers.at(i)));
        completed += workers.back().completed;
    }
    if (completed > 0) result.jain = jain_index(workers);
    for (const WorkerSnapshot& worker : workers) {
        WorkerResult row{.cpu = worker.cpu,
                         .offered = worker.offered,
                         .completed = worker.completed,
                         .transmitted = worker.transmitted,
                         .owner_share = std::nullopt,
                         .acquisitions = worker.acquisitions,
                         .contended = worker.contended,
                         .wait = timed && locked ? summarize(worker.wait) : std::nullopt,
                         .involuntary_switches = worker.involuntary_switches,
                         .run_delay_ns = worker.run_delay_ns};
        if (result.packets.transmitted > 0) {
            row.owner_share =
                static_cast<double>(worker.transmitted) / static_cast<double>(result.packets.transmitted);
        }
        result.workers.push_back(row);
    }

    if (!last.marks.empty()) result.switches.assign(last.marks.begin() + 1, last.marks.end());
    if (last.cpu_ns && last.totals.transmitted > 0) {
        result.cpu_ns_per_packet =
            static_cast<double>(*last.cpu_ns) / static_cast<double>(last.totals.transmitted);
    }
    result.ledger = difference(last.ledger, base.ledger);
    result.device_errors = last.device_errors;
    if (last.kernel) result.kernel = since(*last.kernel, base.kernel.value_or(KernelReport{}));
    result.warnings = warnings_of(last);
    result.events_lost = last.events_lost - base.events_lost;
    result.clock_anomalies = last.clock_anomalies - base.clock_anomalies;
    result.long_waits = last.long_waits - base.long_waits;
    result.throttled_ms = last.throttled_ms - base.throttled_ms;
    result.probe_overhead_percent = last.probe_overhead_percent;
    return result;
}

}  // namespace spinscope
