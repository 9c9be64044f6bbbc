// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/device/modelled_device.h"
#include "core/engine/registry.h"
#include "core/machine/crew.h"
#include "core/machine/sim/sim_machine.h"
#include "core/transmit/transmit_workload.h"

namespace spinscope {

/// The transmit scenario on CPUs of a simulated machine, without an engine around it.
class SimCase {
 public:
    using Ctx = SimMachine::Ctx;

    SimCase(ProfilePtr profile, std::shared_ptr<const Topology> topology, std::vector<unsigned> cpus,
            Experiment experiment, WorkloadCosts costs = {})
        : experiment_(std::move(experiment)),
          machine_(std::move(profile), topology, cpus, costs, Waiting::Spin, experiment_.seed),
          device_(costs, device_queues(experiment_)),
          workload_(experiment_, {machine_, nodes(*topology, cpus)}, device_),
          crew_(workload_) {
        for (unsigned i = 0; i <= cpus.size(); ++i) {
            members_.push_back(std::make_unique<Member>(machine_, i, experiment_));
            contexts_.push_back(&members_.back()->ctx);
        }
        for (unsigned i = 0; i < cpus.size(); ++i)
            machine_.spawn(*contexts_[i], [this](Ctx& ctx) { crew_.work(ctx); });
        crew_.release(control());
    }

    SimMachine& machine() { return machine_; }
    TransmitWorkload<SimMachine>& workload() { return workload_; }
    Crew<SimMachine>& crew() { return crew_; }
    Ctx& control() { return *contexts_.back(); }
    std::span<Ctx* const> worker_contexts() const { return std::span(contexts_).first(workers()); }
    unsigned workers() const { return static_cast<unsigned>(contexts_.size()) - 1; }
    WorkerCounters& counters(unsigned i) { return members_[i]->counters; }

    /// The control's fiber runs `body` from now on.
    void command(std::function<void(Ctx&)> body) { machine_.spawn(control(), std::move(body)); }
    /// Sends everybody home; true if all have gone.
    bool end() {
        command([this](Ctx& ctx) { crew_.end(ctx, workers()); });
        return !machine_.run_until(machine_.now() + 1'000'000'000);
    }

    std::uint64_t offered() const {
        return sum([](const WorkerCounters& c) { return c.offered.get(); });
    }
    std::uint64_t sent() const {
        return sum([](const WorkerCounters& c) { return c.transmitted.get(); });
    }
    std::uint64_t dropped() const {
        return sum([](const WorkerCounters& c) {
            std::uint64_t drops = 0;
            for (const Counter& reason : c.dropped) drops += reason.get();
            return drops;
        });
    }

 private:
    struct Member {
        Member(SimMachine& machine, unsigned index, const Experiment& experiment)
            : ring(2),
              probe(counters, ring, experiment.probe, experiment.seed + index),
              ctx(machine, index, probe) {}
        WorkerCounters counters;
        SpscRing<Event> ring;
        WorkerProbe probe;
        Ctx ctx;
    };

    static std::vector<unsigned> nodes(const Topology& topology, const std::vector<unsigned>& cpus) {
        std::vector<unsigned> nodes;
        for (const unsigned cpu : cpus) nodes.push_back(topology.find(cpu)->numa_node);
        return nodes;
    }
    template <class Of>
    std::uint64_t sum(Of&& of) const {
        std::uint64_t total = 0;
        for (const auto& member : members_) total += of(member->counters);
        return total;
    }

    const Experiment experiment_;
    SimMachine machine_;
    ModelledDevice<SimMachine> device_;
    TransmitWorkload<SimMachine> workload_;
    Crew<SimMachine> crew_;
    std::vector<std::unique_ptr<Member>> members_;
    std::vector<Ctx*> contexts_;
};

}  // namespace spinscope
