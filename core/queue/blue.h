// SPDX-License-Identifier: GPL-3.0-or-later
// W. Feng, D. Kandlur, D. Saha, K. Shin, "The BLUE active queue management algorithms", 2002; with the
// constants and the moments of Linux sch_cake.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/machine/machine.h"

namespace spinscope {

/// Drops at random, with a probability that goes up at an overflow and down when the queue was found empty. A
/// sender that does not slow down keeps the queue from ever being empty: then it stays up.
template <Machine M>
class Blue {
    using Ctx = typename M::Ctx;

 public:
    /// A probability as a share of 2^32, as the kernel has it; all ones drop (nearly) everything.
    using Probability = std::uint32_t;
    static constexpr Probability kUp = 1u << 24;    ///< 1/256
    static constexpr Probability kDown = 1u << 20;  ///< 1/4096

    /// Of one queue; under its lock.
    struct State {
        typename M::template Var<Probability> probability{};
        typename M::template Var<std::uint64_t> changed_at{};  ///< ns
    };

    /// It changes once in `target_ns` at most, and never gets above `most`.
    Blue(std::uint64_t target_ns, Probability most) : target_ns_(target_ns), most_(most) {}

    void overflowed(Ctx& ctx, State& state, std::uint64_t now) {
        if (!may_change(ctx, state, now)) return;
        const Probability before = ctx.get(state.probability);
        ctx.set(state.probability, before < most_ - std::min(kUp, most_) ? before + kUp : most_);
        ctx.set(state.changed_at, now);
    }
    void found_empty(Ctx& ctx, State& state, std::uint64_t now) {
        const Probability before = ctx.get(state.probability);
        if (before == 0 || !may_change(ctx, state, now)) return;
        ctx.set(state.probability, before - std::min(kDown, before));
        ctx.set(state.changed_at, now);
    }

 private:
    bool may_change(Ctx& ctx, State& state, std::uint64_t now) {
        return now > ctx.get(state.changed_at) + target_ns_;
    }

    const std::uint64_t target_ns_;
    const Probability most_;
};

}  // namespace spinscope
