// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/experiment.h"
#include "core/device/device.h"
#include "core/device/interface_watch.h"
#include "core/device/udp_messages.h"
#include "core/device/udp_sink.h"
#include "core/device/udp_socket.h"
#include "core/machine/host_machine.h"
#include "core/topology/topology.h"

namespace spinscope {

/// What a device that sends over UDP sockets is made of.
struct UdpDeviceParts {
    std::vector<std::unique_ptr<UdpSender>> senders;  ///< one for each device queue
    unsigned batch = 1;
    std::unique_ptr<UdpSink> sink;        ///< none where the receiver is not ours
    std::optional<InterfaceWatch> watch;  ///< of the interface, where one is named or ours
    std::string bound_to;                 ///< the interface that the senders are bound to; empty = none
    SenderWords words;
};
std::unique_ptr<Device<HostMachine>> make_udp_device(UdpDeviceParts parts);

/// Sends over connected UDP sockets, one a device queue, to a sink of our own on loopback or to `request.to`,
/// there through `request.interface` alone if one is named; `payload` bytes a packet. The thread of a
/// verifying sink keeps off `worker_cpus`. Throws UsageError for a request that makes no sense and Error
/// where the kernel refuses.
std::unique_ptr<Device<HostMachine>> make_udp_device(const DeviceRequest& request, unsigned payload,
                                                     std::shared_ptr<const Topology> topology,
                                                     std::vector<unsigned> worker_cpus, unsigned queues = 1,
                                                     SendCalls& calls = system_send_calls());

}  // namespace spinscope
