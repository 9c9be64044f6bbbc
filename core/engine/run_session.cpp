// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/run_session.h"

#include <utility>

#include "core/base/live_switch.h"
#include "core/engine/registry.h"
#include "core/engine/run_plan.h"

namespace spinscope {

using namespace std::chrono_literals;

RunSession::RunSession(std::string machine, std::shared_ptr<const Topology> topology, ProfilePtr profile,
                       MakeRun make_run)
    : machine_(std::move(machine)),
      topology_(std::move(topology)),
      profile_(std::move(profile)),
      make_run_(std::move(make_run)),
      control_([this] { control(); }) {}

RunSession::~RunSession() {
    ending_ = true;
    post([this] {
        end_run();
        quit_ = true;
    });
    control_.join();
}

void RunSession::start(const Experiment& experiment) {
    if (experiment.machine != machine_) {
        throw UsageError("This session cannot run on machine \"" + experiment.machine + "\"",
                         "it was made for \"" + machine_ + "\"", "Make a session for that machine");
    }
    validate(experiment);
    plan_run(experiment, topology_, profile_);
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

void RunSession::stop() {
    ending_ = true;
    post([this] { end_run(); });
}

void RunSession::pause() {
    post([this] {
        if (run_ == nullptr || paused_) return;
        paused_ = true;
        run_->pause();
    });
}

void RunSession::resume() {
    post([this] { resume_run(); });
}

void RunSession::step() {
    post([this] {
        if (run_ == nullptr || !run_->can_step()) return;
        if (!paused_) run_->pause();
        paused_ = true;
        run_->step(course_->next_ns());
        follow_course();
    });
}

void RunSession::switch_to(const std::string& strategy, const Options& options) {
    {
        const std::scoped_lock lock(mutex_);
        validate_switch(experiment_, strategy, options);
        experiment_ = after_switch(experiment_, strategy, options);
    }
    post([this, strategy, options] { switch_run(strategy, options); });
}

bool RunSession::wait_ended(std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    return condition_.wait_for(lock, timeout, [this] { return commands_.empty() && !active_; });
}

void RunSession::post(Command command) {
    {
        const std::scoped_lock lock(mutex_);
        commands_.push_back(std::move(command));
    }
    condition_.notify_all();
}

void RunSession::control() {
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
        } else if (run_ != nullptr && !paused_) {
            lock.unlock();
            run_->advance(course_->next_ns());
            follow_course();
            lock.lock();
        }
        active_ = run_ != nullptr;
        if (!active_) condition_.notify_all();
    }
}

LiveRun::Duration RunSession::until_next_action() const {
    return run_ == nullptr || paused_ ? 1h : run_->rest(course_->next_ns());
}

/// Does what the experiment asks for at this time: scripted switches, the end.
void RunSession::follow_course() {
    if (run_ == nullptr) return;
    while (const auto change = course_->take_switch(run_->elapsed_ns())) {
        switch_run(change->strategy, change->options);
        const std::scoped_lock lock(mutex_);
        experiment_ = after_switch(experiment_, change->strategy, change->options);
    }
    if (course_->over(run_->elapsed_ns(), run_->finished())) end_run();
}

void RunSession::begin_run(const Experiment& experiment) {
    if (run_ != nullptr) {
        end_run();
        announce(RunState::Starting, experiment);
    }
    try {
        run_ = make_run_(experiment, log_);
        course_.emplace(experiment);
        run_->start();
    } catch (const Error& error) {
        fail(experiment, {Severity::Error, "start",
                          error.why().empty() ? error.what() : std::string(error.what()) + ": " + error.why(),
                          error.remedy()});
    } catch (const std::exception& error) {
        fail(experiment, {Severity::Error, "start", std::string("The run could not start: ") + error.what(),
                          "Try fewer workers or smaller packets"});
    }
}

void RunSession::fail(const Experiment& experiment, Message message) {
    run_.reset();
    announce(RunState::Failed, experiment, std::move(message));
}

/// Publishes a state without numbers.
void RunSession::announce(RunState state, const Experiment& experiment, std::optional<Message> message) {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->state = state;
    snapshot->strategy = experiment.strategy;
    if (message) snapshot->messages.push_back(std::move(*message));
    log_.publish(std::move(snapshot));
}

void RunSession::end_run() {
    ending_ = false;
    if (run_ == nullptr) return;
    run_->end();
    run_.reset();
    paused_ = false;
}

void RunSession::resume_run() {
    if (run_ == nullptr || !paused_) return;
    paused_ = false;
    run_->resume();
}

void RunSession::switch_run(const std::string& strategy, const Options& options) {
    if (run_ == nullptr) return;
    // A held crew cannot be switched and stay held: the pause ends with the switch.
    resume_run();
    try {
        run_->switch_to(strategy, options, ending_);
    } catch (const std::exception& error) {
        run_->tell({Severity::Error, "switch",
                    "The switch to " + strategy + " could not be made: " + error.what(),
                    "The run goes on with the strategy it had"});
    }
}

}  // namespace spinscope
