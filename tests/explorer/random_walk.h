// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/explorer/chooser.h"
#include "tests/support/random.h"

namespace spinscope {

/// Anybody may go on at each point, with a chance that the seed draws: bugs differ in what brings them out, a
/// switch at each step or long stretches of one agent.
class RandomWalk final : public Chooser {
 public:
    explicit RandomWalk(std::uint64_t seed);
    Agent choose(const Situation& situation) override;
    bool coin() override;

 private:
    Random random_;
    unsigned switch_chance_;  ///< per mille and point
};

}  // namespace spinscope
