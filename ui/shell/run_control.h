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

    const Experiment& experiment() const { return experiment_; }
    void set_experiment(const Experiment& experiment);
    /// The CPU of each worker: of the run, or planned for the next start; empty when that is impossible.
    std::vector<unsigned> planned_cpus() const;

    RunState state() const { return state_; }
    bool is_active() const;  ///< there are workers, running or held
    /// Whether the running experiment is another than the next start's.
    bool restart_needed() const;

    void start();
    void stop();
    void set_paused(bool paused);
    /// Switches a run; without one, chooses what the next starts with.
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

    Session& session_;
    Messages& messages_;
    Experiment experiment_;
    Experiment started_;
    RunState state_ = RunState::Idle;
    std::string strategy_;  ///< in force
};

/// What the window starts with on this machine. On a small one the device is a calibrated delay: a real send
/// takes so long that two CPUs hardly ever meet at the lock.
Experiment default_experiment(const Topology& topology);

}  // namespace spinscope
