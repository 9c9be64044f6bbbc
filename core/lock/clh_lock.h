// SPDX-License-Identifier: GPL-3.0-or-later
// T. Craig, "Building FIFO and priority-queuing spin locks from atomic swap", Univ. of Washington TR
// 93-02-02, 1993; P. Magnusson, A. Landin and E. Hagersten, "Queue locks on cache coherent multiprocessors",
// IPPS 1994.
#pragma once

#include <cstdint>

#include "core/lock/lock.h"

namespace spinscope {

/// A queue of waiters as MCS, but each spins on the cell of the one before it, which it keeps for its next
/// turn: no successor to look for at the release.
template <Machine M>
class ClhLock {
    struct alignas(64) Cell {
        typename M::template Atomic<std::uint32_t> held{0};
    };

 public:
    struct alignas(64) Node {
        Cell own;
        Cell spare;              ///< the first node's is what the lock begins with
        Cell* mine = nullptr;    ///< the cell of this turn; null = `own`
        Cell* before = nullptr;  ///< the one it waited on
    };
    static constexpr bool kFair = true;

    /// At least one node.
    explicit ClhLock(std::span<Node> nodes) : tail_{&nodes.front().spare} {}

    void acquire(typename M::Ctx& ctx, Node& node) {
        if (node.mine == nullptr) node.mine = &node.own;
        ctx.store(node.mine->held, 1u);
        node.before = ctx.exchange(tail_, node.mine);
        ctx.spin_until(node.before->held, [](std::uint32_t held) { return held == 0; });
    }
    void release(typename M::Ctx& ctx, Node& node) {
        // The cell is the next waiter's from this store on; what is ours from now on was the one before's.
        Cell& mine = *node.mine;
        node.mine = node.before;
        ctx.publish(mine.held, 0u);
    }

 private:
    typename M::template Atomic<Cell*> tail_;
};

}  // namespace spinscope
