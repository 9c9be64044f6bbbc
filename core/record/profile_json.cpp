// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/profile_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/machine/sim/profile_file.h"
#include "core/machine/sim/self_test.h"
#include "core/record/catalog_json.h"

namespace spinscope {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

ProfileOrigin origin_of(const MachineProfile& profile) {
    ProfileOrigin origin;
    origin.numbers = static_cast<unsigned>(profile.provenance.size());
    origin.estimates =
        static_cast<unsigned>(std::count_if(profile.provenance.begin(), profile.provenance.end(),
                                            [](const auto& number) { return number.estimate; }));
    // What was measured for this machine comes before what was not.
    const Provenance* best = nullptr;
    for (const char* parameter : {"modified.remote", "owned.remote", "modified.socket", "owned.socket",
                                  "modified.cluster", "owned.cluster", "modified.sibling"}) {
        const Provenance* number = find_provenance(profile, parameter);
        if (number != nullptr && (best == nullptr || (best->estimate && !number->estimate))) best = number;
    }
    if (best != nullptr) origin.source = best->source.substr(0, best->source.find(": "));
    return origin;
}

std::string machines_json() {
    const auto host = Topology::host();
    Json array = Json::array();
    array.push_back({{"id", "host"},
                     {"title", "Pinned threads on the CPUs of this computer"},
                     {"name", host->name()},
                     {"year", nullptr},
                     {"cpus", host->pus().size()},
                     {"numbers", nullptr},
                     {"estimates", nullptr},
                     {"source", nullptr}});
    for (const ProfilePtr& profile : machine_profiles()) {
        const ProfileOrigin origin = origin_of(*profile);
        array.push_back({{"id", profile->id},
                         {"title", profile->summary},
                         {"name", profile->name},
                         {"year", profile->year},
                         {"cpus", topology_of(*profile)->pus().size()},
                         {"numbers", origin.numbers},
                         {"estimates", origin.estimates},
                         {"source", origin.source}});
    }
    return array.dump(2) + "\n";
}

std::string machine_json(const ProfilePtr& machine) {
    const MachineProfile& profile = *machine;
    Json json = Json::parse(topology_json(*topology_of(profile)));
    Json parameters = Json::array();
    for (const Provenance& number : profile.provenance) {
        parameters.push_back({{"parameter", number.parameter},
                              {"value", number.values},
                              {"estimate", number.estimate},
                              {"source", number.source}});
    }
    Json tests = Json::array();
    for (const SelfTestResult& result : run_self_tests(machine)) {
        tests.push_back({{"what", result.test.what},
                         {"distance", name_of(result.test.distance)},
                         {"published_ns", result.test.published_ns},
                         {"tolerance", result.test.tolerance},
                         {"simulated_ns", result.simulated_ns},
                         {"passed", result.passed()},
                         {"source", result.test.source}});
    }
    json["profile"] = {{"id", profile.id},           {"year", profile.year},
                       {"summary", profile.summary}, {"clock_ghz", profile.clock_ghz},
                       {"shape", profile.shape},     {"parameters", parameters},
                       {"self_tests", tests}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace spinscope
