// SPDX-License-Identifier: GPL-3.0-or-later
// S. Hemminger's "greedy" ticket lock, netdev, May 2010, in the thread of the busylock patch: an idea, never
// posted as code. A ticket lock has no free state that could be grabbed: the turn is lent by whoever
// releases. This way of doing it is our own; the schedule explorer has searched it (tests/explorer).
#pragma once

#include <cstdint>

#include "core/lock/lock.h"

namespace spinscope {

/// A ticket lock whose owner does not stand in line: the next release lends it the turn that would have been
/// passed on, and the owner's own release passes it on in the lender's place. Everybody else is served first
/// come, first served, one turn later. At most one worker at a time may reacquire.
template <Machine M>
class GreedyTicketLock {
 public:
    /// The flag is the first node's, a line away from the one that everybody spins on.
    struct alignas(64) Node {
        typename M::template Atomic<std::uint32_t> flag{0};
        bool borrowed = false;  ///< this worker has the lock by a lent turn
    };
    static constexpr bool kFair = true;

    /// At least one node.
    explicit GreedyTicketLock(std::span<Node> nodes) : flag_(nodes.front().flag) {}

    void acquire(typename M::Ctx& ctx, Node&) {
        const std::uint32_t drawn = ctx.fetch_add(word_, kNext);
        const std::uint32_t mine = drawn >> 16;
        if (serving(drawn) == mine) return;
        ctx.spin_until(word_, [mine](std::uint32_t word) { return serving(word) == mine; });
    }

    void reacquire(typename M::Ctx& ctx, Node& node) {
        if (take_free(ctx)) return;
        borrow(ctx, node);
    }

    void release(typename M::Ctx& ctx, Node& node) {
        if (node.borrowed) {
            node.borrowed = false;
        } else if (ctx.load(flag_) == kWaiting) {
            // Nobody but us can end this wait, so a store will do.
            ctx.store(flag_, kLent);
            return;
        }
        pass_on(ctx);
    }

 protected:
    static constexpr std::uint32_t kNext = 1u << 16;  ///< next ticket above, ticket being served below
    static constexpr std::uint32_t kNobody = 0;
    static constexpr std::uint32_t kWaiting = 1;
    static constexpr std::uint32_t kLent = 2;

    static constexpr std::uint32_t serving(std::uint32_t word) { return word & 0xffff; }

    void pass_on(typename M::Ctx& ctx) {
        const std::uint32_t word = ctx.load(word_);
        ctx.publish_low16(word_, static_cast<std::uint16_t>(serving(word) + 1));
    }

    /// Draws a ticket if it is served at once.
    bool take_free(typename M::Ctx& ctx) {
        const std::uint32_t word = ctx.load(word_);
        return word >> 16 == serving(word) && ctx.compare_exchange(word_, word, word + kNext);
    }

    [[gnu::noinline]] void borrow(typename M::Ctx& ctx, Node& node) {
        ctx.contended();
        ctx.exchange(flag_, kWaiting);
        for (;;) {
            if (ctx.load(flag_) == kLent) {
                node.borrowed = true;
                break;
            }
            // The last holder may have gone between our first look and the flag: nobody would lend.
            if (take_free(ctx)) break;
            ctx.relax();
        }
        ctx.store(flag_, kNobody);
    }

    typename M::template Atomic<std::uint32_t> word_{0};
    typename M::template Atomic<std::uint32_t>& flag_;
};

}  // namespace spinscope
