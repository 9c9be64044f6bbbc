// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace spinscope {

using EthernetAddress = std::array<std::uint8_t, 6>;

/// From where to where; IPv4 addresses and ports in host byte order.
struct UdpFlow {
    EthernetAddress source_card{};
    EthernetAddress target_card{};
    std::uint32_t source = 0;
    std::uint32_t target = 0;
    std::uint16_t source_port = 0;
    std::uint16_t target_port = 0;
};

/// What stands before a payload on the wire: Ethernet, IPv4, UDP.
using UdpHeaders = std::array<std::byte, 14 + 20 + 8>;

/// For a payload of so many bytes, whatever they are: UDP over IPv4 may go without a checksum of its content.
UdpHeaders make_udp_headers(const UdpFlow& flow, unsigned payload);

}  // namespace spinscope
