// SPDX-License-Identifier: GPL-3.0-or-later
// Linux sch_prio with its default children, a pfifo in each band.
#pragma once

#include "core/base/options.h"
#include "core/queue/band_queue.h"

namespace spinscope {

struct PrioRow {
    static constexpr OptionInfo kOptions[] = {
        {.name = "bands", .default_value = "3", .help = "FIFOs, each with the limit", .least = 1, .most = 16},
        {.name = "filter",
         .default_value = "priority",
         .help =
             "what chooses the band: the packet's priority (band 1 for all that workers make), or its flow "
             "in turn",
         .kind = OptionInfo::Kind::Words,
         .words = "priority|flow"}};
    static constexpr DisciplineInfo kInfo{.id = "prio",
                                          .title = "bands chosen by a filter; a higher one always goes first",
                                          .source = "Linux sch_prio",
                                          .options = kOptions,
                                          .memory = 1024,
                                          .bypass = false};
    template <Machine M>
    class Queue;
};

template <Machine M>
class PrioRow::Queue final : public Discipline<M> {
    using Ctx = typename M::Ctx;

 public:
    explicit Queue(const DisciplineEnvironment<M>& environment)
        : bands_(environment, option_u32(environment.options, kOptions[0])),
          by_flow_(option_text(environment.options, kOptions[1]) == "flow"),
          limit_(environment.limit) {}

    bool enqueue(Ctx& ctx, Packet<M>& packet, DropList<M>&) override {
        const std::uint32_t band = band_of(packet);
        if (bands_.length(ctx, band) >= limit_) return false;
        ctx.charge(Cost::Enqueue);
        bands_.put(ctx, packet, band);
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
    std::uint32_t band_of(const Packet<M>& packet) const {
        if (by_flow_) return packet.flow % bands_.bands();
        return std::min<std::uint32_t>(packet.priority, bands_.bands() - 1);
    }

    BandQueue<M> bands_;
    const bool by_flow_;
    const std::uint32_t limit_;
};

}  // namespace spinscope
