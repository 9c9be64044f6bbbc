// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <linux/if_packet.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "core/device/descriptor.h"
#include "core/device/errno_counts.h"
#include "core/device/send_calls.h"
#include "core/device/udp_headers.h"

namespace spinscope {

/// A packet socket past the kernel's queue, that never blocks. Throws UsageError where the rights for one are
/// missing, Error for what else the kernel has against it.
Descriptor make_packet_socket();

/// Puts frames straight into an interface's driver. One thread at a time may send; counts may be read, and
/// the interface be changed, from any.
class PacketSender {
 public:
    /// `interface`: its index.
    PacketSender(const UdpHeaders& headers, int interface, unsigned max_batch,
                 SendCalls& calls = system_send_calls());
    PacketSender(const PacketSender&) = delete;
    PacketSender& operator=(const PacketSender&) = delete;

    /// 1 to max_batch payloads, a buffer each. Busy (EAGAIN, ENOBUFS, ENOMEM): the driver's ring, or the
    /// socket's buffer, is full; refused: this one cannot be sent.
    SendResult send(std::span<const iovec> batch);

    void set_interface(int index) { interface_.store(index, std::memory_order_relaxed); }
    const ErrnoCounts& errors() const { return errors_; }

 private:
    const UdpHeaders headers_;
    SendCalls& calls_;
    Descriptor socket_;
    std::atomic<int> interface_;
    sockaddr_ll address_{};
    std::vector<iovec> vectors_;  ///< headers and payload of each, in turn
    std::vector<mmsghdr> messages_;
    ErrnoCounts errors_;
};

}  // namespace spinscope
