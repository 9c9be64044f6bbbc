// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <span>

#include "core/machine/machine.h"

namespace spinscope {

/// A lock is a template over its machine. `Node` is what one worker brings to it (a queue node); the nodes of
/// all workers are one array, indexed by worker, because some locks name a waiter by its number. How a waiter
/// waits is the machine's affair (spin_until), not the lock's.
///
/// What only a waiter does is a function of its own that is not inlined: its registers would else be saved
/// and its code fetched on the way of those who need not wait.
template <class L, class M>
concept Lock = Machine<M> && std::constructible_from<L, std::span<typename L::Node>> &&
    requires(L& lock, typename M::Ctx& ctx, typename L::Node& node) {
    lock.acquire(ctx, node);
    lock.release(ctx, node);
    { L::kFair } -> std::convertible_to<bool>;
};

/// For locks that need nothing of their workers.
struct NoNode {};

/// The four probe points around a lock.
template <class Ctx, class L>
[[gnu::always_inline]] inline void acquire(Ctx& ctx, L& lock, typename L::Node& node, Site site) {
    ctx.probe().acquire(site);
    lock.acquire(ctx, node);
    ctx.probe().acquired(ctx);
}
template <class Ctx, class L>
[[gnu::always_inline]] inline void release(Ctx& ctx, L& lock, typename L::Node& node, Site site) {
    ctx.probe().release(ctx);
    lock.release(ctx, node);
    ctx.probe().released(site);
}

}  // namespace spinscope
