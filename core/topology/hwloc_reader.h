// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hwloc.h>

#include <string>
#include <vector>

#include "core/topology/topology.h"

namespace spinscope {

// From hwloc's objects to ours; only topology.cpp needs it.

/// All PUs in logical order. Usable: in the allowed set and, if given, in the affinity mask.
std::vector<Pu> read_pus(hwloc_topology_t topology, hwloc_const_cpuset_t affinity);
/// The boxes to draw; levels the machine lacks are left out.
Box read_boxes(hwloc_topology_t topology, const std::vector<Pu>& pus);
/// The CPU model hwloc knows of; may be empty.
std::string read_cpu_model(hwloc_topology_t topology);

}  // namespace spinscope
