// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/strategy_info.h"
#include "core/topology/topology.h"

namespace spinscope {

/// One line of `list locks`, `list devices` and the like.
struct CatalogEntry {
    std::string id;
    std::string title;
    std::vector<std::string> options;  ///< what belongs to it, as written on the command line
};

/// `list strategies --json`: an array, one object for each strategy.
std::string strategies_json(std::span<const StrategyInfo> strategies);

/// `list disciplines --json`, likewise.
std::string disciplines_json(std::span<const DisciplineInfo> disciplines);

/// The other lists.
std::string catalog_json(std::span<const CatalogEntry> entries);

/// `topology --json`: the CPUs, whether each may be used and why not, and the boxes of the drawing.
std::string topology_json(const Topology& topology);

}  // namespace spinscope
