// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/socket.h>
#include <sys/uio.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/device/descriptor.h"
#include "core/device/errno_counts.h"
#include "core/device/send_calls.h"
#include "core/device/udp_address.h"

namespace spinscope {

/// A UDP socket of that family. Throws Error.
Descriptor make_udp_socket(int family);
/// Has a UDP socket send to `to`, through that interface alone (empty: whichever the route says), and tell of
/// what is dropped on the way. Throws Error where the kernel refuses, UsageError where there is no such
/// interface or rights for it are missing.
void connect_udp_socket(int fd, const UdpAddress& to, const std::string& interface = {});

/// What a UDP datagram over IPv4 holds.
inline constexpr unsigned kMaxUdpPayload = 65'507;
/// Throws UsageError, with the reason, for a payload that cannot be sent, or cannot be verified.
void check_udp_payload(unsigned bytes, bool verify);

/// A connected UDP socket that never blocks. One thread at a time may send; counts may be read from any.
///
/// Busy (EAGAIN, ENOBUFS, ENOMEM): send the datagram again later. Refused: it cannot be sent. A connected
/// socket reports what became of an *earlier* datagram (ECONNREFUSED from a port nobody listens at) in place
/// of sending the present one; the present one is tried again once, so a receiver that comes back is met
/// again.
class UdpSender {
 public:
    /// Throws Error where the kernel refuses to address that.
    UdpSender(const UdpAddress& to, unsigned max_batch, SendCalls& calls = system_send_calls())
        : UdpSender(make_udp_socket(to.family()), to, {}, max_batch, calls) {}
    /// Over a socket that is not connected yet, through that interface alone.
    UdpSender(Descriptor socket, const UdpAddress& to, const std::string& interface, unsigned max_batch,
              SendCalls& calls = system_send_calls());

    /// 1 to max_batch datagrams, one buffer each. One goes by send(), more by sendmmsg().
    ///
    /// Inline where all goes well: a CPU forgets its return addresses in the kernel, so each function between
    /// the system call and its caller costs a mispredicted return.
    SendResult send(std::span<const iovec> batch) {
        const auto [taken, error] = attempt(batch);
        if (error != 0 || taken != batch.size()) return send_rest(batch, taken, error);
        count(taken);
        return {.sent = taken};
    }

    /// Any thread, while others send: goes on over a new socket, as an interface that was made again takes
    /// one. Throws Error, with the old socket in force.
    void reconnect(const std::string& interface);

    const UdpAddress& to() const { return to_; }
    int fd() const { return socket_.get(); }
    /// Taken by the kernel: "sent" as far as a sender can know.
    std::uint64_t sent() const { return sent_.load(std::memory_order_relaxed); }
    /// Attempts repeated because an earlier datagram's error came in their place.
    std::uint64_t repeated() const { return repeated_.load(std::memory_order_relaxed); }
    /// Every errno met, once per datagram it was met with.
    const ErrnoCounts& errors() const { return errors_; }

 private:
    /// One system call: how many of them the kernel took, or an errno.
    std::pair<unsigned, int> attempt(std::span<const iovec> batch);
    /// Goes on after a first attempt that did not take all.
    SendResult send_rest(std::span<const iovec> batch, unsigned taken, int error);
    void count(unsigned taken) {
        sent_.store(sent_.load(std::memory_order_relaxed) + taken, std::memory_order_relaxed);
    }
    void drain_error_queue();

    UdpAddress to_;
    Descriptor socket_;
    SendCalls& calls_;
    std::vector<mmsghdr> messages_;
    std::atomic<std::uint64_t> sent_ = 0;
    std::atomic<std::uint64_t> repeated_ = 0;
    ErrnoCounts errors_;
};

}  // namespace spinscope
