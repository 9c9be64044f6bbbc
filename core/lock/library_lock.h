// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <span>

#include "core/lock/lock.h"

namespace spinscope {

/// A lock of another library: something that is tried and taken by threads, with what each of them brings.
template <class Mutex>
concept LibraryMutex = requires(Mutex& mutex, typename Mutex::Node& node) {
    { mutex.try_lock(node) } -> std::same_as<bool>;
    mutex.lock(node);
    mutex.unlock(node);
    { Mutex::kFair } -> std::convertible_to<bool>;
};

/// Such a lock in our terms: tried first, so that a wait is told from none. For machines of threads only.
///
/// How a waiter waits is the library's affair: the waiting policy does not reach it, and it cannot be
/// hurried. Whoever comes while somebody hurries does not begin such a wait, but tries and gives its CPU away
/// in turn; so a stop is late by the waits that have begun, each as long as those before it hold the lock.
template <Machine M, LibraryMutex Mutex>
class LibraryLock {
 public:
    using Node = typename Mutex::Node;
    static constexpr bool kFair = Mutex::kFair;

    explicit LibraryLock(std::span<Node>) {}

    void acquire(typename M::Ctx& ctx, Node& node) {
        if (!mutex_.try_lock(node)) acquire_taken(ctx, node);
    }
    void release(typename M::Ctx&, Node& node) { mutex_.unlock(node); }

 private:
    [[gnu::noinline]] void acquire_taken(typename M::Ctx& ctx, Node& node) {
        ctx.contended();
        if (!ctx.urgent()) return mutex_.lock(node);
        while (!mutex_.try_lock(node)) ctx.relax();
    }

    Mutex mutex_;
};

}  // namespace spinscope
