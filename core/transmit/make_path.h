// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include "core/lock/locks.h"
#include "core/machine/host_machine.h"
#include "core/queue/disciplines.h"
#include "core/transmit/kernel_path.h"
#include "core/transmit/nolock_queue.h"

namespace spinscope {

/// Null where the strategy does not go with that lock. In path_family.h.
template <Machine M, class LockRow>
std::unique_ptr<TransmitPath<M>> make_path_over(const QueuePlan& plan,
                                                const QueueEnvironment<M>& environment);

/// The strategy without a root lock. In path_family.h.
template <Machine M>
std::unique_ptr<TransmitPath<M>> make_path_without_lock(const QueuePlan& plan,
                                                        const QueueEnvironment<M>& environment);

/// The lock that the plan's strategy has by itself, "none" for none; empty for an unknown strategy.
std::string own_lock(const std::string& strategy);

template <Machine M>
std::size_t queue_memory(const QueuePlan& plan, unsigned contexts) {
    // A line for each context at the root lock and at the gate, and the layout's own; where plain data is
    // more than its bytes, more.
    constexpr std::size_t kScale = sizeof(typename M::template Var<std::uint64_t>) / sizeof(std::uint64_t);
    constexpr std::size_t kSmall = sizeof(typename M::template Var<std::uint16_t>) / sizeof(std::uint16_t);
    const DisciplineInfo* discipline = find_discipline(plan.discipline);
    const std::size_t bytes = kScale * (4096 + 256 * std::size_t{contexts}) +
                              kSmall * (discipline == nullptr ? 0 : discipline->memory);
    const bool rings = own_lock(plan.strategy) == "none";
    return bytes + (rings ? NolockQueue<M>::memory(plan, contexts) : 0);
}

template <Machine M>
std::unique_ptr<TransmitPath<M>> make_transmit_path(const QueuePlan& plan,
                                                    const QueueEnvironment<M>& environment) {
    const std::string lock = plan.lock.empty() ? own_lock(plan.strategy) : plan.lock;
    if (lock == "none") return make_path_without_lock<M>(plan, environment);
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
