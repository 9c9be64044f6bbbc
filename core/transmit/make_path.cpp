// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transmit/make_path.h"

#include "core/machine/host_machine.h"
#include "core/machine/sim/sim_machine.h"
#include "core/queue/disciplines.h"
#include "core/transmit/strategies.h"

namespace spinscope {

std::string own_lock(const std::string& strategy) {
    std::string lock;
    for_each_transmit_strategy([&]<class Row>(Row) {
        if (Row::kInfo.id == strategy) lock = Row::kInfo.lock;
    });
    return lock;
}

std::size_t queue_memory(const QueuePlan& plan, unsigned contexts) {
    // A line for each context at the root lock and at the gate, and the layout's own.
    const DisciplineInfo* discipline = find_discipline(plan.discipline);
    return 4096 + 256 * std::size_t{contexts} + (discipline == nullptr ? 0 : discipline->memory);
}

template std::unique_ptr<TransmitPath<HostMachine>> make_transmit_path(const QueuePlan&,
                                                                       const QueueEnvironment<HostMachine>&);
template std::unique_ptr<TransmitPath<SimMachine>> make_transmit_path(const QueuePlan&,
                                                                      const QueueEnvironment<SimMachine>&);

}  // namespace spinscope
