// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/metrics/snapshot.h"

namespace spinscope {

/// "Simulated · 2 × Xeon X5570 · 2010", or the computer's name.
QString machine_words(const RunInfo& run);
/// "virtual time 71.0 s · 1 : 1.6 of real time" on a simulated machine, else "real time 00:01:11".
QString time_words(const Snapshot& snapshot);
/// "modelled, 250 ns", "null, 250 ns", "udp"; what else there is to say of udp is left to the caller.
QString device_words(const RunInfo& run);

/// Device queues of a run with the strategy in force.
unsigned queues_of(const Experiment& experiment, const std::string& strategy);
unsigned queues_of(const Snapshot& snapshot);
/// "pfifo 1000"; where there are several queues, "30 queues by cpu, pfifo 1000".
QString queue_words(const Experiment& experiment, const std::string& strategy);

}  // namespace spinscope
