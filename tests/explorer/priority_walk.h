// SPDX-License-Identifier: GPL-3.0-or-later
// S. Burckhardt, P. Kothari, M. Musuvathi, S. Nagarakatte, "A randomized scheduler with probabilistic
// guarantees of finding bugs" (PCT), ASPLOS 2010.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tests/explorer/chooser.h"
#include "tests/support/random.h"

namespace spinscope {

/// Always the agent of the highest priority; priorities are drawn at the start, and at `depth` - 1 points
/// somewhere in the execution the one that acts falls below all others. A bug that needs `depth` orderings is
/// found with a chance of at least 1 / (agents * length^(depth - 1)) an execution.
class PriorityWalk final : public Chooser {
 public:
    /// `length`: points of a typical execution.
    PriorityWalk(std::uint64_t seed, unsigned depth, std::uint64_t length);
    Agent choose(const Situation& situation) override;
    bool coin() override;
    void gave_way(Agent agent) override;

 private:
    Agent highest(std::uint32_t agents) const;

    Random random_;
    std::array<std::int64_t, 2 * kMostCpus> priorities_;
    std::vector<std::uint64_t> changes_;
    std::uint64_t point_ = 0;
    std::int64_t lowest_ = 0;
};

}  // namespace spinscope
