// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/engine/host_run.h"
#include "core/engine/run_session.h"
#include "core/engine/session.h"

namespace spinscope {
namespace {

using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

constexpr auto kSnapshotInterval = 33ms;

/// Publishes a run's snapshots about 30 times a second on a thread of its own, and whenever the state
/// changes.
class Collector {
 public:
    Collector(HostRun& run, SnapshotLog& log) : run_(run), log_(log), thread_([this] { collect(); }) {}
    ~Collector() {
        if (thread_.joinable()) finish(RunState::Stopped);
    }

    /// Publishes one snapshot in the new state. While paused, time stands still and nothing more is
    /// published.
    void set_state(RunState state) {
        {
            const std::scoped_lock lock(mutex_);
            state_ = state;
            changed_ = true;
        }
        condition_.notify_one();
    }
    /// The last snapshot, after the run has ended.
    void finish(RunState state) {
        {
            const std::scoped_lock lock(mutex_);
            last_ = true;
        }
        condition_.notify_one();
        thread_.join();
        publish(state);
    }

 private:
    void collect() {
        run_.info()->topology->keep_this_thread_off(run_.placement().cpus);
        std::unique_lock lock(mutex_);
        auto next = SteadyClock::now();
        for (;;) {
            // No catching up after a stall: intervals are measured, not assumed.
            next = std::max(next + kSnapshotInterval, SteadyClock::now());
            condition_.wait_until(lock, next, [this] { return last_ || changed_; });
            if (last_) return;
            if (!changed_ && state_ == RunState::Paused) continue;
            changed_ = false;
            const RunState state = state_;
            lock.unlock();
            publish(state);
            lock.lock();
        }
    }
    void publish(RunState state) {
        auto snapshot = run_.observe();
        snapshot->state = state;
        log_.publish(std::move(snapshot));
    }

    HostRun& run_;
    SnapshotLog& log_;
    std::mutex mutex_;
    std::condition_variable condition_;
    RunState state_ = RunState::Running;
    bool changed_ = false;
    bool last_ = false;
    std::thread thread_;
};

class LiveHostRun final : public LiveRun {
 public:
    LiveHostRun(const Experiment& experiment, std::shared_ptr<const Topology> topology, SnapshotLog& log)
        : run_(experiment, std::move(topology)), log_(log) {}

    void start() override {
        run_.start();
        collector_.emplace(run_, log_);
    }
    void end() override {
        run_.end();
        collector_->finish(RunState::Stopped);
    }
    void switch_to(const std::string& strategy, const Options& options, const std::atomic<bool>&) override {
        run_.switch_to(strategy, options);
    }
    void pause() override {
        run_.pause();
        collector_->set_state(RunState::Paused);
    }
    void resume() override {
        run_.resume();
        collector_->set_state(RunState::Running);
    }
    void tell(Message message) override { run_.tell(std::move(message)); }
    std::uint64_t elapsed_ns() const override { return run_.elapsed_ns(); }
    bool finished() const override { return run_.finished(); }

    Duration rest(std::uint64_t next_ns) const override {
        if (run_.info()->experiment.count) return 1ms;
        const std::uint64_t now = run_.elapsed_ns();
        return std::min<Duration>(1h, std::chrono::nanoseconds(next_ns > now ? next_ns - now : 0));
    }

 private:
    HostRun run_;
    SnapshotLog& log_;
    std::optional<Collector> collector_;
};

}  // namespace

std::unique_ptr<Session> make_host_session() {
    const auto topology = Topology::host();
    return std::make_unique<RunSession>("host", topology, nullptr,
                                        [topology](const Experiment& experiment, SnapshotLog& log) {
                                            return std::make_unique<LiveHostRun>(experiment, topology, log);
                                        });
}

}  // namespace spinscope
