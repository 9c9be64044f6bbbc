// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pthread.h>

#include "core/lock/library_lock.h"

namespace spinscope {

/// The C library's: test-and-test-and-set without any backoff; a waiter never gives its CPU away.
class PthreadSpinMutex {
 public:
    using Node = NoNode;
    static constexpr bool kFair = false;
    PthreadSpinMutex() { pthread_spin_init(&lock_, PTHREAD_PROCESS_PRIVATE); }
    bool try_lock(Node&) { return pthread_spin_trylock(&lock_) == 0; }
    void lock(Node&) { pthread_spin_lock(&lock_); }
    void unlock(Node&) { pthread_spin_unlock(&lock_); }

 private:
    pthread_spinlock_t lock_{};
};

template <Machine M>
using PthreadSpinLock = LibraryLock<M, PthreadSpinMutex>;

}  // namespace spinscope
