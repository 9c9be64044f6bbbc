// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/packet_sender.h"

#include <linux/if_ether.h>
#include <netinet/in.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/base/error.h"

namespace spinscope {

Descriptor make_packet_socket() {
    // Protocol 0: it receives nothing.
    Descriptor socket(::socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0));
    if (socket.get() < 0 && (errno == EPERM || errno == EACCES)) {
        throw UsageError(
            "Device packet needs the right to send raw frames (CAP_NET_RAW)", std::strerror(errno),
            "Grant it (sudo setcap cap_net_raw+ep PROGRAM), run as root or in a user namespace of "
            "your own, or use --device udp, which needs no rights");
    }
    if (socket.get() < 0) throw Error("A packet socket cannot be made", std::strerror(errno));
    const int on = 1;
    if (setsockopt(socket.get(), SOL_PACKET, PACKET_QDISC_BYPASS, &on, sizeof on) != 0) {
        throw Error("The kernel's queue cannot be bypassed", std::strerror(errno), "Use --device udp");
    }
    return socket;
}

PacketSender::PacketSender(const UdpHeaders& headers, int interface, unsigned max_batch, SendCalls& calls)
    : headers_(headers),
      calls_(calls),
      socket_(make_packet_socket()),
      interface_(interface),
      vectors_(2 * std::size_t{max_batch}),
      messages_(max_batch) {
    address_.sll_family = AF_PACKET;
    address_.sll_protocol = htons(ETH_P_IP);
    for (std::size_t i = 0; i < messages_.size(); ++i) {
        vectors_[2 * i] = {const_cast<std::byte*>(headers_.data()), headers_.size()};  // sendmmsg only reads
        msghdr& header = messages_[i].msg_hdr;
        header.msg_name = &address_;
        header.msg_namelen = sizeof address_;
        header.msg_iov = &vectors_[2 * i];
        header.msg_iovlen = 2;
    }
}

SendResult PacketSender::send(std::span<const iovec> batch) {
    address_.sll_ifindex = interface_.load(std::memory_order_relaxed);
    const std::size_t count = std::min(batch.size(), messages_.size());
    for (std::size_t i = 0; i < count; ++i) vectors_[2 * i + 1] = batch[i];
    SendResult result;
    while (result.sent < count) {
        const int taken =
            calls_.sendmmsg(socket_.get(), messages_.data() + result.sent,
                            static_cast<unsigned>(count - result.sent), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (taken > 0) {
            result.sent += static_cast<unsigned>(taken);
            continue;
        }
        // What stopped a call after its first message, the next call says.
        result.error = taken < 0 ? errno : EAGAIN;
        errors_.add(result.error);
        result.next = is_busy(result.error) ? SendResult::Next::Busy : SendResult::Next::Refused;
        break;
    }
    return result;
}

}  // namespace spinscope
