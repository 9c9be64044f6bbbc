// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/sim_run.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "core/engine/calibration.h"
#include "core/engine/registry.h"
#include "core/engine/run_plan.h"
#include "core/transmit/transmit_workload.h"

namespace spinscope {
namespace {

/// So short that no ring overflows and a command never waits long.
constexpr std::uint64_t kMoment = 250'000;
constexpr std::size_t kRingCapacity = 4096;
constexpr std::size_t kFullRingCapacity = 16384;

std::shared_ptr<const RunInfo> plan(const Experiment& experiment, std::shared_ptr<const Topology> topology,
                                    ProfilePtr profile) {
    auto info = std::make_shared<RunInfo>(plan_run(experiment, std::move(topology), std::move(profile)));
    info->environment = describe_host();
    info->environment.clock = "virtual";
    return info;
}

/// About 30 a second of real time, where a virtual second takes some 3 real ones, or some 8 with many CPUs.
std::uint64_t snapshot_interval(std::size_t cpus) {
    return cpus <= 128 ? 10'000'000 : 4'000'000;
}

std::size_t ring_capacity(ProbeMode mode) {
    if (mode == ProbeMode::Off) return 2;
    return mode == ProbeMode::Full ? kFullRingCapacity : kRingCapacity;
}

}  // namespace

SimRun::SimRun(const Experiment& experiment, const std::shared_ptr<const Topology>& topology,
               const ProfilePtr& profile)
    : info_(plan(experiment, topology, profile)),
      machine_(profile, topology, info_->placement.cpus, experiment.costs, experiment.waiting,
               experiment.seed),
      device_(experiment.costs, device_queues(experiment)),
      workload_(std::make_unique<TransmitWorkload<SimMachine>>(
          experiment, WorkloadMemory<SimMachine>{machine_, nodes_of(*info_)}, device_)),
      crew_(*workload_),
      control_(machine_, *info_, static_cast<unsigned>(info_->placement.cpus.size()), 2),
      notes_(*info_),
      snapshot_interval_ns_(snapshot_interval(info_->placement.cpus.size())),
      next_snapshot_ns_(snapshot_after(0)) {
    std::vector<WorkerFeed> feeds;
    for (unsigned i = 0; i < info_->placement.cpus.size(); ++i) {
        workers_.push_back(std::make_unique<Worker>(machine_, *info_, i, ring_capacity(experiment.probe)));
        contexts_.push_back(&workers_.back()->ctx);
        feeds.push_back(workers_.back()->feed());
    }
    builder_ = std::make_unique<SnapshotBuilder>(info_, std::move(feeds), 0);
}

void SimRun::start() {
    for (SimMachine::Ctx* worker : contexts_) {
        machine_.spawn(*worker, [this](SimMachine::Ctx& ctx) { crew_.work(ctx); });
    }
    crew_.release(control_.ctx);
}

bool SimRun::run_until(std::uint64_t ns, SimMachine::Pause pause) {
    const bool more = machine_.run_until(ns, pause);
    builder_->collect();
    return more;
}

void SimRun::advance(std::uint64_t until_ns) {
    if (snapshot_due() || at_rest_) return;
    const std::uint64_t next = std::min({until_ns, next_snapshot_ns_, machine_.now() + kMoment});
    at_rest_ = !run_until(next);
}

void SimRun::step(std::uint64_t until_ns) {
    at_rest_ = !run_until(until_ns, SimMachine::Pause::Handoff);
}

void SimRun::switch_to(const std::string& strategy, const Options& options, const std::atomic<bool>* ending) {
    const std::uint64_t asked = machine_.now();
    std::optional<std::uint64_t> done;
    std::uint64_t lost = 0;
    std::exception_ptr refusal;
    machine_.spawn(control_.ctx, [&](SimMachine::Ctx& control) {
        try {
            lost = crew_.switch_strategy(control, strategy, options, contexts_, asked + 1'000'000'000);
        } catch (...) {
            refusal = std::current_exception();
        }
        done = control.now();
    });
    // Time moves in moments until then; what takes long is the workers' way to their next packet boundary.
    while (!done && run_until(machine_.now() + kMoment / 16)) {
        if (ending != nullptr && *ending) machine_.let_all_go_free();
    }
    if (refusal != nullptr) std::rethrow_exception(refusal);
    notes_.switched({.at_s = static_cast<double>(asked) * 1e-9,
                     .strategy = strategy,
                     .took_ns = done.value_or(machine_.now()) - asked,
                     .lost = lost,
                     .options = options});
}

void SimRun::end() {
    if (end_ns_) return;
    end_ns_ = machine_.now();
    if (at_rest_ && !workload_->finished()) {
        tell({Severity::Error, "at-rest", "Every simulated CPU waits for ever, and packets are left",
              "The strategy has lost a wake-up: it is wrong"});
    }
    machine_.let_all_go_free();
    crew_.end(control_.ctx, static_cast<unsigned>(workers_.size()));
    while (run_until(machine_.now() + kMoment)) {
    }
}

std::shared_ptr<Snapshot> SimRun::observe() {
    Observation observation;
    observation.now_ns = elapsed_ns();
    for (unsigned i = 0; i < workers_.size(); ++i) {
        observation.workers.push_back({info_->placement.cpus[i], workload_->completed(i)});
    }
    if (end_ns_) observation.queued = workload_->queued(control_.ctx);
    auto snapshot = builder_->build(observation);
    for (const LedgerCounts& counts : machine_.ledger().rows()) {
        LedgerRow row{counts.name, counts.transfers, counts.local, counts.remote, counts.cold, {}};
        for (const auto& pull : counts.pulls) row.pulls.push_back({pull.to, pull.from, pull.count});
        snapshot->ledger.push_back(std::move(row));
    }
    notes_.judge(*snapshot, end_ns_.has_value());
    notes_.write(*snapshot);

    next_snapshot_ns_ = snapshot_after(observation.now_ns);
    return snapshot;
}

std::uint64_t SimRun::snapshot_after(std::uint64_t now_ns) const {
    const std::uint64_t next = (now_ns / snapshot_interval_ns_ + 1) * snapshot_interval_ns_;
    const std::uint64_t warmup = Course::in_ns(info_->experiment.warmup_s);
    return now_ns < warmup ? std::min(next, warmup) : next;
}

RunResult simulate(const Experiment& experiment, const std::stop_token& stop) {
    validate(experiment);
    if (!simulated(experiment)) {
        throw UsageError("The host cannot be simulated", "it is no profile", "Choose a simulated machine");
    }
    const auto begin = std::chrono::steady_clock::now();
    const ProfilePtr profile = load_profile(experiment.machine);
    SimRun run(experiment, topology_of(*profile), profile);
    Course course(experiment);
    std::shared_ptr<Snapshot> base;
    run.start();
    bool over = false;
    while (!over && !stop.stop_requested()) {
        run.advance(course.next_ns());
        while (const auto change = course.take_switch(run.elapsed_ns())) {
            run.switch_to(change->strategy, change->options);
        }
        over = course.over(run.elapsed_ns(), run.finished());
        if (over || !run.snapshot_due()) continue;
        auto snapshot = run.observe();
        if (!base && run.elapsed_ns() >= Course::in_ns(experiment.warmup_s)) base = std::move(snapshot);
    }
    run.end();
    auto last = run.observe();
    last->real_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    RunResult result = make_run_result(*last, experiment.warmup_s > 0 ? base.get() : nullptr);
    result.partial = !over;
    return result;
}

}  // namespace spinscope
