// SPDX-License-Identifier: GPL-3.0-or-later
// Linux sch_generic's pfifo_fast as it was up to 4.15, with its packets under the root lock; its lock-free
// successor is the strategy `nolock`.
#pragma once

#include "core/queue/band_queue.h"

namespace spinscope {

/// Three bands by the packet's priority; the limit is that of all three together.
template <Machine M>
class PfifoFast final : public BandQueue<M> {
 public:
    using typename BandQueue<M>::Ctx;

    explicit PfifoFast(const DisciplineEnvironment<M>& environment) : BandQueue<M>(environment, 3) {}

    bool enqueue(Ctx& ctx, Packet<M>& packet, DropList<M>&) override {
        if (this->length(ctx) >= this->limit_) return false;
        this->put(ctx, packet, this->band_by_priority(packet));
        return true;
    }
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
