// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/sim/sim_machine.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "core/base/error.h"

namespace spinscope {

CpuMap SimMachine::place(const Topology& topology, const std::vector<unsigned>& cpus) {
    if (cpus.empty() || cpus.size() > kMostCpus) {
        throw UsageError(fmt::format("A simulated machine cannot have {} workers", cpus.size()),
                         fmt::format("it has one a CPU, and at most {}", kMostCpus), "Ask for fewer");
    }
    return map_cpus(topology, cpus);
}

SimMachine::SimMachine(ProfilePtr profile, std::shared_ptr<const Topology> topology,
                       std::vector<unsigned> cpus, const WorkloadCosts& costs, Waiting, std::uint64_t seed)
    : payload_lines_(static_cast<std::uint16_t>(costs.payload_lines)),
      engine_(*profile, place(*topology, cpus), seed) {
    const auto charge = [&](Cost cost, std::uint32_t ns) {
        costs_[static_cast<std::size_t>(cost)] = picoseconds(ns * profile->compute_factor);
    };
    charge(Cost::Produce, costs.produce_ns);
    charge(Cost::Enqueue, costs.enqueue_ns);
    charge(Cost::Dequeue, costs.dequeue_ns);
    charge(Cost::Driver, costs.driver_ns);
    charge(Cost::Complete, costs.complete_ns);
    charge(Cost::Drop, costs.drop_ns);
}

SimMachine::Block SimMachine::make_block(Arena&, unsigned) const {
    Block block;
    block.payload_.lines = payload_lines_;
    return block;
}

void SimMachine::spawn(Ctx& ctx, std::function<void(Ctx&)> body) {
    engine_.spawn(ctx.worker(), ctx.probe().counters(), [&ctx, what = std::move(body)] { what(ctx); });
}

}  // namespace spinscope
