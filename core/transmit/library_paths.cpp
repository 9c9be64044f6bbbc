// SPDX-License-Identifier: GPL-3.0-or-later
// Other libraries' locks: threads only, each in its own strategy only.
#include "core/machine/host_machine.h"
#include "core/transmit/path_family.h"

namespace spinscope {

template std::unique_ptr<TransmitPath<HostMachine>> make_path_over<HostMachine, TbbSpinRow>(
    const QueuePlan&, const QueueEnvironment<HostMachine>&);
template std::unique_ptr<TransmitPath<HostMachine>> make_path_over<HostMachine, TbbQueuingRow>(
    const QueuePlan&, const QueueEnvironment<HostMachine>&);
template std::unique_ptr<TransmitPath<HostMachine>> make_path_over<HostMachine, StdMutexRow>(
    const QueuePlan&, const QueueEnvironment<HostMachine>&);
template std::unique_ptr<TransmitPath<HostMachine>> make_path_over<HostMachine, PthreadSpinRow>(
    const QueuePlan&, const QueueEnvironment<HostMachine>&);

}  // namespace spinscope
