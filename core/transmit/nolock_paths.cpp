// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/host_machine.h"
#include "core/machine/sim/sim_machine.h"
#include "core/transmit/path_family.h"

namespace spinscope {

template std::unique_ptr<TransmitPath<HostMachine>> make_path_without_lock(
    const QueuePlan&, const QueueEnvironment<HostMachine>&);
template std::unique_ptr<TransmitPath<SimMachine>> make_path_without_lock(
    const QueuePlan&, const QueueEnvironment<SimMachine>&);

}  // namespace spinscope
