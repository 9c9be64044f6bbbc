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
class PrioRow::Queue final : public BandQueue<M> {
 public:
    using typename BandQueue<M>::Ctx;

    explicit Queue(const DisciplineEnvironment<M>& environment)
        : BandQueue<M>(environment, option_u32(environment.options, kOptions[0])),
          by_flow_(option_text(environment.options, kOptions[1]) == "flow") {}

    bool enqueue(Ctx& ctx, Packet<M>& packet, DropList<M>&) override {
        const std::uint32_t band = by_flow_ ? packet.flow % this->bands() : this->band_by_priority(packet);
        if (this->length(ctx, band) >= this->limit_) return false;
        this->put(ctx, packet, band);
        return true;
    }

 private:
    const bool by_flow_;
};

}  // namespace spinscope
