// SPDX-License-Identifier: GPL-3.0-or-later
// The spinlock of Linux since 4.2 (2015; W. Long, P. Zijlstra): an MCS queue folded into one 32-bit word,
// with a pending bit that spares the second CPU a queue node.
#pragma once

#include <cstdint>

#include "core/lock/lock.h"

namespace spinscope {

/// The word: bits 0-7 locked, bit 8 pending, bits 16-31 the tail (worker + 1, 0 = no queue). At most two
/// workers spin on the word, the pending one or the head of the queue; the others spin on their own nodes.
/// FIFO but for that one pending slot.
template <Machine M>
class QSpinLock {
 public:
    struct alignas(64) Node {
        typename M::template Atomic<Node*> next{nullptr};
        typename M::template Atomic<std::uint32_t> head{0};
    };
    static constexpr bool kFair = true;

    explicit QSpinLock(std::span<Node> nodes) : nodes_(nodes.data()) {}

    void acquire(typename M::Ctx& ctx, Node& mine) {
        if (!ctx.compare_exchange(word_, 0u, kLocked)) acquire_taken(ctx, mine);
    }
    void release(typename M::Ctx& ctx, Node&) { ctx.publish_low8(word_, 0); }

 private:
    static constexpr std::uint32_t kLocked = 1;
    static constexpr std::uint32_t kLockedMask = 0xff;
    static constexpr std::uint32_t kPending = 0x100;
    static constexpr std::uint32_t kTailShift = 16;

    [[gnu::noinline]] void acquire_taken(typename M::Ctx& ctx, Node& mine) {
        ctx.contended();
        if (!acquire_pending(ctx)) acquire_queued(ctx, mine);
    }

    /// The way of the second worker. False = others are ahead: queue.
    bool acquire_pending(typename M::Ctx& ctx) {
        // Pending alone is a handover about to be finished: wait for it, but not for ever.
        std::uint32_t word = ctx.load(word_);
        for (unsigned looks = 0; word == kPending && looks < 512; ++looks) {
            ctx.relax();
            word = ctx.load(word_);
        }
        if ((word & ~kLockedMask) != 0) return false;
        word = ctx.fetch_or(word_, kPending);
        if ((word & ~kLockedMask) != 0) {
            // Others came in between. The bit is ours to take back only if we have set it, and the head of
            // the queue may have gone to sleep on it.
            if ((word & kPending) == 0) {
                ctx.fetch_and(word_, ~kPending);
                ctx.wake(word_);
            }
            return false;
        }
        ctx.spin_until(word_, [](std::uint32_t value) { return (value & kLockedMask) == 0; });
        ctx.store_low16(word_, kLocked);  // pending -> locked in one store
        return true;
    }

    void acquire_queued(typename M::Ctx& ctx, Node& mine) {
        ctx.store(mine.head, 0u);
        ctx.store(mine.next, nullptr);
        const auto tail = static_cast<std::uint16_t>(ctx.worker() + 1);
        const std::uint16_t before = ctx.exchange_high16(word_, tail);
        if (before != 0) {
            ctx.publish(nodes_[before - 1].next, &mine);
            ctx.spin_until(mine.head, [](std::uint32_t head) { return head != 0; });
        }
        // Head of the queue: wait until neither a holder nor a pending worker is left.
        const std::uint32_t word = ctx.spin_until(
            word_, [](std::uint32_t value) { return (value & (kLockedMask | kPending)) == 0; });
        const std::uint32_t only_me = std::uint32_t{tail} << kTailShift;
        if (word == only_me && ctx.compare_exchange(word_, only_me, kLocked)) return;
        ctx.fetch_or(word_, kLocked);
        Node* successor = ctx.load(mine.next);
        while (successor == nullptr) {
            ctx.relax();
            successor = ctx.load(mine.next);
        }
        ctx.publish(successor->head, 1u);
    }

    typename M::template Atomic<std::uint32_t> word_{0};
    Node* nodes_;
};

}  // namespace spinscope
