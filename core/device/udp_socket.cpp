// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/udp_socket.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <tuple>

#include "core/base/error.h"
#include "core/queue/payload.h"

namespace spinscope {
namespace {

constexpr int kFlags = MSG_DONTWAIT | MSG_NOSIGNAL;
/// Bounds the work after an error; what stays is drained after the next one.
constexpr int kErrorsDrainedAtOnce = 64;

/// These may have come in by ICMP and then speak of an earlier datagram.
bool may_be_late(int error) {
    return error == ECONNREFUSED || error == EHOSTUNREACH || error == ENETUNREACH || error == EHOSTDOWN ||
           error == ENOPROTOOPT || error == EPROTO || error == EMSGSIZE || error == EACCES;
}

void raise(std::atomic<std::uint64_t>& count, std::uint64_t by) {
    count.store(count.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
}

}  // namespace

Descriptor make_udp_socket(int family) {
    Descriptor socket(::socket(family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (socket.get() < 0) {
        throw Error("A UDP socket cannot be made", std::strerror(errno),
                    family == AF_INET6 ? "Use an IPv4 address where IPv6 is off" : "");
    }
    return socket;
}

void connect_udp_socket(int fd, const UdpAddress& to, const std::string& interface) {
    if (!interface.empty() && setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, interface.c_str(),
                                         static_cast<socklen_t>(interface.size())) != 0) {
        const int error = errno;
        const std::string what = fmt::format("Sending through interface {} alone is refused", interface);
        if (error == EPERM) {
            throw UsageError(what, "this kernel wants CAP_NET_RAW for it",
                             "Grant it (sudo setcap cap_net_raw+ep PROGRAM), or leave out --interface");
        }
        throw Error(what, std::strerror(error));
    }
    // Without this a full interface queue says "sent" and drops.
    const int on = 1;
    const bool v6 = to.family() == AF_INET6;
    setsockopt(fd, v6 ? IPPROTO_IPV6 : IPPROTO_IP, v6 ? IPV6_RECVERR : IP_RECVERR, &on, sizeof on);
    // A packet is one frame: what does not fit is refused, and not cut into pieces.
    const int never_cut = v6 ? IPV6_PMTUDISC_DO : IP_PMTUDISC_DO;
    setsockopt(fd, v6 ? IPPROTO_IPV6 : IPPROTO_IP, v6 ? IPV6_MTU_DISCOVER : IP_MTU_DISCOVER, &never_cut,
               sizeof never_cut);
    if (connect(fd, to.get(), to.length) != 0) {
        const int error = errno;
        throw Error(fmt::format("{} cannot be sent to", to.text()), std::strerror(error),
                    error == ENETUNREACH ? "See if the interface is up and has a route" : "");
    }
}

void check_udp_payload(unsigned bytes, bool verify) {
    if (bytes > kMaxUdpPayload) {
        throw UsageError(fmt::format("A payload of {} bytes cannot be sent", bytes),
                         fmt::format("a UDP datagram holds at most {}", kMaxUdpPayload));
    }
    if (bytes == 0) throw UsageError("A payload of 0 bytes cannot be sent", "a packet has at least 1");
    if (verify && bytes < sizeof(PayloadHeader)) {
        throw UsageError(fmt::format("A payload of {} bytes cannot be verified", bytes),
                         fmt::format("number and checksum take {} bytes", sizeof(PayloadHeader)),
                         "Set a larger payload, or leave --verify out");
    }
}

UdpSender::UdpSender(Descriptor socket, const UdpAddress& to, const std::string& interface,
                     unsigned max_batch, SendCalls& calls)
    : to_(to), socket_(std::move(socket)), calls_(calls), messages_(max_batch) {
    connect_udp_socket(fd(), to, interface);
}

void UdpSender::reconnect(const std::string& interface) {
    const Descriptor fresh = make_udp_socket(to_.family());
    connect_udp_socket(fresh.get(), to_, interface);
    // In the old one's place at once: whoever sends just now uses the one or the other.
    if (dup3(fresh.get(), fd(), O_CLOEXEC) < 0)
        throw Error("A socket cannot be replaced", std::strerror(errno));
}

SendResult UdpSender::send_rest(std::span<const iovec> batch, unsigned taken, int error) {
    SendResult result;
    int late = 0;  // what was said in place of sending the present one, which is being tried again
    // After n > 0 messages sendmmsg keeps an error to itself; asking again from the n-th tells it.
    for (;; std::tie(taken, error) = attempt(batch.subspan(result.sent))) {
        if (late != 0 && error != late) errors_.add(late);
        if (error == 0) {
            result.sent += taken;
            count(taken);
            late = 0;
            if (result.sent == batch.size()) break;
            continue;
        }
        if (!is_busy(error)) drain_error_queue();
        if (late == 0 && may_be_late(error)) {
            late = error;
            raise(repeated_, 1);
            continue;
        }
        errors_.add(error);
        result.next = is_busy(error) ? SendResult::Next::Busy : SendResult::Next::Refused;
        result.error = error;
        break;
    }
    return result;
}

std::pair<unsigned, int> UdpSender::attempt(std::span<const iovec> batch) {
    if (batch.size() == 1) {
        const ssize_t bytes = calls_.send(fd(), batch[0].iov_base, batch[0].iov_len, kFlags);
        return bytes < 0 ? std::pair(0u, errno) : std::pair(1u, 0);
    }
    const std::size_t count = std::min(batch.size(), messages_.size());
    for (std::size_t i = 0; i < count; ++i) {
        messages_[i].msg_hdr.msg_iov = const_cast<iovec*>(&batch[i]);  // sendmmsg only reads it
        messages_[i].msg_hdr.msg_iovlen = 1;
    }
    const int taken = calls_.sendmmsg(fd(), messages_.data(), static_cast<unsigned>(count), kFlags);
    // 0 would be no progress and no reason.
    return taken > 0 ? std::pair(static_cast<unsigned>(taken), 0) : std::pair(0u, taken < 0 ? errno : EAGAIN);
}

void UdpSender::drain_error_queue() {
    std::array<char, 256> control{};
    for (int i = 0; i < kErrorsDrainedAtOnce; ++i) {
        msghdr message{};
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        if (recvmsg(fd(), &message, MSG_ERRQUEUE | MSG_DONTWAIT) < 0) return;
    }
}

}  // namespace spinscope
