// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace spinscope {

/// A field of a queue's shared memory.
struct LayoutField {
    std::string name;
    std::size_t line = 0;    ///< index into QueueLayout::lines: where it begins
    std::size_t offset = 0;  ///< bytes from there
    std::size_t size = 0;    ///< bytes; may reach over several lines
};

/// A cache line of it.
struct LayoutLine {
    std::string name;  ///< what is on it, as in the ledger of a simulated machine
    bool hot = false;  ///< written for every packet: it has the root lock, the queue or RUNNING
};

/// How a strategy's queue lies in memory, measured from a queue that was made for it. What each CPU has for
/// itself (the nodes of its locks) is left out.
struct QueueLayout {
    std::vector<LayoutField> fields;  ///< by address
    std::vector<LayoutLine> lines;    ///< 64 bytes each, by address; gaps between them are left out
};

/// Empty for a strategy without a queue of ours, or an unknown one.
QueueLayout layout_of(const std::string& strategy, const std::string& lock = {});

}  // namespace spinscope
