// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/explorer/priority_walk.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace spinscope {

PriorityWalk::PriorityWalk(std::uint64_t seed, unsigned depth, std::uint64_t length) : random_(seed) {
    std::iota(priorities_.begin(), priorities_.end(), 1);
    for (std::size_t i = priorities_.size(); i > 1; --i)
        std::swap(priorities_[i - 1], priorities_[random_.below(i)]);
    for (unsigned i = 1; i < depth; ++i)
        changes_.push_back(1 + random_.below(std::max<std::uint64_t>(length, 1)));
}

Agent PriorityWalk::choose(const Situation& situation) {
    ++point_;
    const Agent first = highest(situation.enabled);
    if (std::find(changes_.begin(), changes_.end(), point_) == changes_.end()) return first;
    gave_way(first);
    return highest(situation.enabled);
}

bool PriorityWalk::coin() {
    return random_.per_mille(500);
}

void PriorityWalk::gave_way(Agent agent) {
    priorities_[agent] = --lowest_;
}

Agent PriorityWalk::highest(std::uint32_t agents) const {
    auto best = static_cast<Agent>(std::countr_zero(agents));
    for (std::uint32_t rest = agents & (agents - 1); rest != 0; rest &= rest - 1) {
        const auto agent = static_cast<Agent>(std::countr_zero(rest));
        if (priorities_[agent] > priorities_[best]) best = agent;
    }
    return best;
}

}  // namespace spinscope
