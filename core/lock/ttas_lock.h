// SPDX-License-Identifier: GPL-3.0-or-later
// Spin on read with exponential backoff: T. Anderson, "The performance of spin lock alternatives for
// shared-memory multiprocessors", IEEE TPDS 1(1), 1990.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/lock/lock.h"

namespace spinscope {

/// Look until it is free, try, and who loses steps back for twice as long as the last time: fewer tries meet,
/// and a release finds fewer of them at the door. Nobody's turn is kept.
template <Machine M>
class TtasLock {
 public:
    using Node = NoNode;
    static constexpr bool kFair = false;

    explicit TtasLock(std::span<Node>) {}

    void acquire(typename M::Ctx& ctx, Node&) {
        if (ctx.load(taken_) != 0 || ctx.exchange(taken_, 1u) != 0) acquire_taken(ctx);
    }
    void release(typename M::Ctx& ctx, Node&) { ctx.publish(taken_, 0u); }

 private:
    static constexpr unsigned kShortest = 4;  ///< pauses
    static constexpr unsigned kLongest = 256;

    [[gnu::noinline]] void acquire_taken(typename M::Ctx& ctx) {
        ctx.contended();
        for (unsigned pauses = kShortest;; pauses = std::min(2 * pauses, kLongest)) {
            ctx.spin_until(taken_, [](std::uint32_t taken) { return taken == 0; });
            if (ctx.exchange(taken_, 1u) == 0) return;
            for (unsigned i = 0; i < pauses; ++i) ctx.relax();
        }
    }

    typename M::template Atomic<std::uint32_t> taken_{0};
};

}  // namespace spinscope
