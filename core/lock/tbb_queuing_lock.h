// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "core/lock/library_lock.h"

namespace spinscope {

/// oneTBB's queuing_mutex, behind calls: its headers are heavy. An MCS queue; a waiter pauses, longer each
/// time, and soon yields.
class TbbQueuingMutex {
 public:
    /// Room for the library's scoped_lock, which is the queue's node.
    struct alignas(64) Node {
        std::byte scoped_lock[64]{};
    };
    static constexpr bool kFair = true;
    TbbQueuingMutex();
    bool try_lock(Node& node);
    void lock(Node& node);
    void unlock(Node& node);

 private:
    alignas(void*) std::byte mutex_[sizeof(void*)];
};

template <Machine M>
using TbbQueuingLock = LibraryLock<M, TbbQueuingMutex>;

}  // namespace spinscope
