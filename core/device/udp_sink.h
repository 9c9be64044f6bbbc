// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/device/udp_address.h"
#include "core/topology/topology.h"

namespace spinscope {

/// A counter of 32 bits that wraps, made one of 64 that does not; look at it before it wraps twice.
class WrappingCounter {
 public:
    std::uint64_t update(std::uint32_t now) {
        total_ += now - last_;
        last_ = now;
        return total_;
    }

 private:
    std::uint64_t total_ = 0;
    std::uint32_t last_ = 0;
};

/// What arrived at a sink.
struct SinkCount {
    std::uint64_t read = 0;       ///< taken out and looked at
    std::uint64_t queued = 0;     ///< waiting in the socket; an estimate until finish()
    std::uint64_t discarded = 0;  ///< thrown away by the socket, unread, because it was full
    std::uint64_t out_of_order = 0;
    std::uint64_t corrupt = 0;

    std::uint64_t delivered() const { return read + queued + discarded; }
};

/// A socket of our own on loopback that packets are sent to.
class UdpSink {
 public:
    virtual ~UdpSink() = default;
    virtual const UdpAddress& address() const = 0;
    /// Any thread, while packets arrive.
    virtual SinkCount count() = 0;
    /// Nothing is sent any more: waits (under half a second) until `sent` packets have arrived or no more
    /// come, then counts exactly. Control thread, once.
    virtual SinkCount finish(std::uint64_t sent) = 0;
};

/// Nobody reads it, which costs half of what reading does and no thread. Packets of `payload` bytes. Throws
/// Error.
std::unique_ptr<UdpSink> make_unread_sink(int family, unsigned payload);
/// A thread reads it, and checks each producer's order and every packet's content (PayloadHeader, then
/// zeros); it keeps off the CPUs in `busy`. Stops within 0.2 s. Throws Error.
std::unique_ptr<UdpSink> make_verifying_sink(int family, unsigned payload,
                                             std::shared_ptr<const Topology> topology,
                                             std::vector<unsigned> busy);

}  // namespace spinscope
