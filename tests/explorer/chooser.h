// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace spinscope {

/// CPUs that an explored machine may have.
inline constexpr unsigned kMostCpus = 8;

/// Who acts in an execution, by number: CPU i is agent i, its store buffer is agent kMostCpus + i and acts by
/// letting its oldest store reach memory.
using Agent = unsigned;
constexpr std::uint32_t bit_of(Agent agent) {
    return std::uint32_t{1} << agent;
}

/// A point of an execution at which more than one agent may act next; sets of agents as bits.
struct Situation {
    std::uint32_t enabled;
    std::uint32_t free;  ///< whose turn interrupts nobody; a part of `enabled`
    Agent usual;         ///< goes on where nobody interferes; free
};

/// Decides an execution: with the seed of the data it is all that tells two executions apart.
class Chooser {
 public:
    virtual ~Chooser() = default;
    /// The next to act, an enabled one.
    virtual Agent choose(const Situation& situation) = 0;
    /// Between two ways to wait, parked (false) or looking at every value.
    virtual bool coin() = 0;
    /// The agent spins politely: others should go first.
    virtual void gave_way(Agent) {}
};

}  // namespace spinscope
