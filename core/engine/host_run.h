// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <latch>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/device/device.h"
#include "core/engine/run_notes.h"
#include "core/engine/worker_state.h"
#include "core/machine/crew.h"
#include "core/machine/host_machine.h"
#include "core/metrics/snapshot_builder.h"
#include "core/topology/scheduler_stats.h"

namespace spinscope {

/// One run on pinned threads. Commands by one thread (the session's control thread); observe() by one other
/// (its collector). Nothing here waits for an observer.
class HostRun {
 public:
    /// Plans, calibrates and allocates; no worker runs yet. Throws Error.
    HostRun(const Experiment& experiment, const std::shared_ptr<const Topology>& topology);
    /// Ends the workers if they still run.
    ~HostRun();

    /// Starts the workers; returns when all are in place and have begun together.
    void start();
    /// Live switch; adds a mark. Throws UsageError.
    void switch_to(const std::string& strategy, const Options& options);
    void pause();
    void resume();
    /// Sends the workers home and waits for them: under a second.
    void end();

    /// Adds a message to the snapshots, in place of one with its key. Any thread.
    void tell(Message message) { notes_.tell(std::move(message)); }

    /// Run time; pauses do not count.
    std::uint64_t elapsed_ns() const;
    /// True when --count is used up and all is sent or dropped.
    bool finished() const { return workload_->finished(); }
    const Placement& placement() const { return info_->placement; }
    const std::shared_ptr<const RunInfo>& info() const { return info_; }

    /// Everything since the last call as one snapshot, without state.
    std::shared_ptr<Snapshot> observe();

 private:
    struct Worker : WorkerState<HostMachine> {
        using WorkerState::WorkerState;
        std::atomic<pid_t> tid{0};
        ThreadSchedule schedule;   ///< as last read; by the observer
        std::uint64_t cpu_ns = 0;  ///< of its thread; once that has ended
        std::thread thread;
    };

    void work(Worker& worker, unsigned cpu, std::latch& ready);
    void observe_scheduler();
    void observe_conditions(Snapshot& snapshot);
    std::uint64_t paused_ns(std::uint64_t now) const;

    const std::shared_ptr<const RunInfo> info_;
    HostMachine machine_;
    std::unique_ptr<Device<HostMachine>> device_;
    std::unique_ptr<Workload<HostMachine>> workload_;
    std::unique_ptr<Crew<HostMachine>> crew_;
    std::vector<std::unique_ptr<Worker>> workers_;
    WorkerState<HostMachine> control_;  ///< the commanding thread's
    std::vector<HostMachine::Ctx*> contexts_;
    std::unique_ptr<SnapshotBuilder> builder_;

    std::uint64_t start_ns_ = 0;
    std::atomic<bool> ended_{false};
    std::atomic<std::uint64_t> end_ns_{0};  ///< when the workers were told to end; 0 before that
    DeviceReport last_report_;              ///< valid once ended_

    ThrottlingReader throttling_;
    std::optional<Throttling> throttled_at_start_;
    double last_throttled_ms_ = 0;
    std::size_t next_schedule_ = 0;

    RunNotes notes_;
    mutable std::mutex mutex_;  ///< what follows, between commands and observer
    std::uint64_t paused_total_ns_ = 0;
    std::uint64_t paused_since_ns_ = 0;  ///< 0 = not paused
};

}  // namespace spinscope
