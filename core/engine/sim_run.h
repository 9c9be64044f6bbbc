// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/device/modelled_device.h"
#include "core/engine/course.h"
#include "core/engine/run_notes.h"
#include "core/engine/worker_state.h"
#include "core/machine/crew.h"
#include "core/machine/sim/sim_machine.h"
#include "core/metrics/run_result.h"
#include "core/metrics/snapshot_builder.h"

namespace spinscope {

/// One run on a simulated machine, in virtual time; the same seed gives the same run and the same snapshots.
/// One thread at a time; any number of runs side by side.
class SimRun {
 public:
    /// Plans and builds the machine; virtual time is 0. Throws Error.
    SimRun(const Experiment& experiment, const std::shared_ptr<const Topology>& topology,
           const ProfilePtr& profile);

    /// Lets the workers begin.
    void start();
    /// Runs on for a moment (a fraction of a millisecond of virtual time), at most to `until_ns` and to the
    /// next time when a snapshot is due. Does nothing while one is.
    void advance(std::uint64_t until_ns);
    /// Runs on to the next handoff, at most to `until_ns`.
    void step(std::uint64_t until_ns);
    /// Live switch, now; returns when all workers are on the new path. Throws UsageError. Once `ending` is
    /// true, the rest of it takes no real time to speak of, and the run has to be ended.
    void switch_to(const std::string& strategy, const Options& options,
                   const std::atomic<bool>* ending = nullptr);
    /// Sends the workers home. Run time stands still from here.
    void end();

    void tell(Message message) { notes_.tell(std::move(message)); }
    /// Virtual.
    std::uint64_t elapsed_ns() const { return end_ns_.value_or(machine_.now()); }
    /// True when nothing will ever happen again: --count is used up and all is sent or dropped.
    bool finished() const { return at_rest_; }
    const RunInfo& info() const { return *info_; }

    /// The times of snapshots are fixed: every so often, by the number of CPUs, and the end of the warm-up.
    bool snapshot_due() const { return elapsed_ns() >= next_snapshot_ns_; }
    /// Everything since the last call as one snapshot, without state and real time.
    std::shared_ptr<Snapshot> observe();

 private:
    using Worker = WorkerState<SimMachine>;

    std::uint64_t snapshot_after(std::uint64_t now_ns) const;
    /// False when the machine came to rest.
    bool run_until(std::uint64_t ns, SimMachine::Pause pause = SimMachine::Pause::Time);

    const std::shared_ptr<const RunInfo> info_;
    SimMachine machine_;
    ModelledDevice<SimMachine> device_;
    std::unique_ptr<Workload<SimMachine>> workload_;
    Crew<SimMachine> crew_;
    std::vector<std::unique_ptr<Worker>> workers_;
    Worker control_;
    std::vector<SimMachine::Ctx*> contexts_;
    std::unique_ptr<SnapshotBuilder> builder_;
    RunNotes notes_;

    const std::uint64_t snapshot_interval_ns_;
    std::uint64_t next_snapshot_ns_;
    bool at_rest_ = false;
    std::optional<std::uint64_t> end_ns_;
};

/// The whole run at once, as fast as it goes; partial if it was asked to stop. Any number at a time, on any
/// threads. Throws UsageError for an experiment that makes no sense, or is not for a simulated machine.
RunResult simulate(const Experiment& experiment, const std::stop_token& stop = {});

}  // namespace spinscope
