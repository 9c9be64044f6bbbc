// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace spinscope {

/// Stacks of fibers with a guard page below, kept for reuse until the program ends: most of a short run would
/// be mmap. Thread-safe.
struct FiberStacks {
    static std::size_t size();
    /// The lowest address of `size()` bytes. Throws std::bad_alloc.
    static std::byte* take();
    static void give_back(std::byte* stack);
};

}  // namespace spinscope
