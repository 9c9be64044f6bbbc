// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/device/kernel_report.h"
#include "core/queue/packet.h"

namespace spinscope {

/// What a device knows beyond the packets it took. Counts since the device was made.
struct DeviceReport {
    struct ErrorCount {
        int code;  ///< errno, positive
        std::uint64_t count;
    };
    std::optional<std::uint64_t>
        delivered;  ///< arrived at our own sink: read + queued there + discarded there unread
    std::optional<std::uint64_t> discarded;  ///< of those, thrown away there unread
    std::vector<ErrorCount> errors;
    std::vector<Message> messages;
    std::optional<KernelReport> kernel;  ///< of the interface, where one is named or ours
};

/// Where transmitted packets go.
template <Machine M>
class Device {
 public:
    struct Result {
        std::size_t finished =
            0;              ///< leading packets of the batch that are done with: taken, or marked `refused`
        bool busy = false;  ///< the rest must be tried again later
    };

    virtual ~Device() = default;
    /// Sends in order through one of the device's queues, 0 .. queues - 1; the owner calls it with the tx
    /// lock of that queue held, so what a device keeps per queue needs no other. Marks a packet `refused`,
    /// with its drop_reason, when it can never be sent. Not busy means all are finished.
    virtual Result send(typename M::Ctx& ctx, unsigned queue, std::span<Packet<M>* const> batch) = 0;
    /// Any thread, while workers send.
    virtual DeviceReport report() = 0;
    /// The workers have ended: counts exactly what is still on its way to the sink. Control thread, once.
    virtual DeviceReport finish() { return report(); }
};

}  // namespace spinscope
