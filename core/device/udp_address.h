// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/socket.h>

#include <string>

namespace spinscope {

/// An IPv4 or IPv6 address with a port.
struct UdpAddress {
    sockaddr_storage storage{};
    socklen_t length = 0;

    int family() const { return storage.ss_family; }
    const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
    sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
    /// As parse_udp_address reads it: "127.0.0.1:9", "[::1]:9".
    std::string text() const;
};

/// The loopback address of AF_INET or AF_INET6 with port 0.
UdpAddress loopback_address(int family);
/// Reads "ADDR:PORT" with a numeric address; IPv6 in brackets, with a scope where it needs one
/// ("[fe80::1%eth0]:9"). Throws UsageError.
UdpAddress parse_udp_address(const std::string& text);

}  // namespace spinscope
