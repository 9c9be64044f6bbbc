// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/run_control.h"

#include "core/base/live_switch.h"
#include "core/engine/registry.h"
#include "ui/shell/messages.h"
#include "ui/shell/option_fields.h"
#include "ui/shell/switch_time.h"

namespace spinscope {

namespace {

PlacementRequest request_of(const Experiment& experiment) {
    PlacementRequest request;
    request.workers = experiment.workers;
    request.policy = experiment.placement;
    request.cpus = experiment.cpus;
    return request;
}

}  // namespace

Message refusal(const char* key, const Error& error) {
    Message message;
    message.severity = Severity::Error;
    message.key = key;
    message.what = error.what();
    if (!error.why().empty()) message.what += ": " + error.why();
    message.remedy = error.remedy();
    return message;
}

RunControl::RunControl(Session& session, Messages& messages, const Experiment& experiment, QObject* parent)
    : QObject(parent), session_(&session), messages_(messages), experiment_(experiment) {}

void RunControl::set_session(Session& session, const Experiment& experiment) {
    session_ = &session;
    experiment_ = experiment;
    strategy_.clear();
    state_ = session.newest()->state;
    emit experiment_changed();
    emit state_changed();
}

void RunControl::set_experiment(const Experiment& experiment) {
    if (experiment == experiment_) return;
    experiment_ = experiment;
    emit experiment_changed();
}

std::vector<unsigned> RunControl::planned_cpus() const {
    const Session::SnapshotPtr newest = session_->newest();
    if (is_active() && newest->run != nullptr) return newest->run->placement.cpus;
    return next_cpus();
}

std::vector<unsigned> RunControl::next_cpus() const {
    try {
        return plan_placement(*session_->topology(), request_of(experiment_)).cpus;
    } catch (const Error&) {
        return {};  // the start says it with words
    }
}

bool RunControl::is_active() const {
    return state_ == RunState::Starting || state_ == RunState::Running || state_ == RunState::Paused;
}

bool RunControl::restart_needed() const {
    return is_active() && started_ != experiment_;
}

void RunControl::edit(const Experiment& next) {
    if (!is_active()) return set_experiment(next);
    Options change = next.options == experiment_.options ? Options{} : next.options;
    const Options before = switch_values(experiment_);
    for (const auto& [name, value] : switch_values(next)) {
        if (before.at(name) != value) change[name] = value;
    }
    if (!change.empty()) switch_to(experiment_.strategy, change);
    // What the run cannot take while it goes on waits for the next start.
    Experiment rest = after_switch(next, experiment_.strategy, switch_values(experiment_));
    rest.options = experiment_.options;
    set_experiment(rest);
    emit experiment_changed();  // what was refused is shown as it is
}

template <class Command>
bool RunControl::attempt(const char* key, Command command) {
    try {
        command();
    } catch (const Error& error) {
        messages_.post(refusal(key, error));
        return false;
    }
    messages_.dismiss(key);
    return true;
}

void RunControl::start() {
    if (!attempt("start", [this] { session_->start(experiment_); })) return;
    started_ = experiment_;
    session_->topology()->keep_this_thread_off(next_cpus());
    follow(*session_->newest());
    emit commanded();
}

void RunControl::stop() {
    session_->stop();
    follow(*session_->newest());
    emit commanded();
}

void RunControl::set_paused(bool paused) {
    paused ? session_->pause() : session_->resume();
    follow(*session_->newest());
    emit commanded();
}

void RunControl::step() {
    session_->step();
    follow(*session_->newest());
    emit commanded();
}

void RunControl::choose_strategy(const std::string& id) {
    Options given = experiment_.options;
    if (id != experiment_.strategy) {  // what is the discipline's stays with it
        given = complete_options({}, experiment_.discipline, given);
    }
    switch_to(id, complete_options(id, experiment_.discipline, given));
}

void RunControl::switch_to(const std::string& strategy, const Options& options) {
    const bool active = is_active();
    if (active && !attempt("switch", [&] { session_->switch_to(strategy, options); })) {
        emit state_changed();  // the buttons show what is in force
        return;
    }
    if (active) started_ = switched(started_, strategy, options);
    set_experiment(switched(experiment_, strategy, options));
}

void RunControl::follow(const Snapshot& snapshot) {
    const bool switched = snapshot.strategy != strategy_ && !strategy_.empty() && snapshot.marks.size() > 1;
    if (switched && snapshot.state != RunState::Idle) {
        const QString took = switch_time(snapshot.marks.back().took_ns);
        messages_.note("strategy " + strategy_ + " → " + snapshot.strategy + ", " + took.toStdString());
    }
    if (snapshot.state == state_ && snapshot.strategy == strategy_) return;
    state_ = snapshot.state;
    strategy_ = snapshot.strategy;
    emit state_changed();
}

}  // namespace spinscope
