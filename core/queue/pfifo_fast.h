// SPDX-License-Identifier: GPL-3.0-or-later
// Linux sch_generic's pfifo_fast as it was up to 4.15, with its packets under the root lock; its lock-free
// successor is the strategy `nolock`.
#pragma once

#include "core/queue/band_queue.h"

namespace spinscope {

/// Three bands by the packet's priority; the limit is that of all three together.
template <Machine M>
class PfifoFast final : public Discipline<M> {
    using Ctx = typename M::Ctx;

 public:
    static constexpr std::uint32_t kBands = 3;

    explicit PfifoFast(const DisciplineEnvironment<M>& environment)
        : bands_(environment, kBands), limit_(environment.limit) {}

    bool enqueue(Ctx& ctx, Packet<M>& packet, DropList<M>&) override {
        if (bands_.length(ctx) >= limit_) return false;
        ctx.charge(Cost::Enqueue);
        bands_.put(ctx, packet, std::min<std::uint32_t>(packet.priority, kBands - 1));
        return true;
    }
    Packet<M>* dequeue(Ctx& ctx, DropList<M>&) override {
        Packet<M>* packet = bands_.take(ctx);
        if (packet != nullptr) ctx.charge(Cost::Dequeue);
        return packet;
    }
    Packet<M>* drain(Ctx& ctx) override {
        return chain_of<M>(ctx, [&] { return bands_.take(ctx); });
    }

 private:
    BandQueue<M> bands_;
    const std::uint32_t limit_;
};

struct PfifoFastRow {
    static constexpr DisciplineInfo kInfo{
        .id = "pfifo_fast",
        .title = "three FIFOs by the packet's priority; a higher one always goes first",
        .source = "Linux sch_generic, the default queue up to 4.15",
        .memory = 1024};
    template <Machine M>
    using Queue = PfifoFast<M>;
};

}  // namespace spinscope
