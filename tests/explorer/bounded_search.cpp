// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/explorer/bounded_search.h"

#include <bit>

namespace spinscope {

Agent BoundedSearch::choose(const Situation& situation) {
    const std::uint32_t affordable = spent_ < bound_ ? situation.enabled : situation.free;
    const std::uint32_t others = affordable & ~bit_of(situation.usual);
    if (others == 0) return situation.usual;
    if (at_ == path_.size()) path_.push_back({others, situation.free, spent_, situation.usual});
    const Fork& fork = path_[at_++];
    spent_ += price(fork);
    return fork.taken;
}

void BoundedSearch::repeat() {
    at_ = 0;
    spent_ = 0;
}

bool BoundedSearch::advance() {
    repeat();
    while (!path_.empty() && path_.back().untried == 0) path_.pop_back();
    if (path_.empty()) return false;
    Fork& fork = path_.back();
    fork.taken = static_cast<Agent>(std::countr_zero(fork.untried));
    fork.untried &= fork.untried - 1;
    return true;
}

}  // namespace spinscope
