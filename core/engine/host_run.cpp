// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/host_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "core/device/null_device.h"
#include "core/device/udp_device.h"
#include "core/engine/calibration.h"
#include "core/transmit/transmit_workload.h"

namespace spinscope {
namespace {

constexpr std::size_t kSchedulesPerSnapshot = 16;  // two files a worker

unsigned node_of(const Topology& topology, unsigned cpu) {
    const Pu* pu = topology.find(cpu);
    return pu == nullptr ? 0 : pu->numa_node;
}

std::shared_ptr<const RunInfo> plan(const Experiment& experiment,
                                    const std::shared_ptr<const Topology>& topology) {
    auto info = std::make_shared<RunInfo>();
    info->experiment = experiment;
    info->topology = topology;
    info->placement = plan_placement(*topology, {experiment.workers, experiment.placement, experiment.cpus});
    info->machine_name = topology->name();
    info->numa_node = node_of(*topology, info->placement.cpus.front());
    info->calibration = calibrate_host();
    info->environment = describe_host();
    return info;
}

/// A second of events: about 40 000 sampled, 64 times as many in full; at most 256 MiB for all workers.
std::size_t ring_capacity(const RunInfo& info) {
    const std::size_t most = (std::size_t{256} << 20) / sizeof(Event) / info.placement.cpus.size();
    switch (info.experiment.probe) {
        case ProbeMode::Off:
            return 2;
        case ProbeMode::Sampled:
            return std::min(std::bit_floor(most), std::size_t{1} << 16);
        case ProbeMode::Full:
            return std::min(std::bit_floor(most), std::size_t{1} << 21);
    }
    return 2;
}

std::unique_ptr<Device<HostMachine>> make_device(const RunInfo& info) {
    if (info.experiment.device.kind == "null") {
        return std::make_unique<NullDevice<HostMachine>>(info.experiment.device.delay_ns);
    }
    return make_udp_device(info.experiment.device, info.experiment.payload, info.topology,
                           info.placement.cpus);
}

std::vector<unsigned> nodes_of(const RunInfo& info) {
    std::vector<unsigned> nodes;
    for (const unsigned cpu : info.placement.cpus) nodes.push_back(node_of(*info.topology, cpu));
    return nodes;
}

}  // namespace

HostRun::Worker::Worker(HostRun& run, unsigned index)
    : ring(ring_capacity(*run.info_)),
      probe(counters, ring, run.info_->experiment.probe,
            run.info_->experiment.seed * 0x9e3779b97f4a7c15u + index),
      ctx(run.machine_, index, probe) {
    probe.set_stamp_cost(static_cast<std::uint64_t>(run.info_->calibration.stamp_ns));
}

HostRun::HostRun(const Experiment& experiment, std::shared_ptr<const Topology> topology)
    : info_(plan(experiment, topology)),
      machine_(topology, experiment.waiting, info_->numa_node),
      device_(make_device(*info_)),
      workload_(std::make_unique<TransmitWorkload<HostMachine>>(
          experiment, WorkloadMemory<HostMachine>{machine_, nodes_of(*info_)}, *device_)),
      crew_(std::make_unique<Crew<HostMachine>>(*workload_)),
      control_(*this, static_cast<unsigned>(info_->placement.cpus.size())),
      throttled_at_start_(throttling_.read()),
      strategy_(experiment.strategy),
      messages_(info_->placement.refusals) {
    for (unsigned i = 0; i < info_->placement.cpus.size(); ++i) {
        workers_.push_back(std::make_unique<Worker>(*this, i));
        contexts_.push_back(&workers_.back()->ctx);
    }
    marks_.push_back({.at_s = 0, .strategy = strategy_});
    for (const Message& note : info_->placement.notes) tell(note);
}

HostRun::~HostRun() {
    end();
}

void HostRun::start() {
    std::latch ready(static_cast<std::ptrdiff_t>(workers_.size()));
    try {
        for (unsigned i = 0; i < workers_.size(); ++i) {
            Worker& worker = *workers_[i];
            worker.thread =
                std::thread([this, &worker, &ready, cpu = placement().cpus[i]] { work(worker, cpu, ready); });
        }
    } catch (...) {
        end();  // those that have begun still use what is on this stack
        throw;
    }
    ready.wait();
    info_->topology->keep_this_thread_off(placement().cpus);
    start_ns_ = Clock::get().now();
    std::vector<WorkerFeed> feeds;
    for (const auto& worker : workers_) feeds.push_back({worker->counters, worker->ring});
    builder_ = std::make_unique<SnapshotBuilder>(info_, std::move(feeds), start_ns_);
    crew_->release(control_.ctx);
}

void HostRun::work(Worker& worker, unsigned cpu, std::latch& ready) {
    worker.tid = gettid();
    if (const auto refusal = info_->topology->bind_this_thread(cpu)) {
        tell({Severity::Error, fmt::format("bind-{}", worker.ctx.worker()),
              fmt::format("Worker {} could not be bound to CPU {}: {}", worker.ctx.worker(), cpu, *refusal),
              "It runs where the scheduler puts it; choose other CPUs"});
    }
    ready.count_down();
    crew_->work(worker.ctx);
    worker.ctx.leave();
}

void HostRun::switch_to(const std::string& strategy, const Options& options) {
    const std::uint64_t asked = Clock::get().now();
    const std::uint64_t lost =
        crew_->switch_strategy(control_.ctx, strategy, options, contexts_, asked + 1'000'000'000);
    const std::uint64_t now = Clock::get().now();
    const double at_s = static_cast<double>(asked - start_ns_ - paused_ns(asked)) * 1e-9;
    const std::scoped_lock lock(mutex_);
    strategy_ = strategy;
    marks_.push_back({.at_s = at_s, .strategy = strategy, .took_ns = now - asked, .lost = lost});
}

void HostRun::pause() {
    crew_->hold(control_.ctx);
    const std::scoped_lock lock(mutex_);
    paused_since_ns_ = Clock::get().now();
}

void HostRun::resume() {
    {
        const std::scoped_lock lock(mutex_);
        paused_total_ns_ += Clock::get().now() - paused_since_ns_;
        paused_since_ns_ = 0;
    }
    crew_->release(control_.ctx);
}

void HostRun::end() {
    if (ended_) return;
    crew_->end(control_.ctx, static_cast<unsigned>(workers_.size()));
    end_ns_ = Clock::get().now();
    for (const auto& worker : workers_) {
        if (worker->thread.joinable()) worker->thread.join();
    }
    last_report_ = device_->finish();
    const double moved = measure_iteration_ns() / info_->calibration.iteration_ns;
    if (moved > 1.15 || moved < 1 / 1.15) {
        tell({Severity::Warning, "speed",
              fmt::format("The CPU's speed changed by {:.0f} % during the run", 100 * std::abs(moved - 1)),
              "Repeat the run before comparing its rates with others"});
    }
    ended_ = true;
}

double HostRun::elapsed_s() const {
    const std::uint64_t now = Clock::get().now();
    return static_cast<double>(now - start_ns_ - paused_ns(now)) * 1e-9;
}

std::uint64_t HostRun::paused_ns(std::uint64_t now) const {
    const std::scoped_lock lock(mutex_);
    return paused_total_ns_ + (paused_since_ns_ != 0 && now > paused_since_ns_ ? now - paused_since_ns_ : 0);
}

void HostRun::tell(Message message) {
    const std::scoped_lock lock(mutex_);
    const auto same = std::find_if(messages_.begin(), messages_.end(),
                                   [&](const Message& known) { return known.key == message.key; });
    if (same == messages_.end()) {
        messages_.push_back(std::move(message));
    } else {
        *same = std::move(message);
    }
}

std::shared_ptr<Snapshot> HostRun::observe() {
    const bool ended = ended_;
    observe_scheduler();
    Observation observation;
    // Run time ends when the workers do, though snapshots are taken until all is counted.
    const std::uint64_t end_ns = end_ns_;
    observation.now_ns = end_ns != 0 ? end_ns : Clock::get().now();
    observation.paused_ns = paused_ns(observation.now_ns);
    for (unsigned i = 0; i < workers_.size(); ++i) {
        observation.workers.push_back(
            {placement().cpus[i], workload_->completed(i), workers_[i]->schedule.run_delay_ns,
             workers_[i]->schedule.involuntary_switches, workers_[i]->schedule.run_ns});
    }
    if (ended) observation.queued = workload_->queued(control_.ctx);
    auto snapshot = builder_->build(observation);
    observe_conditions(*snapshot);
    return snapshot;
}

void HostRun::observe_scheduler() {
    const std::size_t count = std::min(workers_.size(), kSchedulesPerSnapshot);
    for (std::size_t i = 0; i < count; ++i) {
        Worker& worker = *workers_[next_schedule_++ % workers_.size()];
        if (const auto schedule = read_thread_schedule(worker.tid)) worker.schedule = *schedule;
    }
}

void HostRun::observe_conditions(Snapshot& snapshot) {
    const DeviceReport report = ended_ ? last_report_ : device_->report();
    snapshot.totals.delivered = report.delivered;
    snapshot.totals.discarded = report.discarded;
    for (const auto& [code, count] : report.errors) snapshot.device_errors.push_back({code, count});

    if (const auto throttled = throttling_.read(); throttled && throttled_at_start_) {
        snapshot.throttled_ms =
            static_cast<double>(throttled->throttled_ns - throttled_at_start_->throttled_ns) * 1e-6;
        snapshot.interval_throttled = snapshot.throttled_ms > last_throttled_ms_;
        last_throttled_ms_ = snapshot.throttled_ms;
    }
    const auto& offered = info_->experiment.offered_pps;
    if (ended_ && offered && !info_->experiment.count) {
        const double reached = static_cast<double>(snapshot.totals.offered) / snapshot.at_s;
        if (reached < 0.95 * *offered) {
            tell({Severity::Warning, "offered",
                  fmt::format("{:.0f} packets/s were offered instead of {:.0f}", reached, *offered),
                  "Ask for less, or give more workers or CPUs"});
        }
    }
    if (snapshot.throttled_ms > 0) {
        tell({Severity::Warning, "throttled",
              fmt::format("Throttled {:.0f} ms: the group has used its CPU quota (cpu.max)",
                          snapshot.throttled_ms),
              "Raise the quota, or leave out the hatched stretches", snapshot.interval_throttled});
    }
    if (snapshot.events_lost > 0) {
        tell({Severity::Warning, "lost-events",
              fmt::format("{} events lost: a worker filled its ring", snapshot.events_lost),
              "Holding, owning and transmitting are too low there; use the sampled probe",
              snapshot.interval_lost_events});
    }
    if (snapshot.watchdog_ends > 0) {
        tell({Severity::Warning, "watchdog",
              fmt::format("{} pure spins were ended after 200 ms: the holder was not running",
                          snapshot.watchdog_ends),
              "Use waiting spin-park, or fewer workers"});
    }
    const std::scoped_lock lock(mutex_);
    snapshot.strategy = strategy_;
    snapshot.marks = marks_;
    snapshot.messages = messages_;
    snapshot.messages.insert(snapshot.messages.end(), report.messages.begin(), report.messages.end());
}

}  // namespace spinscope
