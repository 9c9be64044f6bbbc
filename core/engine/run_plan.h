// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/metrics/run_info.h"

namespace spinscope {

/// Conditions of a run, without what is measured on the host: where its workers go, and on what. The host
/// where `profile` is null. Throws Error; UsageError for more workers than a simulated machine has CPUs.
RunInfo plan_run(const Experiment& experiment, std::shared_ptr<const Topology> topology,
                 ProfilePtr profile = nullptr);

/// Os index of the NUMA node of each worker.
std::vector<unsigned> nodes_of(const RunInfo& info);

}  // namespace spinscope
