// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/machine/sim/profile.h"

namespace spinscope {

/// Where a profile's numbers come from, in short.
struct ProfileOrigin {
    std::string source;      ///< of the latencies between cores, without its details
    unsigned numbers = 0;    ///< how many the profile has
    unsigned estimates = 0;  ///< how many of them are estimates
};
ProfileOrigin origin_of(const MachineProfile& profile);

/// `list machines --json`: the host and the profiles.
std::string machines_json();

/// `topology --machine --json`: as the host's, and the profile with the source of each number and what its
/// self-test returns.
std::string machine_json(const ProfilePtr& machine);

}  // namespace spinscope
