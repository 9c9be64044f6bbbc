// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/host_run.h"

#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "core/base/options.h"
#include "core/device/kernel_device.h"
#include "core/device/null_device.h"
#include "core/device/packet_device.h"
#include "core/device/udp_device.h"
#include "core/engine/calibration.h"
#include "core/engine/registry.h"
#include "core/engine/run_plan.h"
#include "core/transmit/kernel_path.h"
#include "core/transmit/transmit_workload.h"

namespace spinscope {
namespace {

constexpr std::size_t kSchedulesPerSnapshot = 16;  // two files a worker

std::shared_ptr<const RunInfo> plan(const Experiment& experiment, std::shared_ptr<const Topology> topology) {
    auto info = std::make_shared<RunInfo>(plan_run(experiment, std::move(topology)));
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

std::uint64_t thread_cpu_ns() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

std::unique_ptr<Device<HostMachine>> make_device(const RunInfo& info) {
    const Experiment& e = info.experiment;
    const unsigned queues = device_queues(e);
    if (e.device.kind == "null") return std::make_unique<NullDevice<HostMachine>>(e.device.delay_ns);
    if (e.device.kind == "packet") return make_packet_device(e.device, e.payload, queues);
    if (e.device.kind == "kernel") {
        return make_kernel_device(e.device, option_text(e.options, KernelStrategy::kOptions[0]), e.payload,
                                  static_cast<unsigned>(info.placement.cpus.size()));
    }
    return make_udp_device(e.device, e.payload, info.topology, info.placement.cpus, queues);
}

}  // namespace

HostRun::HostRun(const Experiment& experiment, const std::shared_ptr<const Topology>& topology)
    : info_(plan(experiment, topology)),
      machine_(topology, experiment.waiting, info_->numa_node),
      device_(make_device(*info_)),
      workload_(std::make_unique<TransmitWorkload<HostMachine>>(
          experiment, WorkloadMemory<HostMachine>{machine_, nodes_of(*info_)}, *device_)),
      crew_(std::make_unique<Crew<HostMachine>>(*workload_)),
      control_(machine_, *info_, static_cast<unsigned>(info_->placement.cpus.size()), 2),
      throttled_at_start_(throttling_.read()),
      notes_(*info_) {
    for (unsigned i = 0; i < info_->placement.cpus.size(); ++i) {
        workers_.push_back(std::make_unique<Worker>(machine_, *info_, i, ring_capacity(*info_)));
        contexts_.push_back(&workers_.back()->ctx);
    }
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
    for (const auto& worker : workers_) feeds.push_back(worker->feed());
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
    const std::uint64_t before_ns = thread_cpu_ns();
    crew_->work(worker.ctx);
    worker.cpu_ns = thread_cpu_ns() - before_ns;
    worker.ctx.leave();
}

void HostRun::switch_to(const std::string& strategy, const Options& options) {
    const std::uint64_t asked = Clock::get().now();
    const std::uint64_t lost =
        crew_->switch_strategy(control_.ctx, strategy, options, contexts_, asked + 1'000'000'000);
    const std::uint64_t now = Clock::get().now();
    const double at_s = static_cast<double>(asked - start_ns_ - paused_ns(asked)) * 1e-9;
    notes_.switched(
        {.at_s = at_s, .strategy = strategy, .took_ns = now - asked, .lost = lost, .options = options});
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

std::uint64_t HostRun::elapsed_ns() const {
    const std::uint64_t now = Clock::get().now();
    return now - start_ns_ - paused_ns(now);
}

std::uint64_t HostRun::paused_ns(std::uint64_t now) const {
    const std::scoped_lock lock(mutex_);
    return paused_total_ns_ + (paused_since_ns_ != 0 && now > paused_since_ns_ ? now - paused_since_ns_ : 0);
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
    if (ended) {
        std::uint64_t cpu_ns = 0;
        for (const auto& worker : workers_) cpu_ns += worker->cpu_ns;
        snapshot->cpu_ns = cpu_ns;
    }
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
    snapshot.kernel = report.kernel;
    for (const auto& [code, count] : report.errors) snapshot.device_errors.push_back({code, count});

    if (const auto throttled = throttling_.read(); throttled && throttled_at_start_) {
        snapshot.throttled_ms =
            static_cast<double>(throttled->throttled_ns - throttled_at_start_->throttled_ns) * 1e-6;
        snapshot.interval_throttled = snapshot.throttled_ms > last_throttled_ms_;
        last_throttled_ms_ = snapshot.throttled_ms;
    }
    notes_.judge(snapshot, ended_);
    notes_.write(snapshot);
    snapshot.messages.insert(snapshot.messages.end(), report.messages.begin(), report.messages.end());
}

}  // namespace spinscope
