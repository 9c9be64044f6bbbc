// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "core/machine/machine.h"

namespace spinscope {

/// One packet; its memory belongs to the worker that produced it and is used again once `busy` is 0. Plain
/// members are written by the producer before the packet is handed on and by its present holder after that: a
/// lock or an atomic list carries them from one to the other.
template <Machine M>
struct alignas(64) Packet {
    typename M::template Var<Packet*> next{};
    std::uint32_t producer = 0;
    std::uint32_t size = 0;      ///< payload bytes
    std::uint64_t sequence = 0;  ///< per producer, from 0
    std::uint64_t stamp = 0;     ///< time of the enqueue where sampled, else 0
    std::uint32_t flow = 0;      ///< of all flows of the run
    std::uint8_t priority = 1;   ///< band of a discipline that has bands; 0 goes first
    bool refused = false;        ///< the device will never take it
    DropReason drop_reason{};    ///< on its way to being freed
    typename M::template Atomic<std::uint32_t> busy{};
    typename M::Block payload{};
};

/// A FIFO of packets, guarded by whoever guards the object it is part of.
template <Machine M>
struct PacketList {
    typename M::template Var<Packet<M>*> head{};
    typename M::template Var<Packet<M>*> tail{};
    typename M::template Var<std::uint32_t> length{};

    void push(typename M::Ctx& ctx, Packet<M>& packet) {
        ctx.set(packet.next, static_cast<Packet<M>*>(nullptr));
        Packet<M>* last = ctx.get(tail);
        if (last == nullptr) {
            ctx.set(head, &packet);
        } else {
            ctx.set(last->next, &packet);
        }
        ctx.set(tail, &packet);
        const std::uint32_t before = ctx.get(length);
        ctx.set(length, before + 1);
    }

    /// Before all that is in it, in order.
    void put_first(typename M::Ctx& ctx, std::span<Packet<M>* const> packets) {
        PacketList<M> behind;
        while (Packet<M>* packet = pop(ctx)) behind.push(ctx, *packet);
        for (Packet<M>* packet : packets) push(ctx, *packet);
        while (Packet<M>* packet = behind.pop(ctx)) push(ctx, *packet);
    }

    Packet<M>* pop(typename M::Ctx& ctx) {
        Packet<M>* first = ctx.get(head);
        if (first == nullptr) return nullptr;
        Packet<M>* second = ctx.get(first->next);
        ctx.set(head, second);
        if (second == nullptr) ctx.set(tail, static_cast<Packet<M>*>(nullptr));
        const std::uint32_t before = ctx.get(length);
        ctx.set(length, before - 1);
        return first;
    }
};

}  // namespace spinscope
