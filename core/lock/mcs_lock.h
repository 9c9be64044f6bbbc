// SPDX-License-Identifier: GPL-3.0-or-later
// J. Mellor-Crummey and M. Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors",
// ACM TOCS 9(1), 1991.
#pragma once

#include <cstdint>

#include "core/lock/lock.h"

namespace spinscope {

/// A queue of waiters, each spinning on a line of its own: a handoff costs the same however many wait.
template <Machine M>
class McsLock {
 public:
    struct alignas(64) Node {
        typename M::template Atomic<Node*> next{nullptr};
        typename M::template Atomic<std::uint32_t> granted{0};
    };
    static constexpr bool kFair = true;

    explicit McsLock(std::span<Node>) {}

    void acquire(typename M::Ctx& ctx, Node& mine) {
        ctx.store(mine.next, nullptr);
        Node* before = ctx.exchange(tail_, &mine);
        if (before != nullptr) wait_behind(ctx, *before, mine);
    }
    void release(typename M::Ctx& ctx, Node& mine) {
        Node* successor = ctx.load(mine.next);
        if (successor == nullptr) {
            if (ctx.compare_exchange(tail_, &mine, nullptr)) return;
            successor = await_successor(ctx, mine);
        }
        ctx.publish(successor->granted, 1u);
    }

 protected:
    [[gnu::noinline]] static void wait_behind(typename M::Ctx& ctx, Node& before, Node& mine) {
        ctx.contended();
        ctx.store(mine.granted, 0u);
        ctx.publish(before.next, &mine);
        ctx.spin_until(mine.granted, [](std::uint32_t granted) { return granted != 0; });
    }
    /// Somebody has taken the tail and is about to link itself.
    [[gnu::noinline]] static Node* await_successor(typename M::Ctx& ctx, Node& mine) {
        for (;;) {
            Node* successor = ctx.load(mine.next);
            if (successor != nullptr) return successor;
            ctx.relax();
        }
    }

    typename M::template Atomic<Node*> tail_{nullptr};
};

}  // namespace spinscope
