// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

#include "core/machine/sim/profile.h"

namespace spinscope {

// The numbers of a profile by the names they have in its file: reading, writing and printing go through
// these.

struct LatencyField {
    std::string_view name;
    PerDistance<double> CoherenceParameters::*member;
    bool other_cores_only;  ///< means nothing for a line that is in the core's own cache
    std::string_view meaning;
};
inline constexpr std::array<LatencyField, 5> kLatencyFields{{
    {"modified", &CoherenceParameters::modified, false, "read a line Modified there"},
    {"shared", &CoherenceParameters::shared, false, "read a line Shared there"},
    {"owned", &CoherenceParameters::owned, false, "own a line Modified there"},
    {"invalidate", &CoherenceParameters::invalidate, true, "own a line Shared there"},
    {"occupancy", &CoherenceParameters::occupancy, true, "keeps the line from the next reader"},
}};

struct CostField {
    std::string_view name;
    double CoherenceParameters::*member;
    double least;  ///< what makes sense
    std::string_view unit;
    std::string_view meaning;
};
inline constexpr std::array<CostField, 7> kCostFields{{
    {"load", &CoherenceParameters::load, 0, "ns", "load that hits"},
    {"store", &CoherenceParameters::store, 0, "ns", "store that hits"},
    {"update", &CoherenceParameters::update, 0, "ns", "atomic update that hits"},
    {"per_sharer", &CoherenceParameters::per_sharer, 0, "ns", "each further sharer to invalidate"},
    {"memory_local", &CoherenceParameters::memory_local, 0, "ns", "memory of its own node"},
    {"memory_remote", &CoherenceParameters::memory_remote, 0, "ns", "memory of another node"},
    {"overlap", &CoherenceParameters::overlap, 1, "", "payload lines on their way at once"},
}};

struct BusField {
    std::string_view name;
    double FrontSideBus::*member;
    std::string_view meaning;
};
inline constexpr std::array<BusField, 5> kBusFields{{
    {"address_slot", &FrontSideBus::address_slot, "bus: address slot"},
    {"snoop_phase", &FrontSideBus::snoop_phase, "bus: snoop phase"},
    {"snoop_lookup", &FrontSideBus::snoop_lookup, "bus: look-up in the snoop filter"},
    {"cross_slot", &FrontSideBus::cross_slot, "bus: slot on the other bus"},
    {"data_phase", &FrontSideBus::data_phase, "bus: data phase of a line"},
}};

}  // namespace spinscope
