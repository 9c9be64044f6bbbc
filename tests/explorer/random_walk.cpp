// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/explorer/random_walk.h"

#include <array>
#include <bit>

namespace spinscope {

RandomWalk::RandomWalk(std::uint64_t seed) : random_(seed) {
    constexpr std::array<unsigned, 4> kChances{1000, 500, 120, 30};
    switch_chance_ = kChances[random_.below(kChances.size())];
}

Agent RandomWalk::choose(const Situation& situation) {
    const bool interrupts = (situation.free & (situation.free - 1)) == 0;
    if (interrupts && !random_.per_mille(switch_chance_)) return situation.usual;
    std::uint32_t agents = situation.enabled;
    const auto skipped = random_.below(static_cast<unsigned>(std::popcount(agents)));
    for (std::uint64_t i = 0; i < skipped; ++i) agents &= agents - 1;
    return static_cast<Agent>(std::countr_zero(agents));
}

bool RandomWalk::coin() {
    return random_.per_mille(500);
}

}  // namespace spinscope
