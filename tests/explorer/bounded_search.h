// SPDX-License-Identifier: GPL-3.0-or-later
// M. Musuvathi and S. Qadeer, "Iterative context bounding for systematic testing of multithreaded programs",
// PLDI 2007.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/explorer/chooser.h"

namespace spinscope {

/// Depth first through every execution with at most `bound` interferences: an agent that could go on is
/// interrupted, or a store is held back in its buffer. Who goes on after one that waits is free. One object
/// for all executions of a search.
class BoundedSearch final : public Chooser {
 public:
    explicit BoundedSearch(unsigned bound) : bound_(bound) {}
    Agent choose(const Situation& situation) override;
    /// Every waiter parks: what it misses by that, a wake-up that is not sent, is the likelier bug.
    bool coin() override { return false; }

    /// Prepares the last execution once more.
    void repeat();
    /// Prepares the next execution. False = there is none left.
    bool advance();

 private:
    struct Fork {
        std::uint32_t untried;
        std::uint32_t free;
        unsigned spent;  ///< before this
        Agent taken;
    };
    unsigned price(const Fork& fork) const { return (fork.free & bit_of(fork.taken)) == 0; }

    const unsigned bound_;
    std::vector<Fork> path_;
    std::size_t at_ = 0;
    unsigned spent_ = 0;
};

}  // namespace spinscope
