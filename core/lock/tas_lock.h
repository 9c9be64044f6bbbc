// SPDX-License-Identifier: GPL-3.0-or-later
// Test-and-test-and-set: L. Rudolph and Z. Segall, "Dynamic decentralized cache schemes for MIMD parallel
// processors", ISCA 1984. What Linux before 2.6.25 had in spirit: unfair, and kind to whoever's cache still
// holds the line.
#pragma once

#include <cstdint>

#include "core/lock/lock.h"

namespace spinscope {

/// Look until it is free, then try to be first. A released lock goes to whoever asks next, often to the one
/// that has just given it back.
template <Machine M>
class TasLock {
 public:
    using Node = NoNode;
    static constexpr bool kFair = false;

    explicit TasLock(std::span<Node>) {}

    void acquire(typename M::Ctx& ctx, Node&) {
        if (ctx.exchange(taken_, 1u) != 0) acquire_taken(ctx);
    }
    void release(typename M::Ctx& ctx, Node&) { ctx.publish(taken_, 0u); }

 private:
    [[gnu::noinline]] void acquire_taken(typename M::Ctx& ctx) {
        do {
            ctx.contended();
            ctx.spin_until(taken_, [](std::uint32_t taken) { return taken == 0; });
        } while (ctx.exchange(taken_, 1u) != 0);
    }

    typename M::template Atomic<std::uint32_t> taken_{0};
};

}  // namespace spinscope
