// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/kernel_device.h"

#include <fmt/format.h>

#include <utility>

#include "core/device/kernel_queue.h"
#include "core/device/network_namespace.h"
#include "core/device/udp_device.h"

namespace spinscope {
namespace {

UdpDeviceParts parts_on_own_interface(const std::string& kind, unsigned workers) {
    NetworkNamespace space(workers);
    const KernelQueue queue = build_kernel_queue(space.netlink, kind);
    UdpDeviceParts parts;
    parts.words.to = fmt::format("the kernel's queue ({} on {})", kind, queue.interface);
    for (Descriptor& socket : space.sockets) {
        parts.senders.push_back(
            std::make_unique<UdpSender>(std::move(socket), queue.behind, std::string(), 1));
    }
    parts.watch.emplace(std::move(space.netlink), queue.interface);
    return parts;
}

UdpDeviceParts parts_on_named_interface(const DeviceRequest& request, unsigned workers) {
    const UdpAddress to = parse_udp_address(request.to);
    UdpDeviceParts parts;
    parts.words.to = to.text();
    parts.bound_to = request.interface;
    parts.watch.emplace(Netlink(), request.interface);
    for (unsigned i = 0; i < workers; ++i) {
        parts.senders.push_back(
            std::make_unique<UdpSender>(make_udp_socket(to.family()), to, request.interface, 1));
    }
    return parts;
}

}  // namespace

std::unique_ptr<Device<HostMachine>> make_kernel_device(const DeviceRequest& request,
                                                        const std::string& queue, unsigned payload,
                                                        unsigned workers) {
    check_udp_payload(payload, false);
    UdpDeviceParts parts = request.interface.empty() ? parts_on_own_interface(queue, workers)
                                                     : parts_on_named_interface(request, workers);
    parts.words.drops_when_full = true;
    return make_udp_device(std::move(parts));
}

}  // namespace spinscope
