// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "core/base/experiment.h"
#include "core/base/strategy_info.h"
#include "core/queue/drop_list.h"
#include "core/queue/packet.h"

namespace spinscope {

/// What a discipline is made of. `list` is part of the queue's layout, as in the kernel: a plain FIFO keeps
/// its packets there, and every discipline keeps the number of its packets in list.length.
template <Machine M>
struct DisciplineEnvironment {
    Arena& arena;  ///< for the state that workers share; DisciplineInfo::memory bytes of it
    PacketList<M>& list;
    std::uint32_t limit;
    unsigned flows;  ///< flow ids are 0 .. flows - 1
    const Options& options;
    std::uint64_t seed;  ///< of what it does at random
};

/// Which packet goes next, and which one not at all. Every call with the root lock held; drain() with no
/// worker inside a packet. Virtual, as the kernel calls its qdiscs through pointers too. What workers share
/// is Atomic or Var, in the arena; the object itself may hold constants and pointers only.
template <Machine M>
class Discipline {
    using Ctx = typename M::Ctx;

 public:
    virtual ~Discipline() = default;
    /// False = this packet is refused, and is the caller's again, which counts it as Limit. May give up
    /// others in its favour: those go to `drops`.
    virtual bool enqueue(Ctx& ctx, Packet<M>& packet, DropList<M>& drops) = 0;
    /// Null when there is nothing to send now. What is given up on the way goes to `drops`.
    virtual Packet<M>* dequeue(Ctx& ctx, DropList<M>& drops) = 0;
    /// After a null: when to try again (ns on now()) where packets are held back; 0 = not before the next
    /// enqueue.
    virtual std::uint64_t ready_at(Ctx&) { return 0; }
    /// Everything in the order of departure, as far as it has one, linked by `next`; nothing is given up or
    /// held back.
    virtual Packet<M>* drain(Ctx& ctx) = 0;
};

/// Null for an unknown id.
const DisciplineInfo* find_discipline(std::string_view id);

/// Empty and idle; null for an unknown id. Throws UsageError for an option that makes no sense. Instantiated
/// for the host and the simulated machine in disciplines.cpp.
template <Machine M>
std::unique_ptr<Discipline<M>> make_discipline(std::string_view id,
                                               const DisciplineEnvironment<M>& environment);

/// First in, first out, up to a limit.
template <Machine M>
class Pfifo final : public Discipline<M> {
    using Ctx = typename M::Ctx;

 public:
    explicit Pfifo(const DisciplineEnvironment<M>& environment)
        : list_(environment.list), limit_(environment.limit) {}

    bool enqueue(Ctx& ctx, Packet<M>& packet, DropList<M>&) override {
        if (ctx.get(list_.length) >= limit_) return false;
        ctx.charge(Cost::Enqueue);
        list_.push(ctx, packet);
        return true;
    }
    Packet<M>* dequeue(Ctx& ctx, DropList<M>&) override {
        Packet<M>* packet = list_.pop(ctx);
        if (packet != nullptr) ctx.charge(Cost::Dequeue);
        return packet;
    }
    Packet<M>* drain(Ctx& ctx) override {
        Packet<M>* first = ctx.get(list_.head);
        ctx.set(list_.head, static_cast<Packet<M>*>(nullptr));
        ctx.set(list_.tail, static_cast<Packet<M>*>(nullptr));
        ctx.set(list_.length, 0u);
        return first;
    }

 private:
    PacketList<M>& list_;
    const std::uint32_t limit_;
};

}  // namespace spinscope
