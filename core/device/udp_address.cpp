// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/udp_address.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>

#include "core/base/error.h"

namespace spinscope {
namespace {

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
    throw UsageError(fmt::format("\"{}\" is not an address with a port", text), why,
                     "Write for example 127.0.0.1:9 or [::1]:9");
}

struct FreeAddresses {
    void operator()(addrinfo* list) const { freeaddrinfo(list); }
};

}  // namespace

std::string UdpAddress::text() const {
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> port{};
    if (getnameinfo(get(), length, host.data(), host.size(), port.data(), port.size(),
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
        return {};
    }
    return family() == AF_INET6 ? fmt::format("[{}]:{}", host.data(), port.data())
                                : fmt::format("{}:{}", host.data(), port.data());
}

UdpAddress loopback_address(int family) {
    UdpAddress address;
    if (family == AF_INET6) {
        sockaddr_in6 in6{};
        in6.sin6_family = AF_INET6;
        in6.sin6_addr = in6addr_loopback;
        std::memcpy(&address.storage, &in6, sizeof in6);
        address.length = sizeof in6;
    } else {
        sockaddr_in in{};
        in.sin_family = AF_INET;
        in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        std::memcpy(&address.storage, &in, sizeof in);
        address.length = sizeof in;
    }
    return address;
}

UdpAddress parse_udp_address(const std::string& text) {
    const auto colon = text.rfind(':');
    if (colon == std::string::npos) refuse(text, "the port is missing");
    std::string host = text.substr(0, colon);
    const std::string port = text.substr(colon + 1);
    if (host.starts_with('[') && host.ends_with(']')) {
        host = host.substr(1, host.size() - 2);
    } else if (host.find(':') != std::string::npos) {
        refuse(text, "an IPv6 address stands in brackets");
    }
    std::uint16_t number = 0;
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
    if (error != std::errc{} || end != port.data() + port.size() || number == 0) {
        refuse(text, "the port is a number from 1 to 65535");
    }
    addrinfo hints{};
    hints.ai_socktype = SOCK_DGRAM;
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    addrinfo* list = nullptr;
    if (host.empty() || getaddrinfo(host.c_str(), port.c_str(), &hints, &list) != 0) {
        refuse(text, "the address is not a number (names are not looked up)");
    }
    const std::unique_ptr<addrinfo, FreeAddresses> owner(list);
    UdpAddress address;
    std::memcpy(&address.storage, list->ai_addr, list->ai_addrlen);
    address.length = list->ai_addrlen;
    return address;
}

}  // namespace spinscope
