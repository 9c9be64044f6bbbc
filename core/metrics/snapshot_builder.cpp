// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/snapshot_builder.h"

#include <algorithm>
#include <utility>

namespace spinscope {
namespace {

float fraction(double part, double whole) {
    return whole <= 0 ? 0.0f : static_cast<float>(std::clamp(part / whole, 0.0, 1.0));
}

std::uint64_t dropped(const WorkerCounters& counters, DropReason reason) {
    return counters.dropped[static_cast<std::size_t>(reason)].get();
}

/// How many of `all` did not wait. `all` was read before the waits, so this is never too much, and may lag
/// behind while the worker runs; it never goes back.
std::uint64_t without_wait(std::uint64_t all, const Histogram& waits, std::uint64_t before) {
    return std::max(before, all - std::min(all, waits.count()));
}

Packets difference(const Packets& later, const Packets& earlier) {
    Packets result;
    result.offered = later.offered - earlier.offered;
    result.transmitted = later.transmitted - earlier.transmitted;
    result.dropped.limit = later.dropped.limit - earlier.dropped.limit;
    result.dropped.burst = later.dropped.burst - earlier.dropped.burst;
    result.dropped.device = later.dropped.device - earlier.dropped.device;
    result.dropped.deactivated = later.dropped.deactivated - earlier.dropped.deactivated;
    return result;
}

}  // namespace

SnapshotBuilder::SnapshotBuilder(std::shared_ptr<const RunInfo> run, std::vector<WorkerFeed> feeds,
                                 std::uint64_t start_ns)
    : run_(std::move(run)),
      feeds_(std::move(feeds)),
      start_ns_(start_ns),
      previous_(feeds_.size()),
      spans_(feeds_.size()) {}

std::shared_ptr<Snapshot> SnapshotBuilder::build(const Observation& observation) {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->run = run_;
    // Never backwards: a history would take it for another run.
    snapshot->at_s =
        std::max(last_s_, static_cast<double>(observation.now_ns - start_ns_ - observation.paused_ns) * 1e-9);
    snapshot->interval_s = snapshot->at_s - last_s_;
    last_s_ = snapshot->at_s;
    snapshot->workers.resize(feeds_.size());

    fold_packets(observation, *snapshot);
    collect();
    for (std::size_t i = 0; i < feeds_.size(); ++i) {
        WorkerInterval& interval = snapshot->workers[i].interval;
        const Spans spans = std::exchange(spans_[i], {});
        interval.hold = fraction(spans.hold, snapshot->interval_s * 1e9);
        interval.transmit = fraction(spans.transmit, snapshot->interval_s * 1e9);
        interval.own = fraction(spans.own, snapshot->interval_s * 1e9);
        fold_waits(i, observation, *snapshot, snapshot->interval_s * 1e9);
        previous_[i].totals = snapshot->workers[i];
    }
    fold_totals(*snapshot, observation);
    fold_shares(*snapshot);

    snapshot->interval = difference(snapshot->totals, last_packets_);
    last_packets_ = snapshot->totals;
    snapshot->interval_call_wait = snapshot->call_wait.since(last_call_wait_);
    last_call_wait_ = snapshot->call_wait;
    for (const Site site : kAllSites) {
        snapshot->interval_wait[site] = snapshot->locks[site].wait.since(last_wait_[site]);
        last_wait_[site] = snapshot->locks[site].wait;
    }
    snapshot->interval_lost_events = snapshot->events_lost > last_lost_;
    last_lost_ = snapshot->events_lost;
    return snapshot;
}

void SnapshotBuilder::fold_packets(const Observation& observation, Snapshot& snapshot) const {
    // Done before offered, of all workers: a packet done by one was offered by another before.
    Packets& totals = snapshot.totals;
    for (std::size_t i = 0; i < feeds_.size(); ++i) {
        const WorkerCounters& counters = feeds_[i].counters;
        WorkerSnapshot& worker = snapshot.workers[i];
        worker.cpu = observation.workers[i].cpu;
        // Read from two words that move, it may be short by what is on the way between them, but never too
        // much: the largest value so far is the truth nearest to it.
        worker.completed = std::max(previous_[i].totals.completed, observation.workers[i].completed);
        worker.transmitted = counters.transmitted.get();
        totals.transmitted += worker.transmitted;
        totals.dropped.limit += dropped(counters, DropReason::Limit);
        totals.dropped.burst += dropped(counters, DropReason::Burst);
        totals.dropped.device += dropped(counters, DropReason::Device);
        totals.dropped.deactivated += dropped(counters, DropReason::Deactivated);
        totals.dropped.aqm += dropped(counters, DropReason::Aqm);
    }
    for (std::size_t i = 0; i < feeds_.size(); ++i) {
        WorkerSnapshot& worker = snapshot.workers[i];
        worker.offered = feeds_[i].counters.offered.get();
        totals.offered += worker.offered;
        const WorkerSnapshot& before = previous_[i].totals;
        worker.interval.offered = worker.offered - before.offered;
        worker.interval.completed = worker.completed - before.completed;
        worker.interval.transmitted = worker.transmitted - before.transmitted;
    }
    totals.queued = observation.queued.value_or(totals.in_transit());
}

void SnapshotBuilder::collect() {
    for (std::size_t i = 0; i < feeds_.size(); ++i) {
        Spans& spans = spans_[i];
        feeds_[i].ring.drain([&](const Event& event) {
            const double stands_for = static_cast<double>(event.duration_ns) * event.weight;
            switch (event.kind) {
                case EventKind::Hold:
                    hold_[event.site].add(event.duration_ns, event.weight);
                    if (event.site == Site::Root || event.site == Site::Relock) spans.hold += stands_for;
                    break;
                case EventKind::Transmit:
                    spans.transmit += stands_for;
                    break;
                case EventKind::Own:
                    spans.own += stands_for;
                    break;
                case EventKind::Call:
                    xmit_.add(event.duration_ns, event.weight);
                    break;
                case EventKind::Sojourn:
                    sojourn_.add(event.duration_ns, event.weight);
                    break;
                case EventKind::Wait:  // counted in full by the worker itself
                    break;
            }
        });
    }
}

void SnapshotBuilder::fold_waits(std::size_t i, const Observation& observation, Snapshot& snapshot,
                                 double interval_ns) {
    const WorkerCounters& counters = feeds_[i].counters;
    WorkerSnapshot& worker = snapshot.workers[i];
    Previous& previous = previous_[i];
    const bool timed = run_->experiment.probe != ProbeMode::Off;

    PerSite<std::uint64_t> waited{};
    Histogram wait;
    for (const Site site : kAllSites) {
        const std::uint64_t acquisitions = counters.locks[site].acquisitions.get();
        const std::uint64_t contended = counters.locks[site].contended.get();
        counters.wait[site].read(wait);
        waited[site] = wait.sum();
        LockTotals& lock = snapshot.locks[site];
        lock.acquisitions += acquisitions;
        lock.contended += contended;
        lock.handoffs += counters.locks[site].handoffs.get();
        worker.acquisitions += acquisitions;
        worker.contended += contended;
        if (!timed) continue;
        previous.uncontended[site] = without_wait(acquisitions, wait, previous.uncontended[site]);
        wait.add(0, previous.uncontended[site]);
        lock.wait.merge(wait);
    }
    if (timed) {
        const std::uint64_t calls = counters.calls.get();
        counters.call_wait.read(worker.wait);
        previous.calls_without_wait = without_wait(calls, worker.wait, previous.calls_without_wait);
        worker.wait.add(0, previous.calls_without_wait);
    }

    // A wait in progress counts as far as it has come, or a stall would show when it is over only.
    const std::uint64_t since = counters.wait_since.get();
    const std::uint64_t in_progress =
        since != 0 && observation.now_ns > since ? observation.now_ns - since : 0;
    waited[static_cast<Site>(counters.wait_site.get())] += in_progress;

    const std::uint64_t gate = waited[Site::Gate];
    const std::uint64_t root = waited[Site::Root] + waited[Site::Relock] + waited[Site::Tx];
    const auto grown = [](std::uint64_t now, std::uint64_t before) {
        return now > before ? static_cast<double>(now - before) : 0.0;
    };
    worker.interval.wait_gate = fraction(grown(gate, previous.waited_gate), interval_ns);
    worker.interval.wait_root = fraction(grown(root, previous.waited_root), interval_ns);
    previous.waited_gate = gate;
    previous.waited_root = root;

    const Histogram now_waited = worker.wait.since(previous.totals.wait);
    worker.interval.calls = now_waited.count();
    worker.interval.wait_p50 = now_waited.quantile(0.5);
    worker.interval.wait_p99 = now_waited.quantile(0.99);
    worker.interval.wait_max = std::max(now_waited.max(), timed ? in_progress : 0);

    worker.owner = counters.own.get() != 0;
    worker.run_delay_ns = observation.workers[i].run_delay_ns;
    worker.involuntary_switches = observation.workers[i].involuntary_switches;
    worker.interval.not_running = fraction(grown(worker.run_delay_ns, previous.run_delay_ns), interval_ns);
    previous.run_delay_ns = worker.run_delay_ns;

    snapshot.events_lost += feeds_[i].ring.lost();
    snapshot.clock_anomalies += counters.anomalies.get();
    snapshot.long_waits += counters.long_waits.get();
    snapshot.watchdog_ends += counters.watchdog_ends.get();
}

void SnapshotBuilder::fold_totals(Snapshot& snapshot, const Observation& observation) const {
    for (const WorkerSnapshot& worker : snapshot.workers) snapshot.call_wait.merge(worker.wait);
    for (const Site site : kAllSites) snapshot.locks[site].hold = hold_[site];
    snapshot.xmit = xmit_;
    snapshot.sojourn = sojourn_;

    // A contended wait takes two stamps and two histogram entries (about an event), an event two stamps and a
    // push.
    std::uint64_t events = 0;
    for (const WorkerFeed& feed : feeds_) events += feed.counters.events.get();
    std::uint64_t contended = 0;
    for (const Site site : kAllSites) contended += snapshot.locks[site].contended;
    if (run_->experiment.probe == ProbeMode::Off) contended = 0;
    double cpu_time_ns = 0;
    for (const Observation::Worker& worker : observation.workers)
        cpu_time_ns += static_cast<double>(worker.run_ns);
    if (cpu_time_ns == 0) cpu_time_ns = snapshot.at_s * 1e9 * run_->placement.distinct;
    const Calibration& cost = run_->calibration;
    const double spent = static_cast<double>(events + contended) * (2 * cost.stamp_ns + cost.event_ns);
    snapshot.probe_overhead_percent = cpu_time_ns > 0 ? 100 * spent / cpu_time_ns : 0;
}

void SnapshotBuilder::fold_shares(Snapshot& snapshot) {
    Sent now{snapshot.at_s, {}};
    for (const WorkerSnapshot& worker : snapshot.workers) now.transmitted.push_back(worker.transmitted);
    last_second_.push_back(std::move(now));
    while (last_second_.size() > 2 && last_second_[1].at_s <= snapshot.at_s - 1) last_second_.pop_front();
    const Sent& before = last_second_.front();
    const Sent& after = last_second_.back();
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < feeds_.size(); ++i) all += after.transmitted[i] - before.transmitted[i];
    if (all == 0) return;
    for (std::size_t i = 0; i < feeds_.size(); ++i) {
        snapshot.workers[i].owner_share_1s =
            static_cast<double>(after.transmitted[i] - before.transmitted[i]) / static_cast<double>(all);
    }
}

}  // namespace spinscope
