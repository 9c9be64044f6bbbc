// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/host_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/machine/sim/profile_fields.h"
#include "core/machine/sim/profile_file.h"

namespace spinscope {
namespace {

/// Parts of the machine in each other, as often as the fullest one has them: symmetric, as hwloc's synthetic
/// descriptions are.
std::string shape_of(const Topology& topology) {
    std::map<unsigned, std::set<unsigned>> clusters, cores, threads;  // by package, by cluster, by core
    for (unsigned cpu : topology.usable()) {
        const Pu& pu = *topology.find(cpu);
        // Where a package is not divided it is its own only cluster.
        const unsigned cluster = pu.cluster ? *pu.cluster : 1'000'000 + pu.package;
        clusters[pu.package].insert(cluster);
        cores[cluster].insert(pu.core);
        threads[pu.core].insert(pu.os_index);
    }
    const auto most = [](const auto& parts) {
        std::size_t count = 1;
        for (const auto& part : parts) count = std::max(count, part.second.size());
        return count;
    };
    const std::size_t divided = most(clusters);
    return fmt::format("pack:{} [numa] {}core:{} pu:{}", clusters.size(),
                       divided > 1 ? fmt::format("die:{} ", divided) : "", most(cores), most(threads));
}

double rounded(double ns) {
    const double scale = ns < 10 ? 100 : 10;
    return std::round(ns * scale) / scale;
}

class Builder {
 public:
    Builder(const Topology& topology, const HostCalibration& measured) : measured_(measured) {
        profile_.shape = shape_of(topology);
        profile_.name = topology.name().empty() ? "This computer" : topology.name();
    }

    MachineProfile build() {
        using namespace std::chrono;
        profile_.id = "calibrated";
        const year_month_day today{floor<days>(system_clock::now())};
        profile_.year = static_cast<unsigned>(static_cast<int>(today.year()));
        profile_.summary = fmt::format(
            "Measured by spinscope calibrate on {} of its CPUs; the shape is simplified to "
            "equal parts.",
            measured_.matrix.cpus.size());
        profile_.clock_ghz = std::round(100 / measured_.hits.cycle_ns) / 100;
        cost("load", measured_.hits.load_ns, kHit, false);
        cost("store", measured_.hits.store_ns, kHit, false);
        cost("update", measured_.hits.update_ns, kHit, false);
        cost("per_sharer", 1, "not measured: one more snoop answer, assumed", true);
        cost("memory_local", 100, "not measured: usual for servers", true);
        cost("memory_remote", 150, "not measured: usual for servers", true);
        cost("overlap", 2, "not measured: half of the misses of a packet overlap, assumed", true);
        add("compute_factor", profile_.compute_factor = 0.4, "",
            "not measured: single-thread speed of present cores against the Xeon E5450", true);
        own_core(Distance::Self);
        add_distances();
        return std::move(profile_);
    }

 private:
    static constexpr const char* kHit = "measured on this computer, the fastest of short rounds";

    void add(std::string parameter, double value, std::string_view unit, std::string source, bool estimate) {
        profile_.provenance.push_back(
            {std::move(parameter),
             unit.empty() ? fmt::format("{}", value) : fmt::format("{} {}", value, unit), std::move(source),
             estimate});
    }

    void cost(std::string_view name, double value, const std::string& source, bool estimate) {
        const auto field = std::find_if(kCostFields.begin(), kCostFields.end(),
                                        [&](const CostField& each) { return each.name == name; });
        value = rounded(value);
        profile_.coherence.*(field->member) = value;
        add(std::string(name), value, field->unit, source, estimate);
    }

    void latency(std::string_view name, Distance distance, double value, const std::string& source,
                 bool estimate) {
        const auto field = std::find_if(kLatencyFields.begin(), kLatencyFields.end(),
                                        [&](const LatencyField& each) { return each.name == name; });
        value = rounded(value);
        (profile_.coherence.*(field->member))[static_cast<std::size_t>(distance)] = value;
        add(fmt::format("{}.{}", name, name_of(distance)), value, "ns", source, estimate);
    }

    void own_core(Distance distance) {
        for (const char* name : {"modified", "shared", "owned"}) {
            latency(name, distance, measured_.hits.load_ns, "a hit in the core's own first-level cache",
                    true);
        }
    }

    void add_distances() {
        bool nearest = true;
        for (std::size_t d = 1; d < kDistances; ++d) {
            const auto distance = static_cast<Distance>(d);
            const auto spread = measured_.matrix.at(distance);
            if (!spread) continue;
            measured_distance(distance, *spread, nearest);
            if (distance != Distance::Sibling) nearest = false;
        }
    }

    void measured_distance(Distance distance, const Spread& spread, bool nearest) {
        const double one_way = spread.median;
        const std::string source = fmt::format(
            "measured on this computer: half of a compare-and-swap round trip on one line, median over "
            "rounds and "
            "pairs; 80 % of the rounds took {:.1f} to {:.1f} ns",
            spread.low, spread.high);
        latency("owned", distance, one_way, source, false);
        latency("modified", distance, one_way, "not measured: a read is taken to cost what ownership costs",
                true);
        if (distance == Distance::Sibling) {
            latency("shared", distance, measured_.hits.load_ns, "a hit in the core's own first-level cache",
                    true);
        } else {
            latency("shared", distance, (nearest ? 0.45 : 0.76) * one_way,
                    "not measured: 0.45 of a Modified line inside the nearest shared cache and 0.76 beyond "
                    "it, as in "
                    "the profile of the X5570",
                    true);
            latency("invalidate", distance, 0.75 * one_way, "not measured: three quarters of a Modified line",
                    true);
            latency("occupancy", distance,
                    nearest                        ? 5
                    : distance == Distance::Remote ? 15
                                                   : 8,
                    "not measured: how soon a cache answers the next reader of one line, assumed", true);
        }
        // Hardware threads of one core share its cache in the model, whatever handing over costs.
        if (distance == Distance::Sibling) return;
        const double relative = (spread.high - spread.low) / 2 / one_way;
        profile_.self_tests.push_back({"cas-ping-pong", distance, rounded(one_way),
                                       std::max(0.15, std::round(100 * relative) / 100), source});
    }

    const HostCalibration& measured_;
    MachineProfile profile_;
};

}  // namespace

MachineProfile make_host_profile(const Topology& topology, const HostCalibration& measured) {
    if (measured.matrix.pairs.empty()) {
        throw Error("There is no profile to make", "nothing was measured between two CPUs",
                    "Let the process use two or more CPUs (taskset, cpuset)");
    }
    const MachineProfile profile = Builder(topology, measured).build();
    const auto machine = topology_of(profile);
    for (const Pu& pu : machine->pus()) {
        const Distance far = distance(machine->pus().front(), pu);
        if (far == Distance::Self || measured.matrix.at(far)) continue;
        throw Error("There is no profile to make",
                    fmt::format("no pair of CPUs at distance {} was measured", name_of(far)),
                    "Let spinscope calibrate run to its end");
    }
    // As read from its file: the distances the machine lacks are filled in there.
    return parse_profile(profile_text(profile), "of this computer");
}

}  // namespace spinscope
