// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/packet_device.h"

#include <fmt/format.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <netinet/in.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/device/packet_sender.h"
#include "core/device/send_batch.h"
#include "core/device/sender_report.h"
#include "core/device/udp_address.h"
#include "core/device/udp_socket.h"

namespace spinscope {
namespace {

// Of the block that is for examples: no router passes them on.
constexpr std::uint32_t kOwnAddress = 0xC0000201;   // 192.0.2.1
constexpr std::uint32_t kPeerAddress = 0xC0000202;  // 192.0.2.2
constexpr std::uint16_t kOwnPort = 49152;           // the first that nobody owns
constexpr std::uint16_t kDiscardPort = 9;

class PacketDevice final : public Device<HostMachine> {
 public:
    PacketDevice(std::vector<std::unique_ptr<PacketSender>> senders, unsigned batch,
                 const std::string& interface, InterfaceWatch watch)
        : senders_(std::move(senders)),
          buffers_(senders_.size()),
          report_(SenderWords{.to = "interface " + interface}, std::move(watch)) {
        for (SendBuffers& buffers : buffers_) buffers.vectors.resize(batch);
    }

    Result send(HostMachine::Ctx&, unsigned queue, std::span<Packet<HostMachine>* const> batch) override {
        return send_batch(*senders_[queue], buffers_[queue], batch);
    }

    DeviceReport report() override { return report_of(false); }
    DeviceReport finish() override { return report_of(true); }

 private:
    DeviceReport report_of(bool last) {
        DeviceReport report;
        const std::lock_guard lock(mutex_);
        if (report_.look(last)) {
            for (const auto& sender : senders_) sender->set_interface(report_.watch().link().index);
        }
        report_.write(report, senders_);
        return report;
    }

    std::vector<std::unique_ptr<PacketSender>> senders_;
    std::vector<SendBuffers> buffers_;
    std::mutex mutex_;
    SenderReport report_;
};

std::uint32_t own_address(const std::string& interface) {
    const Descriptor socket = make_udp_socket(AF_INET);
    ifreq request{};
    std::copy_n(interface.begin(), std::min<std::size_t>(interface.size(), IFNAMSIZ - 1), request.ifr_name);
    if (ioctl(socket.get(), SIOCGIFADDR, &request) != 0) return kOwnAddress;
    sockaddr_in address{};
    std::memcpy(&address, &request.ifr_addr, sizeof address);
    return ntohl(address.sin_addr.s_addr);
}

/// Where frames go that are for `to`.
void aim(UdpFlow& flow, Netlink& netlink, const LinkInfo& link, const std::string& to) {
    const UdpAddress address = parse_udp_address(to);
    if (address.family() != AF_INET) {
        throw UsageError(fmt::format("Device packet cannot send to {}", to), "it builds IPv4 packets",
                         "Use --device udp, or an IPv4 address");
    }
    sockaddr_in ipv4{};
    std::memcpy(&ipv4, &address.storage, sizeof ipv4);
    flow.target = ntohl(ipv4.sin_addr.s_addr);
    flow.target_port = ntohs(ipv4.sin_port);
    if (!link.asks) return;
    const auto card = netlink.neighbour(link.index, ipv4.sin_addr.s_addr);
    if (!card) {
        throw Error(fmt::format("{} cannot be sent to", to),
                    fmt::format("the kernel does not know its Ethernet address on {}", link.name),
                    "Reach it once (ping), or leave out --to: frames then go to the first switch and no "
                    "further");
    }
    flow.target_card = *card;
}

}  // namespace

std::unique_ptr<Device<HostMachine>> make_packet_device(const DeviceRequest& request, unsigned payload,
                                                        unsigned queues, SendCalls& calls) {
    check_udp_payload(payload, request.verify);
    Netlink netlink;
    require_interface(request.interface);
    const LinkInfo link = netlink.link(request.interface).value();
    if (link.type != ARPHRD_ETHER && link.type != ARPHRD_LOOPBACK) {
        throw UsageError(fmt::format("Device packet cannot send through {}", request.interface),
                         "it builds Ethernet frames, and that is no Ethernet interface", "Use --device udp");
    }
    UdpFlow flow{.source_card = link.address,
                 .target_card = link.address,
                 .source = own_address(request.interface),
                 .target = kPeerAddress,
                 .source_port = kOwnPort,
                 .target_port = kDiscardPort};
    if (!request.to.empty()) aim(flow, netlink, link, request.to);
    const UdpHeaders headers = make_udp_headers(flow, payload);
    const unsigned batch = std::max(request.batch, 1u);
    std::vector<std::unique_ptr<PacketSender>> senders;
    for (unsigned i = 0; i < queues; ++i) {
        senders.push_back(std::make_unique<PacketSender>(headers, link.index, batch, calls));
    }
    return std::make_unique<PacketDevice>(std::move(senders), batch, request.interface,
                                          InterfaceWatch(std::move(netlink), request.interface));
}

}  // namespace spinscope
