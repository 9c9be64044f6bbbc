// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <utility>

#include "core/engine/run_session.h"
#include "core/engine/session.h"
#include "core/engine/sim_run.h"

namespace spinscope {
namespace {

using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

/// A reader that has to see every snapshot is waited for when it is so many behind.
constexpr std::uint64_t kMostUnread = SnapshotLog::kKept / 2;

/// A simulated run on the session's control thread, which runs it moment by moment between two commands.
class LiveSimRun final : public LiveRun {
 public:
    LiveSimRun(const Experiment& experiment, std::shared_ptr<const Topology> topology, ProfilePtr profile,
               Pace pace, SnapshotLog& log)
        : run_(experiment, std::move(topology), std::move(profile)), pace_(pace), log_(log) {}

    void start() override {
        run_.start();
        go_on();
    }
    void end() override {
        run_.end();
        publish(RunState::Stopped);
    }
    void switch_to(const std::string& strategy, const Options& options,
                   const std::atomic<bool>& ending) override {
        run_.switch_to(strategy, options, &ending);
    }
    void pause() override {
        publish(RunState::Paused);
        running_ = false;
    }
    void resume() override {
        go_on();
        publish(RunState::Running);
    }
    bool can_step() const override { return true; }
    void step(std::uint64_t next_ns) override {
        go_on();
        run_.step(std::min(next_ns, run_.elapsed_ns() + kLongestStep));
        pause();
    }
    void tell(Message message) override { run_.tell(std::move(message)); }
    std::uint64_t elapsed_ns() const override { return run_.elapsed_ns(); }
    bool finished() const override { return run_.finished(); }

    Duration rest(std::uint64_t) const override {
        if (pace_ == Pace::AsRead) return log_.unread() < kMostUnread ? 0ms : 1ms;
        const Duration ahead = virtual_since_anchor() - (SteadyClock::now() - anchor_real_);
        return std::max<Duration>(ahead, 0ms);
    }
    void advance(std::uint64_t next_ns) override {
        if (pace_ == Pace::AsRead && log_.unread() >= kMostUnread) return;
        if (run_.snapshot_due()) publish(RunState::Running);
        run_.advance(next_ns);
        // What could not be simulated in time is not made up for.
        if (SteadyClock::now() - anchor_real_ > virtual_since_anchor()) anchor();
    }

 private:
    static constexpr std::uint64_t kLongestStep = 50'000'000;  // where no lock is waited for

    Duration virtual_since_anchor() const {
        return std::chrono::nanoseconds(run_.elapsed_ns() - anchor_virtual_ns_);
    }
    void anchor() {
        anchor_real_ = SteadyClock::now();
        anchor_virtual_ns_ = run_.elapsed_ns();
    }
    void go_on() {
        running_ = true;
        last_real_ = SteadyClock::now();
        anchor();
    }
    void publish(RunState state) {
        auto snapshot = run_.observe();
        snapshot->state = state;
        const auto now = SteadyClock::now();
        const double passed =
            running_ ? std::chrono::duration<double>(now - std::exchange(last_real_, now)).count() : 0;
        real_s_ += passed;
        snapshot->real_s = real_s_;
        if (snapshot->interval_s > 0) real_per_virtual_ = passed / snapshot->interval_s;
        snapshot->real_per_virtual = real_per_virtual_;
        log_.publish(std::move(snapshot));
    }

    SimRun run_;
    const Pace pace_;
    SnapshotLog& log_;
    bool running_ = false;
    double real_s_ = 0;
    double real_per_virtual_ = 0;
    SteadyClock::time_point last_real_;    ///< up to which real time is counted
    SteadyClock::time_point anchor_real_;  ///< this moment is, by the window's pace, ...
    std::uint64_t anchor_virtual_ns_ = 0;  ///< ... this one
};

}  // namespace

std::unique_ptr<Session> make_session(const std::string& machine, Pace pace) {
    if (machine == "host") return make_host_session();
    const ProfilePtr profile = load_profile(machine);
    const auto topology = topology_of(*profile);
    return std::make_unique<RunSession>(
        machine, topology, profile, [=](const Experiment& experiment, SnapshotLog& log) {
            return std::make_unique<LiveSimRun>(experiment, topology, profile, pace, log);
        });
}

}  // namespace spinscope
