// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/record/catalog_json.h"

namespace spinscope {

/// What can be chosen on the command line, beside the strategies (core/engine/registry.h).
std::vector<CatalogEntry> scenario_catalog();
std::vector<CatalogEntry> machine_catalog();
std::vector<CatalogEntry> device_catalog();
std::vector<CatalogEntry> discipline_catalog();
/// The root locks, with the strategies that take each.
std::vector<CatalogEntry> lock_catalog();

/// The names that `list` takes, and the list behind one of them as text or JSON. Throws UsageError.
std::vector<std::string> list_names();
std::string list_text(const std::string& name, bool json);

/// What `topology` prints.
std::string topology_text(const Topology& topology);

std::vector<std::string> ids_of(const std::vector<CatalogEntry>& entries);
std::vector<std::string> strategy_ids();

/// `Did you mean "ticket"? ` where one of the choices is near enough, else nothing.
std::string suggestion(const std::string& value, const std::vector<std::string>& choices);

/// `value` if it is one of `choices`, else a UsageError that names the nearest one. `subject` says what was
/// being chosen: "--strategy".
const std::string& choose(const std::string& subject, const std::string& value,
                          const std::vector<std::string>& choices);

}  // namespace spinscope
