// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/engine/host_run.h"
#include "core/engine/registry.h"
#include "core/engine/session.h"
#include "core/engine/snapshot_log.h"

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

class HostSession final : public Session {
 public:
    HostSession() : topology_(Topology::host()), control_([this] { control(); }) {}
    ~HostSession() override {
        post([this] {
            end_run();
            quit_ = true;
        });
        control_.join();
    }

    void start(const Experiment& experiment) override {
        validate(experiment);
        plan_placement(*topology_, {experiment.workers, experiment.placement, experiment.cpus});
        bool idle = false;
        {
            const std::scoped_lock lock(mutex_);
            experiment_ = experiment;
            idle = commands_.empty() && !active_;
        }
        // At once, so that whoever asks next knows that commands for this run are welcome.
        if (idle) announce(RunState::Starting, experiment);
        post([this, experiment] { begin_run(experiment); });
    }
    void stop() override {
        post([this] { end_run(); });
    }
    void pause() override {
        post([this] {
            if (run_ == nullptr || paused_) return;
            run_->pause();
            paused_ = true;
            collector_->set_state(RunState::Paused);
        });
    }
    void resume() override {
        post([this] { resume_run(); });
    }
    void switch_to(const std::string& strategy, const Options& options) override {
        {
            const std::scoped_lock lock(mutex_);
            validate_switch(experiment_, strategy, options);
        }
        post([this, strategy, options] { switch_run(strategy, options); });
    }

    SnapshotPtr newest() const override { return log_.newest(); }
    std::vector<SnapshotPtr> snapshots_after(std::uint64_t sequence) const override {
        return log_.after(sequence);
    }
    std::shared_ptr<const Topology> topology() const override { return topology_; }
    bool wait_ended(std::chrono::milliseconds timeout) override {
        std::unique_lock lock(mutex_);
        return condition_.wait_for(lock, timeout, [this] { return commands_.empty() && !active_; });
    }

 private:
    using Command = std::function<void()>;

    void post(Command command) {
        {
            const std::scoped_lock lock(mutex_);
            commands_.push_back(std::move(command));
        }
        condition_.notify_all();
    }

    // Everything below runs on the control thread (announce() also on the caller's, while there is no run).

    void control() {
        std::unique_lock lock(mutex_);
        while (!quit_) {
            condition_.wait_for(lock, until_next_action(), [this] { return !commands_.empty(); });
            if (!commands_.empty()) {
                // Taken off the queue only when done, so that wait_ended() sees it all the while.
                const Command command = commands_.front();
                lock.unlock();
                command();
                lock.lock();
                commands_.pop_front();
            } else if (run_ != nullptr) {
                lock.unlock();
                act();
                lock.lock();
            }
            active_ = run_ != nullptr;
            condition_.notify_all();
        }
    }

    SteadyClock::duration until_next_action() const {
        if (run_ == nullptr || paused_) return 1h;
        if (run_->info()->experiment.count) return 1ms;
        const double at = next_action_s();
        return std::chrono::duration_cast<SteadyClock::duration>(
            std::chrono::duration<double>(std::clamp(at - run_->elapsed_s(), 0.0, 3600.0)));
    }
    double next_action_s() const {
        const Experiment& experiment = run_->info()->experiment;
        double at = 1e9;
        if (experiment.duration_s) at = experiment.warmup_s + *experiment.duration_s;
        if (!scripted_.empty()) at = std::min(at, scripted_.front().at_s);
        return at;
    }

    /// What the experiment asks for at this time: a scripted switch, or the end.
    void act() {
        if (paused_) return;
        const Experiment& experiment = run_->info()->experiment;
        const double now = run_->elapsed_s();
        if (!scripted_.empty() && scripted_.front().at_s <= now) {
            const ScriptedSwitch change = scripted_.front();
            scripted_.pop_front();
            switch_run(change.strategy, change.options);
        }
        const bool over = experiment.duration_s && now >= experiment.warmup_s + *experiment.duration_s;
        if (over || (experiment.count && run_->finished())) end_run();
    }

    void begin_run(const Experiment& experiment) {
        if (run_ != nullptr) {
            end_run();
            announce(RunState::Starting, experiment);
        }
        try {
            run_ = std::make_unique<HostRun>(experiment, topology_);
            scripted_.assign(experiment.switches.begin(), experiment.switches.end());
            std::stable_sort(
                scripted_.begin(), scripted_.end(),
                [](const ScriptedSwitch& a, const ScriptedSwitch& b) { return a.at_s < b.at_s; });
            run_->start();
            collector_.emplace(*run_, log_);
        } catch (const Error& error) {
            fail(experiment,
                 {Severity::Error, "start",
                  error.why().empty() ? error.what() : std::string(error.what()) + ": " + error.why(),
                  error.remedy()});
        } catch (const std::exception& error) {
            fail(experiment,
                 {Severity::Error, "start", std::string("The run could not start: ") + error.what(),
                  "Try fewer workers or smaller packets"});
        }
    }
    void fail(const Experiment& experiment, Message message) {
        run_.reset();
        announce(RunState::Failed, experiment, std::move(message));
    }
    /// Publishes a state without numbers.
    void announce(RunState state, const Experiment& experiment, std::optional<Message> message = {}) {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->state = state;
        snapshot->strategy = experiment.strategy;
        if (message) snapshot->messages.push_back(std::move(*message));
        log_.publish(std::move(snapshot));
    }
    void end_run() {
        if (run_ == nullptr) return;
        run_->end();
        collector_->finish(RunState::Stopped);
        collector_.reset();
        run_.reset();
        paused_ = false;
    }
    void resume_run() {
        if (run_ == nullptr || !paused_) return;
        paused_ = false;
        run_->resume();
        collector_->set_state(RunState::Running);
    }
    void switch_run(const std::string& strategy, const Options& options) {
        if (run_ == nullptr) return;
        // A held crew cannot be switched and stay held: the pause ends with the switch.
        resume_run();
        try {
            run_->switch_to(strategy, options);
        } catch (const std::exception& error) {
            run_->tell({Severity::Error, "switch",
                        "The switch to " + strategy + " could not be made: " + error.what(),
                        "The run goes on with the strategy it had"});
        }
    }

    const std::shared_ptr<const Topology> topology_;
    SnapshotLog log_;
    std::unique_ptr<HostRun> run_;
    std::optional<Collector> collector_;
    std::deque<ScriptedSwitch> scripted_;
    bool paused_ = false;

    mutable std::mutex mutex_;
    std::condition_variable condition_;
    std::deque<Command> commands_;
    Experiment experiment_;
    bool active_ = false;
    bool quit_ = false;
    std::thread control_;
};

}  // namespace

std::unique_ptr<Session> make_host_session() {
    return std::make_unique<HostSession>();
}

}  // namespace spinscope
