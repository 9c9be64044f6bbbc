// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/device/device.h"
#include "core/lock/lock.h"
#include "core/lock/ticket_lock.h"
#include "core/transmit/transmit_path.h"

namespace spinscope {

/// A queue's end of the device: the lock around the device call, which is never held together with a queue's
/// own, and the way of what was sent.
template <Machine M>
class DevicePort {
    using Ctx = typename M::Ctx;

 public:
    using Result = typename Device<M>::Result;

    explicit DevicePort(const QueueEnvironment<M>& to)
        : device_(to.device),
          queue_(to.device_queue),
          owner_(to.owner),
          tx_lock_(to.arena.template make<TxLine>().lock) {}

    /// Calls the device; packets that are done with go back to their owners.
    Result send(Ctx& ctx, std::span<Packet<M>* const> batch) {
        for (Packet<M>* packet : batch) {
            if (packet->stamp != 0) ctx.probe().sojourn(ctx, packet->stamp);
            packet->stamp = 0;  // once, though a busy device may see it again
        }
        NoNode node;
        acquire(ctx, tx_lock_, node, Site::Tx);
        ctx.probe().transmit_begin(ctx);
        const Result result = device_.send(ctx, queue_, batch);
        ctx.probe().transmit_end(ctx);
        release(ctx, tx_lock_, node, Site::Tx);
        for (Packet<M>* packet : batch.first(result.finished)) {
            if (packet->refused) {
                owner_.dropped(ctx, *packet, DropReason::Device);
            } else {
                owner_.sent(ctx, *packet);
            }
        }
        return result;
    }

    /// How long a queue waits for a busy device after `last`, which was in vain: 10 us, doubling to 1 ms.
    static std::uint32_t back_off_after(std::uint32_t last) {
        constexpr std::uint32_t kFirst = 10'000;
        constexpr std::uint32_t kLongest = 1'000'000;
        return last == 0 ? kFirst : std::min(2 * last, kLongest);
    }

    void name_memory(const NameMemory& name) const { name("tx lock", &tx_lock_, sizeof tx_lock_); }

 private:
    struct alignas(64) TxLine {
        TicketLock<M> lock{std::span<NoNode>{}};
    };

    Device<M>& device_;
    const unsigned queue_;
    PacketOwner<M>& owner_;
    TicketLock<M>& tx_lock_;
};

}  // namespace spinscope
