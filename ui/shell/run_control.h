// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <string>
#include <vector>

#include "core/engine/session.h"

namespace spinscope {

class Messages;

/// What the window asks of a session: keeps the experiment of the next start, and turns refusals into
/// messages.
class RunControl : public QObject {
    Q_OBJECT

 public:
    RunControl(Session& session, Messages& messages, const Experiment& experiment, QObject* parent = nullptr);

    /// From now on asks another session; its run, if there is one, is not ours.
    void set_session(Session& session, const Experiment& experiment);

    const Experiment& experiment() const { return experiment_; }
    void set_experiment(const Experiment& experiment);
    /// The same by hand: what a run can take while it goes on is switched at once.
    void edit(const Experiment& next);
    /// The CPU of each worker: of the run, or planned for the next start; empty when that is impossible.
    std::vector<unsigned> planned_cpus() const;

    RunState state() const { return state_; }
    bool is_active() const;  ///< there are workers, running or held
    /// Whether the running experiment is another than the next start's.
    bool restart_needed() const;

    void start();
    void stop();
    void set_paused(bool paused);
    /// A simulated machine: on to the next handoff of a lock.
    void step();
    /// Switches a run; without one, chooses what the next starts with.
    void switch_to(const std::string& strategy, const Options& options);
    /// The same with its default options, unless it is in force; those of the discipline stay.
    void choose_strategy(const std::string& id);
    /// Tells what the newest snapshot says; emits state_changed when that is news.
    void follow(const Snapshot& snapshot);

 signals:
    void experiment_changed();
    void state_changed();
    void commanded();  ///< the session was asked for something; what comes of it follows in its snapshots

 private:
    std::vector<unsigned> next_cpus() const;
    template <class Command>
    bool attempt(const char* key, Command command);

    Session* session_;
    Messages& messages_;
    Experiment experiment_;
    Experiment started_;
    RunState state_ = RunState::Idle;
    std::string strategy_;  ///< in force
};

/// What the message bar says of a refused request.
Message refusal(const char* key, const Error& error);

}  // namespace spinscope
