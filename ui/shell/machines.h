// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

#include "core/base/error.h"
#include "core/base/experiment.h"
#include "core/machine/sim/profile.h"
#include "core/topology/topology.h"

namespace spinscope {

/// A simulated machine by its name, and when it was new: "2 × Xeon X5570 · 2010".
QString machine_title(const MachineProfile& profile);
/// "Simulated · 2 × Xeon X5570 · 2010", "This computer · 2 CPUs"; `machine` is an Experiment's, `topology`
/// its.
QString machine_title(const std::string& machine, const Topology& topology);

/// What the window starts with on a machine. On a small host the device is a calibrated delay: a real send
/// takes so long that two CPUs hardly ever meet at the lock. A simulated machine gets a sender for each core,
/// as its published figures have; one of more than 64 CPUs, for each CPU.
Experiment default_experiment(const Topology& topology, const std::string& machine = "host");
/// How many CPUs of a simulated machine send when nobody says.
unsigned usual_senders(const Topology& topology);
/// The same for another machine, with what does not depend on it taken over from `before`.
Experiment experiment_on(const Topology& topology, const std::string& machine, const Experiment& before);

/// Seconds of run time that the views of a machine show at first: fewer where each takes long to simulate.
double usual_span_s(const Topology& topology, const std::string& machine);

/// The machine the window opens on.
struct FirstMachine {
    std::string machine;
    bool explain = false;  ///< nobody chose it: say why it is this one
};

inline constexpr char kFirstStartKey[] = "first-start";  ///< of the message that says why

/// What was asked for on the command line, else what was chosen last time, else by rule: the host where it
/// has CPUs enough for a lock to collapse (4), else a simulated machine. Empty = nothing asked, nothing
/// chosen.
FirstMachine first_machine(const std::string& asked, const std::string& chosen, const Topology& host);
/// Why a simulation is shown although nobody asked for one.
Message first_start_message(const Topology& host);

}  // namespace spinscope
