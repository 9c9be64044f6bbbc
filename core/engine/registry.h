// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/experiment.h"
#include "core/base/strategy_info.h"

namespace spinscope {

/// All strategies of all scenarios, in the order of the strategy bar.
std::span<const StrategyInfo> strategies();
/// Those with a queue of ours: all but `kernel`, which is the last.
std::span<const StrategyInfo> own_strategies();
/// Null if there is no such id.
const StrategyInfo* find_strategy(std::string_view id);

/// All root locks, and all disciplines (find_discipline() is in core/queue/disciplines.h).
std::span<const LockInfo> locks();
const LockInfo* find_lock(std::string_view id);
std::span<const DisciplineInfo> disciplines();

inline constexpr unsigned kMostQueues = 1024;
/// How many queues the run's device has, from its start: all that its script asks for, and enough for what
/// may be switched to by hand; a switch that asks for more is refused.
unsigned device_queues(const Experiment& experiment);

/// Whether it runs on a simulated machine.
bool simulated(const Experiment& experiment);
/// Moves the experiment to another machine ("host", or a profile's id or file): CPUs are those of that
/// machine again, and between host and simulation, what has another default there takes it (device, waiting,
/// placement, window, costs).
void set_machine(Experiment& experiment, const std::string& machine);

/// Checks everything that can be checked without starting: ids, ranges, combinations. Throws UsageError.
void validate(const Experiment& experiment);
/// The same for the target of a live switch.
void validate_switch(const Experiment& experiment, std::string_view strategy, const Options& options);

}  // namespace spinscope
