// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/transmit/make_path.h"
#include "core/transmit/strategies.h"

namespace spinscope {

// Heavy: every strategy over one lock, and the one without. Only for the files that instantiate it.

template <Machine M, class LockRow>
std::unique_ptr<TransmitPath<M>> make_path_over(const QueuePlan& plan,
                                                const QueueEnvironment<M>& environment) {
    std::unique_ptr<TransmitPath<M>> path;
    for_each_transmit_strategy([&]<class Row>(Row) {
        constexpr bool kTakesIt = Row::kInfo.any_lock && LockRow::kInfo.exchangeable;
        if constexpr (kTakesIt || Row::kInfo.lock == LockRow::kInfo.id) {
            if (Row::kInfo.id != plan.strategy) return;
            using Queue = typename Row::template Queue<M, LockRow::template Lock>;
            auto queue = std::make_unique<Queue>(plan, environment);
            if constexpr (requires { Row::configure(*queue, plan); }) {
                Row::configure(*queue, plan);
            }
            path = std::move(queue);
        }
    });
    return path;
}

template <Machine M>
std::unique_ptr<TransmitPath<M>> make_path_without_lock(const QueuePlan& plan,
                                                        const QueueEnvironment<M>& environment) {
    return std::make_unique<NolockQueue<M>>(plan, environment);
}

}  // namespace spinscope
