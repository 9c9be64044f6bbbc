// SPDX-License-Identifier: GPL-3.0-or-later
// E. Dumazet, netdev, October 2025, "net: dev_queue_xmit() llist adoption", commit 100dfa74cad9 (Linux 6.19);
// the burst limit as of commit ffe4ccd359d0 (January 2026).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/transmit/gate.h"

namespace spinscope {

/// A lock-free list instead of a lock: push the packet and go. Only the worker that found the list empty goes
/// on to the root lock; it takes the whole list with it, so the queue is locked once per generation and not
/// once per packet.
template <Machine M>
class ListGate {
 public:
    using Node = NoNode;
    using Visit = NoVisit;
    static constexpr std::string_view kLabel = "lock-free list";

    explicit ListGate(std::span<Node>) {}

    void set_burst_limit(std::uint32_t packets) { burst_limit_ = packets; }
    /// Whether a queue is not scheduled when a worker on its way will run it: commit f8a55d5e71e6.
    void set_schedule_fast_path(bool on) { fast_path_ = on; }

    template <class Busy>
    Admission enter(typename M::Ctx& ctx, Visit&, Packet<M>& packet, Busy&&) {
        Packet<M>* first = ctx.load(first_);
        bool counted = false;
        for (;;) {
            if (first != nullptr && !counted) {
                // Approximate on purpose: the first packet of a generation is not counted, a refused one is
                // and is not given back, and the reset below is not one step with the exchange.
                counted = true;
                if (ctx.fetch_add(count_, 1u) + 1 > burst_limit_) return Admission::Refused;
            }
            ctx.set(packet.next, first);
            if (ctx.compare_exchange(first_, first, &packet)) break;
            first = ctx.load(first_);
        }
        return first == nullptr ? Admission::Enter : Admission::Left;
    }

    /// Takes the list under the root lock: earlier, two generations could be enqueued in the wrong order.
    Arrivals<M> collect(typename M::Ctx& ctx, Packet<M>&) {
        Packet<M>* newest = ctx.exchange(first_, nullptr);
        ctx.store(count_, 0u);
        Packet<M>* oldest = nullptr;
        Packet<M>* packet = newest;
        while (packet != nullptr) {
            Packet<M>* before = ctx.get(packet->next);
            ctx.set(packet->next, oldest);
            oldest = packet;
            packet = before;
        }
        return {oldest, oldest == newest};
    }
    void before_send(typename M::Ctx&, Visit&) {}
    void before_run(typename M::Ctx&, Visit&) {}
    void leave(typename M::Ctx&, Visit&) {}
    /// True: a worker is on its way to the root lock and will run the queue after it has taken the list.
    bool has_left_packets(typename M::Ctx& ctx) { return fast_path_ && ctx.load(first_) != nullptr; }

 private:
    typename M::template Atomic<Packet<M>*> first_{nullptr};
    typename M::template Atomic<std::uint32_t> count_{0};
    std::uint32_t burst_limit_ = 1000;
    bool fast_path_ = true;
};

}  // namespace spinscope
