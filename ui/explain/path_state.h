// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "core/base/strategy_info.h"
#include "core/metrics/history.h"
#include "core/metrics/snapshot.h"

namespace spinscope {

/// Where packets spent their time lately: what the diagram of the Explain panel shows. What is not known is
/// nothing, never 0.
struct PathState {
    std::optional<StrategyInfo> strategy;  ///< nothing before one is known
    bool has_list() const { return strategy && strategy->gate == "llist"; }
    bool has_gate() const { return strategy && strategy->gate != "none" && strategy->gate != "-"; }
    bool has_root_lock() const { return strategy && strategy->lock != "none" && strategy->lock != "-"; }

    bool measured = false;  ///< the rest means something
    unsigned queues = 1;
    std::vector<unsigned> cpus;     ///< of each worker
    std::vector<bool> owner;        ///< of each worker, at the newest snapshot
    std::vector<float> own;         ///< of each worker, share of the time
    double gate_wait = 0;           ///< mean share of a worker's time
    double root_wait = 0;           ///< the same, root lock and its relock
    std::optional<double> held;     ///< share of the time in which a root lock is held, mean over the queues
    std::optional<double> owned;    ///< in which a queue has an owner
    std::optional<double> busy;     ///< in which a device queue is called
    std::optional<double> xmit_ns;  ///< of one packet in the device
    std::uint64_t least = 0;        ///< packets offered and not yet sent or dropped: the fewest and the most
    std::uint64_t most = 0;
    std::optional<double> packets_a_flush;    ///< that one producer brought in, where the gate is a list
    std::optional<double> handoffs_a_packet;  ///< of the root lock
};

/// Follows a run and says its PathState over the last second, or since the last switch.
class PathMeter {
 public:
    /// Every snapshot, or the newest of several.
    void add(const Snapshot& snapshot);
    /// `snapshot` is the newest; `history` has it.
    PathState state(const Snapshot& snapshot, const History& history) const;

 private:
    struct Counts {
        double at_s;
        std::uint64_t transmitted;
        std::uint64_t arrived;  ///< offered and not refused by the list
        std::uint64_t handoffs;
        std::uint64_t entries;  ///< root lock taken other than by a relock
        std::uint64_t in_transit;
    };
    std::deque<Counts> counts_;
    const RunInfo* run_ = nullptr;
    std::size_t marks_ = 0;
};

/// The CPUs that own a queue at the newest snapshot, at most so many of them, then "+7".
std::vector<std::string> owner_names(const PathState& state, std::size_t most);

}  // namespace spinscope
