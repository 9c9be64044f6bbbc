// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/sim/line_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace spinscope {
namespace {

/// Address space only: 1024 CPUs with 4096 packets each need half a GiB.
constexpr std::size_t kReserved = std::size_t{16} << 30;
constexpr std::size_t kLineBytes = kReserved / 64 * sizeof(Line);
/// Whole pages of memory are whole pages of lines too.
constexpr std::size_t kGranule = 8192;
static_assert(kGranule / 64 * sizeof(Line) % 4096 == 0);

std::byte* reserve(std::size_t bytes) {
    void* memory = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    return static_cast<std::byte*>(memory);
}

void open(void* memory, std::size_t bytes) {
    if (mprotect(memory, bytes, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
}

/// Zeroes it and gives the memory back.
void close(void* memory, std::size_t bytes) {
    constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    if (mmap(memory, bytes, PROT_NONE, kFlags, -1, 0) == MAP_FAILED) std::terminate();
}

}  // namespace

LineMemory::LineMemory() : begin_(reserve(kReserved)), used_(kGranule) {
    try {
        lines_ = reinterpret_cast<Line*>(reserve(kLineBytes));
    } catch (...) {
        munmap(begin_, kReserved);
        throw;
    }
    // Number 0 means no line: the first granule stays closed, but its numbers must not be mistaken.
    open(lines_, kGranule / 64 * sizeof(Line));
}

LineMemory::~LineMemory() {
    munmap(lines_, kLineBytes);
    munmap(begin_, kReserved);
}

std::unique_ptr<Arena> LineMemory::make_arena(std::size_t bytes, unsigned node,
                                              std::function<void(std::uint32_t, std::uint32_t)> released) {
    const std::size_t size = (std::max<std::size_t>(bytes, 1) + kGranule - 1) / kGranule * kGranule;
    // First fit; the number of arenas is that of the workers.
    std::size_t at = kGranule;
    auto before = allocated_.begin();
    for (; before != allocated_.end() && before->begin - at < size; ++before) at = before->end;
    if (at + size > kReserved) throw std::bad_alloc();
    std::byte* memory = begin_ + at;
    open(memory, size);
    open(lines_ + at / 64, size / 64 * sizeof(Line));
    allocated_.insert(before, {at, at + size, node});
    used_ = std::max(used_, at + size);
    return std::make_unique<Arena>(
        memory, bytes, [this, at, size, tell = std::move(released)](void*, std::size_t) {
            tell(static_cast<std::uint32_t>(at / 64), static_cast<std::uint32_t>(size / 64));
            release(at, size);
        });
}

void LineMemory::release(std::size_t begin, std::size_t bytes) {
    std::erase_if(allocated_, [begin](const Range& range) { return range.begin == begin; });
    close(begin_ + begin, bytes);
    close(lines_ + begin / 64, bytes / 64 * sizeof(Line));
}

unsigned LineMemory::node_of(std::uint32_t line) const {
    const std::size_t at = std::size_t{line} * 64;
    const auto after =
        std::upper_bound(allocated_.begin(), allocated_.end(), at,
                         [](std::size_t offset, const Range& range) { return offset < range.end; });
    return after == allocated_.end() ? 0 : after->node;
}

}  // namespace spinscope
