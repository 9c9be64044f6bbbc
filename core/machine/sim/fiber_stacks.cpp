// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/sim/fiber_stacks.h"

#include <sys/mman.h>
#include <unistd.h>

#include <mutex>
#include <new>
#include <vector>

#include "core/base/sanitizers.h"

#if defined(SPINSCOPE_ASAN)
#include <sanitizer/asan_interface.h>
#endif

namespace spinscope {
namespace {

#if defined(SPINSCOPE_ASAN) || defined(SPINSCOPE_TSAN)
constexpr std::size_t kBytes = std::size_t{256} << 10;
#else
constexpr std::size_t kBytes = std::size_t{64} << 10;
#endif

struct Pool {
    std::mutex mutex;
    std::vector<std::byte*> free;
};

/// Never destroyed: fibers of static objects may outlive it.
Pool& pool() {
    static Pool& instance = *new Pool;
    return instance;
}

std::byte* map_stack() {
    const auto guard = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void* memory = mmap(nullptr, guard + kBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    if (mprotect(memory, guard, PROT_NONE) != 0) {
        munmap(memory, guard + kBytes);
        throw std::bad_alloc();
    }
    return static_cast<std::byte*>(memory) + guard;
}

}  // namespace

std::size_t FiberStacks::size() {
    return kBytes;
}

std::byte* FiberStacks::take() {
    {
        const std::scoped_lock lock(pool().mutex);
        if (!pool().free.empty()) {
            std::byte* stack = pool().free.back();
            pool().free.pop_back();
            return stack;
        }
    }
    return map_stack();
}

void FiberStacks::give_back(std::byte* stack) {
#if defined(SPINSCOPE_ASAN)
    // An abandoned body leaves its red zones behind.
    __asan_unpoison_memory_region(stack, kBytes);
#endif
    const std::scoped_lock lock(pool().mutex);
    pool().free.push_back(stack);
}

}  // namespace spinscope
