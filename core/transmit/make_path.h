// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include "core/lock/locks.h"
#include "core/machine/host_machine.h"
#include "core/transmit/kernel_path.h"
#include "core/transmit/transmit_path.h"

namespace spinscope {

/// Null where the strategy does not go with that lock. In path_family.h.
template <Machine M, class LockRow>
std::unique_ptr<TransmitPath<M>> make_path_over(const QueuePlan& plan,
                                                const QueueEnvironment<M>& environment);

/// The lock that the plan's strategy has by itself; empty for an unknown strategy.
std::string own_lock(const std::string& strategy);

template <Machine M>
std::unique_ptr<TransmitPath<M>> make_transmit_path(const QueuePlan& plan,
                                                    const QueueEnvironment<M>& environment) {
    const std::string lock = plan.lock.empty() ? own_lock(plan.strategy) : plan.lock;
    std::unique_ptr<TransmitPath<M>> path;
    if constexpr (std::is_same_v<M, HostMachine>) {
        if (plan.strategy == KernelStrategy::kInfo.id)
            path = std::make_unique<KernelPath<M>>(plan, environment);
    }
    for_each_lock([&]<class LockRow>(LockRow) {
        if constexpr (kRunsOn<M, LockRow>) {
            if (LockRow::kInfo.id == lock) path = make_path_over<M, LockRow>(plan, environment);
        }
    });
    return path;
}

}  // namespace spinscope
