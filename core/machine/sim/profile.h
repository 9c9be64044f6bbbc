// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/machine/sim/distance.h"

namespace spinscope {

/// A front-side bus without an L3 (the E5450): all in ns.
struct FrontSideBus {
    double address_slot = 0;  ///< of one bus, per transaction
    double snoop_phase = 0;   ///< a part of the latencies, in which others may go on
    double snoop_lookup = 0;  ///< of the one snoop filter, per transaction
    double cross_slot = 0;    ///< on the other bus
    double data_phase = 0;    ///< for 64 bytes
    bool serialise = false;   ///< requests for one line wait for each other; an assumption
};

/// What an access costs, by distance and state of the line; ns. A distance that the machine does not have
/// costs what the next farther one does (the next nearer one where there is none).
struct CoherenceParameters {
    PerDistance<double> modified{};    ///< a read of a line that is Modified there (lat_m)
    PerDistance<double> shared{};      ///< a read of a line that is Shared there (lat_s)
    PerDistance<double> owned{};       ///< ownership of a line that is Modified there (lat_x)
    PerDistance<double> invalidate{};  ///< ownership of a line that is Shared there (inv)
    PerDistance<double> occupancy{};   ///< how long a shared read keeps the line from the next (occ_s)
    double per_sharer = 0;             ///< for each further sharer to invalidate
    double load = 0;                   ///< a load that hits (l1)
    double store = 0;                  ///< a store that hits (st)
    double update = 0;                 ///< a read-modify-write that hits (rmw)
    double memory_local = 0;
    double memory_remote = 0;
    double overlap = 1;  ///< how many lines of a payload are on their way at once (mlp)
    std::optional<FrontSideBus> bus;
};

/// Where a number of a profile comes from.
struct Provenance {
    std::string parameter;  ///< its name in the profile's file: "modified.socket", "load"
    std::string values;     ///< as written, with unit
    std::string source;     ///< paper, table, measurement
    bool estimate = false;  ///< nobody has measured it on this machine
};

/// What the source of a profile measured, and how; the simulated machine must return it.
///   "cas-ping-pong"  two CPUs change one word in turns by compare-and-swap; ns one way
///   "ping-pong"      two CPUs wait for the other's store and answer with a store; ns there and back
///   "read-modified"  one read of a line that the other CPU has written; ns
///   "read-shared"    one read of a line that the other CPU and one of its neighbours have read; ns
struct SelfTest {
    std::string what;     ///< one of those above
    Distance distance{};  ///< between the two CPUs
    double published_ns = 0;
    double tolerance = 0;  ///< relative
    std::string source;
};

/// A simulated machine as a value; immutable once loaded.
struct MachineProfile {
    std::string id;    ///< "x5570"
    std::string name;  ///< "2 × Xeon X5570"
    unsigned year = 0;
    std::string summary;        ///< one sentence
    double clock_ghz = 0;       ///< for people: times are in ns
    std::string shape;          ///< hwloc synthetic description
    double compute_factor = 1;  ///< time of a step of work, relative to the E5450
    CoherenceParameters coherence;
    std::vector<Provenance> provenance;
    std::vector<SelfTest> self_tests;
};

/// Its CPUs, numbered as hwloc does; the name is the profile's. Throws Error.
std::shared_ptr<const Topology> topology_of(const MachineProfile& profile);

using ProfilePtr = std::shared_ptr<const MachineProfile>;

/// All built-in profiles, oldest machine first.
std::span<const ProfilePtr> machine_profiles();
/// A built-in id, else a profile file (resources/machines/README.md says what is in it). Throws UsageError
/// that says what is wrong and where.
ProfilePtr load_profile(const std::string& id_or_file);

}  // namespace spinscope
