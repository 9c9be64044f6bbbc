// SPDX-License-Identifier: GPL-3.0-or-later
// The FIFO spinlock of x86 Linux 2.6.25-4.1: commit 314cdbefd1fd (N. Piggin, 2008); D. Reed and R. Kanodia,
// "Synchronization with eventcounts and sequencers", CACM 22(2), 1979.
#pragma once

#include <cstdint>

#include "core/lock/lock.h"

namespace spinscope {

/// Draw a ticket, wait until it is served. Every waiter spins on the line that the holder writes, so each
/// handoff is fetched again by all of them.
template <Machine M>
class TicketLock {
 public:
    using Node = NoNode;
    static constexpr bool kFair = true;

    explicit TicketLock(std::span<Node>) {}
    /// A lock that has been taken `drawn` times already; for tests of the wrap.
    explicit TicketLock(std::uint32_t drawn) : next_(drawn), serving_(drawn) {}

    void acquire(typename M::Ctx& ctx, Node&) {
        const std::uint32_t mine = ctx.fetch_add(next_, 1u);
        ctx.spin_until(serving_, [mine](std::uint32_t serving) { return serving == mine; });
    }
    void release(typename M::Ctx& ctx, Node&) {
        // Only the holder writes `serving`, so this needs no read-modify-write.
        const std::uint32_t served = ctx.load(serving_);
        ctx.publish(serving_, served + 1);
    }

 private:
    typename M::template Atomic<std::uint32_t> next_{0};
    typename M::template Atomic<std::uint32_t> serving_{0};
};

}  // namespace spinscope
