// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/base/experiment.h"
#include "core/machine/sim/profile.h"
#include "core/topology/placement.h"
#include "core/topology/topology.h"

namespace spinscope {

/// Measured when a run starts, so that a number can be read with its conditions.
struct Calibration {
    double pause_ns = 0;      ///< one spin-loop pause
    double iteration_ns = 0;  ///< one iteration of an empty loop: the speed of the machine right now
    double stamp_ns = 0;      ///< one reading of the clock
    double event_ns = 0;      ///< one event into a ring
};

struct Environment {
    std::string version;
    std::string cpu;
    std::string kernel;
    std::optional<std::string> governor;  ///< nothing where the machine does not say
    std::string clock;                    ///< "tsc" or "monotonic"
};

/// The conditions of a run: fixed when it starts, shared by all its snapshots.
struct RunInfo {
    Experiment experiment;
    std::shared_ptr<const Topology> topology;
    Placement placement;
    bool simulated = false;
    ProfilePtr profile;  ///< of the simulated machine; null on the host
    std::string machine_name;
    unsigned numa_node = 0;  ///< os index of the node that holds queue and locks
    Calibration calibration;
    Environment environment;
};

/// What one packet takes in the device, ns; nothing where that is up to a real one.
inline std::optional<double> device_ns(const RunInfo& run) {
    const DeviceRequest& device = run.experiment.device;
    if (device.kind == "null") return static_cast<double>(device.delay_ns);
    if (!run.profile) return std::nullopt;
    const WorkloadCosts& costs = run.experiment.costs;
    return costs.driver_ns * (costs.driver_as_given ? 1 : run.profile->compute_factor);
}

}  // namespace spinscope
