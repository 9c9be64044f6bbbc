// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "core/lock/library_lock.h"

namespace spinscope {

/// oneTBB's spin_mutex, behind calls: its headers are heavy. Test-and-set; a waiter pauses, longer each time,
/// and soon yields.
class TbbSpinMutex {
 public:
    using Node = NoNode;
    static constexpr bool kFair = false;
    TbbSpinMutex();
    bool try_lock(Node& node);
    void lock(Node& node);
    void unlock(Node& node);

 private:
    std::byte mutex_[1];
};

template <Machine M>
using TbbSpinLock = LibraryLock<M, TbbSpinMutex>;

}  // namespace spinscope
