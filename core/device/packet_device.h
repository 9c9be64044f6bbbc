// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/base/experiment.h"
#include "core/device/device.h"
#include "core/device/send_calls.h"
#include "core/machine/host_machine.h"

namespace spinscope {

/// Builds whole frames (Ethernet, IPv4, UDP) and puts them straight into the driver of `request.interface`,
/// past the kernel's queue; a socket for each device queue. They are addressed to `request.to`, whose
/// Ethernet address the kernel must know; without it to the interface's own, so that the first switch throws
/// them away. What arrives cannot be known. Throws UsageError without the rights, or for a request that makes
/// no sense, and Error where the kernel refuses.
std::unique_ptr<Device<HostMachine>> make_packet_device(const DeviceRequest& request, unsigned payload,
                                                        unsigned queues,
                                                        SendCalls& calls = system_send_calls());

}  // namespace spinscope
