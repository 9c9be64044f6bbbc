// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/machine/sim/profile.h"

namespace spinscope {

// Machine profiles as JSON text; resources/machines/README.md describes the fields.

/// `name` is what an error calls the text. Throws UsageError that says which field is wrong and what it
/// takes.
MachineProfile parse_profile(const std::string& text, const std::string& name);

/// The text of a profile; parse_profile returns the same profile from it.
std::string profile_text(const MachineProfile& profile);

/// The provenance of one number, such as "modified.socket"; null where the profile does not have it.
const Provenance* find_provenance(const MachineProfile& profile, const std::string& parameter);

}  // namespace spinscope
