// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/probe/worker_probe.h"

namespace spinscope {

/// Contexts of one machine with all that belongs to them; the last one is the control.
template <class M>
class Team {
 public:
    using Ctx = typename M::Ctx;

    Team(M& machine, unsigned workers, std::uint64_t seed = 1, ProbeMode mode = ProbeMode::Full)
        : machine_(machine) {
        for (unsigned i = 0; i <= workers; ++i) {
            members_.push_back(std::make_unique<Member>(machine, i, mode, seed));
            contexts_.push_back(&members_.back()->ctx);
        }
    }

    unsigned workers() const { return static_cast<unsigned>(members_.size()) - 1; }
    Ctx& control() { return *contexts_.back(); }
    std::span<Ctx* const> worker_contexts() const { return std::span(contexts_).first(workers()); }
    WorkerCounters& counters(unsigned i) { return members_[i]->counters; }
    SpscRing<Event>& ring(unsigned i) { return members_[i]->ring; }

    /// Every worker runs `work`, the control runs `control`. Empty = well, else what the machine says.
    std::string run(const std::function<void(Ctx&)>& work, const std::function<void(Ctx&)>& control) {
        return machine_.run(contexts_,
                            [&](Ctx& ctx) { ctx.worker() == workers() ? control(ctx) : work(ctx); });
    }
    std::string run(const std::function<void(Ctx&)>& work) { return machine_.run(worker_contexts(), work); }

 private:
    struct Member {
        Member(M& machine, unsigned index, ProbeMode mode, std::uint64_t seed)
            : ring(mode == ProbeMode::Full ? 4096 : 2),
              probe(counters, ring, mode, seed + index),
              ctx(machine, index, probe) {}
        WorkerCounters counters;
        SpscRing<Event> ring;
        WorkerProbe probe;
        Ctx ctx;
    };

    M& machine_;
    std::vector<std::unique_ptr<Member>> members_;
    std::vector<Ctx*> contexts_;
};

}  // namespace spinscope
