// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/machine/sim/distance.h"
#include "core/topology/topology.h"

namespace spinscope {

/// Where a simulated CPU is, in numbers from 0 that only say same or other.
struct CpuPlace {
    std::uint16_t core = 0;
    std::uint16_t cluster = 0;  ///< a core of an undivided package is a cluster of its own
    std::uint16_t socket = 0;
    std::uint16_t node = 0;  ///< NUMA node, os index
};

/// The workers' CPUs, in worker order.
struct CpuMap {
    std::vector<CpuPlace> places;
    unsigned cores = 0;
    unsigned clusters = 0;
    unsigned sockets = 0;
};

/// Places `cpus` (os indices) on the machine. Throws UsageError for a CPU that does not exist or is named
/// twice.
CpuMap map_cpus(const Topology& topology, const std::vector<unsigned>& cpus);

/// From one CPU to another one.
inline Distance distance(const CpuPlace& a, const CpuPlace& b) {
    if (a.core == b.core) return Distance::Sibling;
    if (a.cluster == b.cluster) return Distance::Cluster;
    return a.socket == b.socket ? Distance::Socket : Distance::Remote;
}

}  // namespace spinscope
