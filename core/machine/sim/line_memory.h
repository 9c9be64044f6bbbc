// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/machine/arena.h"
#include "core/machine/sim/event_queue.h"

namespace spinscope {

enum class LineState : std::uint8_t {
    Cold,       ///< in memory only
    Exclusive,  ///< with its owner alone, written or not
    Pair,       ///< with its last owner and one reader
    Shared,     ///< with a set of cores
};

/// What the model knows of one cache line; all zero is a line nobody has touched.
struct Line {
    Picoseconds busy;          ///< the next request is served from then on
    Picoseconds fills;         ///< reads on their way end by then; front-side bus only
    std::uint32_t sharers;     ///< index of the set of cores, while Shared
    std::uint32_t waiters;     ///< index of the list of those that wait on a word in here; 0 = nobody
    std::uint16_t last_owner;  ///< worker that had it for itself last
    std::uint16_t reader;      ///< the other one of a Pair
    std::uint16_t label;       ///< what the ledger calls it
    LineState state;
};

/// The arenas of one machine in one reserved range of addresses, and a Line for each 64 bytes of it. The
/// place of an object in the range, and so everything the model does, does not depend on where the range
/// lies.
class LineMemory {
 public:
    LineMemory();
    ~LineMemory();
    LineMemory(const LineMemory&) = delete;
    LineMemory& operator=(const LineMemory&) = delete;

    /// Zeroed memory; `released(first, count)` is told of its lines before they are gone. Throws
    /// std::bad_alloc when the range is used up.
    std::unique_ptr<Arena> make_arena(std::size_t bytes, unsigned node,
                                      std::function<void(std::uint32_t, std::uint32_t)> released);

    /// Number of the line of that address, from 1; 0 = not in an arena.
    std::uint32_t line_of(const void* address) const {
        const std::size_t offset =
            reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(begin_);
        return offset < used_ ? static_cast<std::uint32_t>(offset / 64) : 0;
    }
    Line& operator[](std::uint32_t line) { return lines_[line]; }
    const Line& operator[](std::uint32_t line) const { return lines_[line]; }
    /// NUMA node of the line's memory.
    unsigned node_of(std::uint32_t line) const;

 private:
    struct Range {
        std::size_t begin;  ///< bytes from the start
        std::size_t end;
        unsigned node;
    };
    void release(std::size_t begin, std::size_t bytes);

    std::byte* begin_;
    Line* lines_;
    std::size_t used_;              ///< bytes that were ever handed out
    std::vector<Range> allocated_;  ///< by address
};

}  // namespace spinscope
