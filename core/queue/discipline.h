// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/queue/packet.h"

namespace spinscope {

/// Which packet goes next. Every call with the root lock held. Virtual, as the kernel calls its qdiscs
/// through pointers too.
template <Machine M>
class Discipline {
 public:
    virtual ~Discipline() = default;
    /// False = refused (the queue is full): the caller drops the packet.
    virtual bool enqueue(typename M::Ctx& ctx, Packet<M>& packet) = 0;
    /// Null when there is nothing to send now.
    virtual Packet<M>* dequeue(typename M::Ctx& ctx) = 0;
};

/// First in, first out, up to a limit. Its list is part of the queue's layout, as in the kernel.
template <Machine M>
class Pfifo final : public Discipline<M> {
 public:
    Pfifo(PacketList<M>& list, std::uint32_t limit) : list_(list), limit_(limit) {}

    bool enqueue(typename M::Ctx& ctx, Packet<M>& packet) override {
        if (ctx.get(list_.length) >= limit_) return false;
        ctx.charge(Cost::Enqueue);
        list_.push(ctx, packet);
        return true;
    }
    Packet<M>* dequeue(typename M::Ctx& ctx) override {
        Packet<M>* packet = list_.pop(ctx);
        if (packet != nullptr) ctx.charge(Cost::Dequeue);
        return packet;
    }

 private:
    PacketList<M>& list_;
    const std::uint32_t limit_;
};

}  // namespace spinscope
