// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/sim/cpu_map.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "core/base/error.h"

namespace spinscope {
namespace {

/// Numbers from 0, in the order of the first use.
class Numbering {
 public:
    std::uint16_t of(std::pair<unsigned, unsigned> key) {
        return known_.try_emplace(key, static_cast<std::uint16_t>(known_.size())).first->second;
    }
    unsigned size() const { return static_cast<unsigned>(known_.size()); }

 private:
    std::map<std::pair<unsigned, unsigned>, std::uint16_t> known_;
};

}  // namespace

CpuMap map_cpus(const Topology& topology, const std::vector<unsigned>& cpus) {
    Numbering cores;
    Numbering clusters;
    Numbering sockets;
    std::set<unsigned> seen;
    CpuMap map;
    for (const unsigned cpu : cpus) {
        const Pu* pu = topology.find(cpu);
        if (pu == nullptr) {
            throw UsageError(fmt::format("There is no CPU {}", cpu),
                             fmt::format("{} has {} CPUs", topology.name(), topology.pus().size()),
                             "Choose others");
        }
        if (!seen.insert(cpu).second) {
            throw UsageError(fmt::format("CPU {} has two workers", cpu), "a simulated CPU runs one",
                             "Ask for fewer workers, or name more CPUs");
        }
        CpuPlace place;
        place.core = cores.of({0, pu->core});
        place.cluster = clusters.of(pu->cluster ? std::pair{0u, *pu->cluster} : std::pair{1u, pu->core});
        place.socket = sockets.of({0, pu->package});
        place.node = static_cast<std::uint16_t>(pu->numa_node);
        map.places.push_back(place);
    }
    map.cores = cores.size();
    map.clusters = clusters.size();
    map.sockets = sockets.size();
    return map;
}

}  // namespace spinscope
