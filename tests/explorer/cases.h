// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "tests/explorer/explore.h"
#include "tests/explorer/explorer_machine.h"
#include "tests/support/path_case.h"
#include "tests/support/switch_case.h"

namespace spinscope {

/// A small plan: nothing but the path, so that a schedule is short.
constexpr PathPlan short_plan(PathPlan plan) {
    plan.think_ns = 0;
    plan.moods.work_ns = 0;
    plan.probe = ProbeMode::Off;
    return plan;
}

struct NamedPlan {
    const char* name;
    PathPlan plan;
};
/// What every strategy is put through.
std::vector<NamedPlan> path_plans();

/// Every lock, every strategy on every plan, live switches between all strategies.
std::vector<Case> lock_cases();
std::vector<Case> path_cases();
std::vector<Case> switch_cases();
/// What the control found at the beginning of each switch of one execution.
std::vector<Census> switch_censuses(const SwitchPlan& plan, std::uint64_t seed,
                                    const Exploration& exploration);

/// A bug, what the same is without it, and the search that finds it.
struct PlantedBug {
    std::string name;
    Case mutant;
    Case sound;
    std::string reasons;  ///< how it shows: parts of a failure, separated by |
    std::vector<Search> found_by;
    /// Searches that do not find it: a bug that needs store buffers is none without them.
    std::vector<Search> missed_by = {};
};
std::vector<PlantedBug> planted_bugs();
/// The failure is the bug, and not a crash or another one.
bool shows(const PlantedBug& bug, const std::string& failure);

}  // namespace spinscope
