// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/machine/sim/sim_machine.h"
#include "core/probe/spsc_ring.h"

namespace spinscope {

/// A machine with times that are easy to add up: two sockets of two dies of two cores of two threads. CPU 0's
/// neighbours: 1 is its sibling, 2 shares its die, 4 its socket, 8 is on the other socket.
inline MachineProfile round_profile() {
    MachineProfile profile;
    profile.id = "round";
    profile.shape = "pack:2 [numa] l2:2(size=1048576) core:2 pu:2";
    CoherenceParameters& p = profile.coherence;
    p.modified = {1, 7, 20, 40, 100};
    p.shared = {1, 1, 10, 16, 60};
    p.owned = {1, 8, 24, 48, 120};
    p.invalidate = {0, 0, 12, 22, 64};
    p.occupancy = {0, 0, 2, 6, 20};
    p.per_sharer = 3;
    p.load = 1;
    p.store = 1;
    p.update = 5;
    p.memory_local = 70;
    p.memory_remote = 110;
    p.overlap = 2;
    return profile;
}

/// CPUs of a simulated machine with a script each, and one arena of lines.
class SimBench {
 public:
    using Ctx = SimMachine::Ctx;
    struct alignas(64) Word {
        SimMachine::Atomic<std::uint32_t> value{0};
        SimMachine::Atomic<std::uint32_t> other{0};  ///< on the same line
    };

    explicit SimBench(const MachineProfile& profile = round_profile(), std::uint64_t seed = 1,
                      unsigned cpus = 16, const WorkloadCosts& costs = {})
        : machine_(std::make_shared<MachineProfile>(profile), Topology::synthetic(profile.shape), first(cpus),
                   costs, Waiting::Spin, seed),
          arena_(machine_.make_arena(64 * 1024)) {
        for (unsigned i = 0; i <= cpus; ++i) members_.push_back(std::make_unique<Member>(machine_, i));
    }

    SimMachine& machine() { return machine_; }
    Arena& arena() { return *arena_; }
    Word& word() { return arena_->make<Word>(); }
    Ctx& ctx(unsigned cpu) { return members_[cpu]->ctx; }
    Ctx& control() { return members_.back()->ctx; }
    WorkerCounters& counters(unsigned cpu) { return members_[cpu]->counters; }

    /// `cpu` does this from `ns` on.
    void at(std::uint64_t ns, unsigned cpu, std::function<void(Ctx&)> script) {
        machine_.spawn(ctx(cpu), [this, ns, what = std::move(script)](Ctx& self) {
            if (ns > machine_.now()) self.work(ns - machine_.now());
            what(self);
        });
    }
    /// Until all have ended; false if some wait for ever or 1 s has passed.
    bool run() {
        const bool going_on = machine_.run_until(1'000'000'000);
        return !going_on;
    }
    /// Virtual ns that `what` takes.
    template <class What>
    static std::uint64_t time(Ctx& ctx, What&& what) {
        const std::uint64_t begin = ctx.now();
        what();
        return ctx.now() - begin;
    }

    static std::vector<unsigned> first(unsigned count) {
        std::vector<unsigned> cpus(count);
        std::iota(cpus.begin(), cpus.end(), 0u);
        return cpus;
    }

 private:
    struct Member {
        Member(SimMachine& machine, unsigned index)
            : ring(2), probe(counters, ring, ProbeMode::Sampled, index + 1), ctx(machine, index, probe) {}
        WorkerCounters counters;
        SpscRing<Event> ring;
        WorkerProbe probe;
        Ctx ctx;
    };

    SimMachine machine_;
    std::unique_ptr<Arena> arena_;
    std::vector<std::unique_ptr<Member>> members_;
};

}  // namespace spinscope
