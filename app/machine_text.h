// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/machine/sim/profile.h"

namespace spinscope {

/// `list machines`: the host and the profiles, with how much of each is estimated.
std::string machines_text();

/// `topology --machine`: what the machine is made of, each of its numbers with its source, and its self-test.
std::string machine_text(const ProfilePtr& machine);

}  // namespace spinscope
