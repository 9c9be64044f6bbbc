// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/base/experiment.h"
#include "core/device/device.h"
#include "core/device/udp_socket.h"
#include "core/machine/host_machine.h"
#include "core/topology/topology.h"

namespace spinscope {

/// Sends over a connected UDP socket, to a sink of our own on loopback or to `request.to`; `payload` bytes a
/// packet, with a socket for each of the device's queues. The thread of a verifying sink keeps off
/// `worker_cpus`. Throws UsageError for a request that makes no sense and Error where the kernel refuses.
std::unique_ptr<Device<HostMachine>> make_udp_device(const DeviceRequest& request, unsigned payload,
                                                     std::shared_ptr<const Topology> topology,
                                                     std::vector<unsigned> worker_cpus, unsigned queues = 1,
                                                     SendCalls& calls = system_send_calls());

}  // namespace spinscope
