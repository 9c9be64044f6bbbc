// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/sim/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <tuple>

#include "core/base/error.h"
#include "core/machine/sim/builtin_profiles.h"
#include "core/machine/sim/profile_file.h"

namespace spinscope {

std::shared_ptr<const Topology> topology_of(const MachineProfile& profile) {
    return Topology::synthetic(profile.shape, profile.name);
}

std::span<const ProfilePtr> machine_profiles() {
    static const std::vector<ProfilePtr> profiles = [] {
        std::vector<ProfilePtr> all;
        for (const BuiltinProfile& file : builtin_profiles()) {
            all.push_back(std::make_shared<const MachineProfile>(
                parse_profile(std::string(file.text), std::string(file.name))));
        }
        std::sort(all.begin(), all.end(), [](const ProfilePtr& a, const ProfilePtr& b) {
            return std::tie(a->year, a->id) < std::tie(b->year, b->id);
        });
        return all;
    }();
    return profiles;
}

ProfilePtr load_profile(const std::string& id_or_file) {
    std::vector<std::string> ids;
    for (const ProfilePtr& profile : machine_profiles()) {
        if (profile->id == id_or_file) return profile;
        ids.push_back(profile->id);
    }
    std::ifstream file(id_or_file);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file.is_open() || file.bad()) {
        throw UsageError(
            fmt::format("There is no machine \"{}\"", id_or_file),
            fmt::format("it is no built-in profile, and as a file: {}", std::strerror(errno)),
            fmt::format("Choose from: host, {}; or give the file of a profile", fmt::join(ids, ", ")));
    }
    return std::make_shared<const MachineProfile>(parse_profile(text, id_or_file));
}

}  // namespace spinscope
