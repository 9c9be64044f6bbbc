// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/engine/course.h"
#include "core/engine/live_run.h"
#include "core/engine/session.h"
#include "core/engine/snapshot_log.h"

namespace spinscope {

/// A session of runs that really happen, on the host or on a simulated machine: commands, in order, on one
/// control thread, and the course of each run.
class RunSession final : public Session {
 public:
    /// Called on the control thread; throws Error.
    using MakeRun = std::function<std::unique_ptr<LiveRun>(const Experiment&, SnapshotLog&)>;

    /// Runs experiments for `machine`; `profile` is null for the host.
    RunSession(std::string machine, std::shared_ptr<const Topology> topology, ProfilePtr profile,
               MakeRun make_run);
    ~RunSession() override;

    void start(const Experiment& experiment) override;
    void stop() override;
    void pause() override;
    void resume() override;
    void step() override;
    void switch_to(const std::string& strategy, const Options& options) override;

    SnapshotPtr newest() const override { return log_.newest(); }
    std::vector<SnapshotPtr> snapshots_after(std::uint64_t sequence) const override {
        return log_.after(sequence);
    }
    std::shared_ptr<const Topology> topology() const override { return topology_; }
    bool wait_ended(std::chrono::milliseconds timeout) override;

 private:
    using Command = std::function<void()>;
    void post(Command command);

    // Everything below runs on the control thread (announce() also on the caller's, while there is no run).
    void control();
    LiveRun::Duration until_next_action() const;
    void follow_course();
    void begin_run(const Experiment& experiment);
    void end_run();
    void resume_run();
    void switch_run(const std::string& strategy, const Options& options);
    void fail(const Experiment& experiment, Message message);
    void announce(RunState state, const Experiment& experiment, std::optional<Message> message = {});

    const std::string machine_;
    const std::shared_ptr<const Topology> topology_;
    const ProfilePtr profile_;
    const MakeRun make_run_;
    SnapshotLog log_;
    std::unique_ptr<LiveRun> run_;
    std::optional<Course> course_;
    bool paused_ = false;
    std::atomic<bool> ending_{false};  ///< somebody waits for the end of the run

    mutable std::mutex mutex_;
    std::condition_variable condition_;
    std::deque<Command> commands_;
    Experiment experiment_;
    bool active_ = false;
    bool quit_ = false;
    std::thread control_;
};

}  // namespace spinscope
