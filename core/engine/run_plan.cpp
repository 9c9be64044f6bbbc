// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/run_plan.h"

#include <fmt/format.h>

#include <utility>

#include "core/base/error.h"

namespace spinscope {
namespace {

unsigned node_of(const Topology& topology, unsigned cpu) {
    const Pu* pu = topology.find(cpu);
    return pu == nullptr ? 0 : pu->numa_node;
}

}  // namespace

RunInfo plan_run(const Experiment& experiment, std::shared_ptr<const Topology> topology, ProfilePtr profile) {
    RunInfo info;
    info.experiment = experiment;
    info.topology = std::move(topology);
    info.placement =
        plan_placement(*info.topology, {experiment.workers, experiment.placement, experiment.cpus});
    info.simulated = profile != nullptr;
    info.profile = std::move(profile);
    info.machine_name = info.simulated ? info.profile->name : info.topology->name();
    info.numa_node = node_of(*info.topology, info.placement.cpus.front());
    if (info.simulated && info.placement.oversubscribed) {
        throw UsageError(
            fmt::format("{} workers do not fit on {}", info.placement.cpus.size(), info.machine_name),
            fmt::format("they would share {} CPUs, and a simulated CPU runs one worker",
                        info.placement.distinct),
            "Give fewer workers, or a larger machine");
    }
    return info;
}

std::vector<unsigned> nodes_of(const RunInfo& info) {
    std::vector<unsigned> nodes;
    for (const unsigned cpu : info.placement.cpus) nodes.push_back(node_of(*info.topology, cpu));
    return nodes;
}

}  // namespace spinscope
