// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>

#include "core/lock/library_lock.h"

namespace spinscope {

/// The C++ library's: with glibc a futex word; waiters sleep in the kernel at once.
class StdMutex {
 public:
    using Node = NoNode;
    static constexpr bool kFair = false;
    bool try_lock(Node&) { return mutex_.try_lock(); }
    void lock(Node&) { mutex_.lock(); }
    void unlock(Node&) { mutex_.unlock(); }

 private:
    std::mutex mutex_;
};

template <Machine M>
using StdMutexLock = LibraryLock<M, StdMutex>;

}  // namespace spinscope
