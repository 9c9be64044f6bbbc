// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/device/descriptor.h"
#include "core/device/udp_headers.h"

struct nlmsghdr;

namespace spinscope {

/// A network interface as the kernel describes it; counters as long as it exists.
struct LinkInfo {
    int index = 0;
    std::string name;
    bool up = false;
    bool carrier = false;
    bool asks = false;  ///< asks for the Ethernet addresses of others (ARP)
    unsigned mtu = 0;
    unsigned type = 0;  ///< ARPHRD_*
    EthernetAddress address{};
    std::uint64_t tx_packets = 0;
    std::uint64_t tx_bytes = 0;
    std::uint64_t tx_dropped = 0;
    std::uint64_t tx_errors = 0;
    std::uint64_t rx_dropped = 0;  ///< an ifb counts here what it throws away behind its queue
};

/// The root queue of an interface; counters of 32 bits wrap.
struct QueueInfo {
    std::string kind;  ///< "pfifo_fast"
    std::uint64_t bytes = 0;
    std::uint64_t packets = 0;
    std::uint32_t length = 0;   ///< packets in it now
    std::uint32_t backlog = 0;  ///< bytes in it now
    std::uint32_t drops = 0;
    std::uint32_t requeues = 0;
    std::uint32_t overlimits = 0;
};

/// What an empty netlink message to be filled in begins with: 4 KiB is more than any of ours takes.
class NetlinkMessage {
 public:
    NetlinkMessage(std::uint16_t type, std::uint16_t flags);
    nlmsghdr* header();
    /// The family's own header, behind the general one.
    template <class T>
    T& extra() {
        return *static_cast<T*>(extra(sizeof(T)));
    }

 private:
    void* extra(std::size_t bytes);
    alignas(8) std::array<char, 4096> bytes_{};
};

/// A conversation with the kernel about the interfaces and queues of one network namespace. One thread at a
/// time.
class Netlink {
 public:
    /// Of the calling thread's network namespace. Throws Error.
    Netlink();
    /// Of the one that this rtnetlink socket was made in.
    explicit Netlink(Descriptor socket) : socket_(std::move(socket)) {}

    /// Nothing where there is no interface of that name.
    std::optional<LinkInfo> link(const std::string& name);
    /// Nothing where the interface has no root queue, or is none.
    std::optional<QueueInfo> root_queue(int index);
    /// The Ethernet address that the kernel knows for an IPv4 address (network byte order) there.
    std::optional<EthernetAddress> neighbour(int index, std::uint32_t address);

    /// Has a change made and waits until it is. 0, or an errno.
    int change(NetlinkMessage& message);

 private:
    using Visit = std::function<void(const nlmsghdr*)>;
    /// Sends, and has each message of the answer visited. 0, or an errno.
    int ask(NetlinkMessage& message, const Visit& visit);

    Descriptor socket_;
    std::uint32_t sequence_ = 0;
};

/// Throws UsageError where this thread's network namespace has no such interface.
void require_interface(const std::string& name);

}  // namespace spinscope
