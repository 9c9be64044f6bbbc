// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/tbb_spin_lock.h"

#include <oneapi/tbb/spin_mutex.h>

#include <new>
#include <type_traits>

namespace spinscope {
namespace {

using Mutex = tbb::spin_mutex;

Mutex& mutex_in(std::byte* memory) {
    return *std::launder(reinterpret_cast<Mutex*>(memory));
}

}  // namespace

TbbSpinMutex::TbbSpinMutex() {
    static_assert(sizeof(Mutex) <= sizeof mutex_ && alignof(Mutex) == 1);
    static_assert(std::is_trivially_destructible_v<Mutex>);
    new (mutex_) Mutex;
}
bool TbbSpinMutex::try_lock(Node&) {
    return mutex_in(mutex_).try_lock();
}
void TbbSpinMutex::lock(Node&) {
    mutex_in(mutex_).lock();
}
void TbbSpinMutex::unlock(Node&) {
    mutex_in(mutex_).unlock();
}

}  // namespace spinscope
