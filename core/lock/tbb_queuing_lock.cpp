// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/tbb_queuing_lock.h"

#include <oneapi/tbb/queuing_mutex.h>

#include <new>
#include <type_traits>

namespace spinscope {
namespace {

using Mutex = tbb::queuing_mutex;
using Scope = Mutex::scoped_lock;

Mutex& mutex_in(std::byte* memory) {
    return *std::launder(reinterpret_cast<Mutex*>(memory));
}

}  // namespace

TbbQueuingMutex::TbbQueuingMutex() {
    static_assert(sizeof(Mutex) <= sizeof mutex_ && alignof(Mutex) <= alignof(void*));
    static_assert(std::is_trivially_destructible_v<Mutex>);
    new (mutex_) Mutex;
}
// A scoped_lock lives from lock to unlock.
bool TbbQueuingMutex::try_lock(Node& node) {
    static_assert(sizeof(Scope) <= sizeof node.scoped_lock && alignof(Scope) <= alignof(Node));
    auto* scope = new (node.scoped_lock) Scope;
    return scope->try_acquire(mutex_in(mutex_));
}
void TbbQueuingMutex::lock(Node& node) {
    auto* scope = new (node.scoped_lock) Scope;
    scope->acquire(mutex_in(mutex_));
}
void TbbQueuingMutex::unlock(Node& node) {
    std::launder(reinterpret_cast<Scope*>(node.scoped_lock))->release();
}

}  // namespace spinscope
