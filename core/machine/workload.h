// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/base/experiment.h"
#include "core/machine/machine.h"

namespace spinscope {

/// One scenario at work on one machine: what each worker does between two packet boundaries. All that the
/// engine knows of a scenario.
template <Machine M>
class Workload {
 public:
    using Ctx = typename M::Ctx;

    virtual ~Workload() = default;
    /// Worker: one packet, or one wait for room. Called online, with nothing held; returns at a packet
    /// boundary.
    virtual void step(Ctx& ctx) = 0;
    /// Control: wakes the worker from a wait inside step() or at the end of its work.
    virtual void kick(Ctx& control, unsigned worker) = 0;

    // Control, while every worker is offline or held at the barrier:
    /// Replaces the strategy and moves what is queued, in order. `workers` are their contexts, for what they
    /// have scheduled. Returns how many packets are missing afterwards: 0 unless something is wrong. Throws
    /// UsageError, with nothing changed, for options that make no sense.
    virtual std::uint64_t switch_strategy(Ctx& control, const std::string& strategy, const Options& options,
                                          std::span<Ctx* const> workers) = 0;
    /// Packets inside, exactly.
    virtual std::uint64_t queued(Ctx& control) = 0;

    // Any thread:
    /// Packets of the worker's own that the device took.
    virtual std::uint64_t completed(unsigned worker) const = 0;
    /// True when --count is used up and nothing is on the way any more.
    virtual bool finished() const = 0;
};

}  // namespace spinscope
