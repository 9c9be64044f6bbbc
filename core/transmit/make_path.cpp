// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transmit/make_path.h"

#include "core/machine/host_machine.h"
#include "core/machine/sim/sim_machine.h"
#include "core/transmit/strategies.h"

namespace spinscope {

std::string own_lock(const std::string& strategy) {
    std::string lock;
    for_each_transmit_strategy([&]<class Row>(Row) {
        if (Row::kInfo.id == strategy) lock = Row::kInfo.lock;
    });
    return lock;
}

unsigned own_queues(const std::string& strategy) {
    unsigned queues = 1;
    for_each_transmit_strategy([&]<class Row>(Row) {
        if (Row::kInfo.id == strategy) queues = Row::kInfo.queues;
    });
    return queues;
}

template std::size_t queue_memory<HostMachine>(const QueuePlan&, unsigned);
template std::size_t queue_memory<SimMachine>(const QueuePlan&, unsigned);
template std::unique_ptr<TransmitPath<HostMachine>> make_transmit_path(const QueuePlan&,
                                                                       const QueueEnvironment<HostMachine>&);
template std::unique_ptr<TransmitPath<SimMachine>> make_transmit_path(const QueuePlan&,
                                                                      const QueueEnvironment<SimMachine>&);

}  // namespace spinscope
