// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/machine/sim/distance.h"
#include "core/topology/topology.h"

namespace spinscope {

/// What handing a word from one CPU to another and back takes, one way, in ns.
struct PairLatency {
    unsigned a = 0;  ///< os indices
    unsigned b = 0;
    Distance distance{};
    std::vector<double> rounds;  ///< as measured, in the order of time
};

struct Spread {
    double median = 0;
    double low = 0;   ///< a tenth of the values is below
    double high = 0;  ///< a tenth is above
};
/// Nothing where nothing was measured.
std::optional<Spread> spread_of(std::vector<double> values);

struct HostMatrix {
    std::vector<unsigned> cpus;         ///< os indices, in machine order
    std::vector<PairLatency> pairs;     ///< those that were measured at least once
    std::size_t possible_pairs = 0;     ///< of these CPUs; more than `pairs` where there was no time for all
    std::vector<std::string> refusals;  ///< why a CPU could not be measured
    bool partial = false;               ///< stopped before its end

    /// Over all rounds of all pairs at this distance.
    std::optional<Spread> at(Distance distance) const;
};

/// Measures pairs of the CPUs this process may use: two pinned threads change one word in turns by
/// compare-and-swap. One round is short, and rounds go over all pairs before the next round, in a seeded
/// order, so that a disturbance meets all pairs alike. Ends after `limit_s`, with as many pairs as there was
/// time for (at least three rounds of each). `progress` is told the share done, from 0 to 1, on this thread.
HostMatrix measure_matrix(const Topology& topology, double limit_s, const std::stop_token& stop,
                          const std::function<void(double)>& progress);

}  // namespace spinscope
