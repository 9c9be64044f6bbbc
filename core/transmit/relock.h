// SPDX-License-Identifier: GPL-3.0-or-later
// Priority relock: E. Dumazet's "spinprio", netdev, March 2010, in the thread of A. Duyck's "net: add
// additional lock to qdisc to increase enqueue/dequeue fairness" (an idea, never merged).
#pragma once

#include <cstdint>
#include <span>

#include "core/lock/lock.h"

namespace spinscope {

/// A root lock is a lock and the way its owner takes it back after the device call.
/// Plain: like anybody else, behind all who wait already.
template <Machine M, template <class> class L>
class PlainRelock {
 public:
    using Inner = L<M>;
    using Node = typename Inner::Node;

    explicit PlainRelock(std::span<Node> nodes) : lock_(nodes) {}
    void acquire(typename M::Ctx& ctx, Node& node) { lock_.acquire(ctx, node); }
    void reacquire(typename M::Ctx& ctx, Node& node) { lock_.acquire(ctx, node); }
    void release(typename M::Ctx& ctx, Node& node) { lock_.release(ctx, node); }

 private:
    Inner lock_;
};

/// Priority: the owner raises a flag, and a producer that gets the lock while it is up gives it back. Over a
/// FIFO lock this saves no handoff, only the work inside; over an unfair one the owner really comes first.
/// The flag is no counter: at most one owner. Flag and lock share a line, as posted.
template <Machine M, template <class> class L>
class PriorityRelock {
 public:
    using Inner = L<M>;
    using Node = typename Inner::Node;

    explicit PriorityRelock(std::span<Node> nodes) : lock_(nodes) {}
    void acquire(typename M::Ctx& ctx, Node& node) {
        for (;;) {
            lock_.acquire(ctx, node);
            if (ctx.load(priority_) == 0) return;
            ctx.contended();
            ctx.probe().bounced();
            lock_.release(ctx, node);
            ctx.relax();
        }
    }
    void reacquire(typename M::Ctx& ctx, Node& node) {
        ctx.store(priority_, 1u);  // ordered before the lock's first read-modify-write
        lock_.acquire(ctx, node);
        ctx.store(priority_, 0u);
    }
    void release(typename M::Ctx& ctx, Node& node) { lock_.release(ctx, node); }

 private:
    Inner lock_;
    typename M::template Atomic<std::uint32_t> priority_{0};
};

}  // namespace spinscope
