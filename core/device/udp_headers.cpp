// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/udp_headers.h"

#include <arpa/inet.h>
#include <net/ethernet.h>
#include <netinet/in.h>
#include <netinet/ip.h>
#include <netinet/udp.h>

#include <algorithm>
#include <cstring>

namespace spinscope {
namespace {

/// RFC 1071.
std::uint16_t checksum(const iphdr& header) {
    std::array<std::uint16_t, sizeof header / 2> words{};
    std::memcpy(words.data(), &header, sizeof header);
    std::uint32_t sum = 0;
    for (const std::uint16_t word : words) sum += word;
    while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
    return static_cast<std::uint16_t>(~sum);
}

}  // namespace

UdpHeaders make_udp_headers(const UdpFlow& flow, unsigned payload) {
    ether_header ethernet{};
    std::copy(flow.target_card.begin(), flow.target_card.end(), ethernet.ether_dhost);
    std::copy(flow.source_card.begin(), flow.source_card.end(), ethernet.ether_shost);
    ethernet.ether_type = htons(ETHERTYPE_IP);

    iphdr ip{};
    ip.version = IPVERSION;
    ip.ihl = sizeof ip / 4;
    ip.tot_len = htons(static_cast<std::uint16_t>(sizeof ip + sizeof(udphdr) + payload));
    ip.frag_off = htons(IP_DF);
    ip.ttl = IPDEFTTL;
    ip.protocol = IPPROTO_UDP;
    ip.saddr = htonl(flow.source);
    ip.daddr = htonl(flow.target);
    ip.check = checksum(ip);

    udphdr udp{};
    udp.source = htons(flow.source_port);
    udp.dest = htons(flow.target_port);
    udp.len = htons(static_cast<std::uint16_t>(sizeof udp + payload));

    UdpHeaders headers;
    std::memcpy(headers.data(), &ethernet, sizeof ethernet);
    std::memcpy(headers.data() + sizeof ethernet, &ip, sizeof ip);
    std::memcpy(headers.data() + sizeof ethernet + sizeof ip, &udp, sizeof udp);
    return headers;
}

}  // namespace spinscope
