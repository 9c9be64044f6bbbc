// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/topology/cpu_list.h"
#include "core/topology/topology.h"

namespace spinscope {

struct PlacementRequest {
    std::optional<unsigned> workers;  ///< default: one per CPU the placement offers
    std::string policy = "compact";   ///< compact, cores-first, scatter, one-per-core, node:N
    std::vector<unsigned> cpus;       ///< explicit os indices; empty = by policy over the usable PUs
};

struct Placement {
    std::vector<unsigned> cpus;     ///< os index for each worker; repeats when oversubscribed
    std::vector<Message> refusals;  ///< one for each CPU that was asked for and cannot be had
    std::vector<Message> notes;     ///< kinds of CPU mixed; more workers than CPUs
    bool oversubscribed = false;    ///< more workers than distinct PUs
    unsigned distinct = 0;          ///< how many PUs the workers share
};

/// Where each worker goes. compact fills core after core; cores-first takes the first thread of
/// each core in that order, then the second ones; scatter goes round packages, then cores, then
/// hardware threads; one-per-core takes the first usable thread of each core. CPU kinds are never mixed
/// silently: by policy the first kind (P) is filled first and mixing is reported. More workers than PUs go
/// round again. A CPU asked for that may not be used is replaced by a usable one and reported. Throws
/// UsageError for an unknown policy or an unknown node, and Error when nothing usable is left.
Placement plan_placement(const Topology& topology, const PlacementRequest& request);

}  // namespace spinscope
