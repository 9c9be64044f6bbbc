// SPDX-License-Identifier: GPL-3.0-or-later
// Linux sch_fq (E. Dumazet, 3.12) without its pacing, which UDP without a rate does not use; a flow that
// becomes active starts with a whole quantum, as in sch_fq_codel.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/options.h"
#include "core/queue/discipline.h"
#include "core/queue/flow_list.h"

namespace spinscope {

/// A FIFO for each flow, on a line of its own, served in turns of a quantum of bytes: deficit round robin,
/// with flows that have just become active before those that send all the time.
struct FqRow {
    static constexpr std::uint32_t kMostFlows = 1024;
    static constexpr OptionInfo kOptions[] = {
        {.name = "flows",
         .default_value = "1024",
         .help = "flow queues; more flows than that share them",
         .least = 1,
         .most = kMostFlows},
        {.name = "flow-limit", .default_value = "100", .help = "packets that one flow may have queued"},
        {.name = "quantum",
         .default_value = "3028",
         .help = "bytes that a flow may send in its turn",
         .least = 1,
         .most = 1'000'000}};
    static constexpr DisciplineInfo kInfo{.id = "fq",
                                          .title = "a queue for each flow, served in turns",
                                          .source = "Linux sch_fq, E. Dumazet, 2013",
                                          .options = kOptions,
                                          .memory = (kMostFlows + 2) * 64,
                                          .bypass = false};
    template <Machine M>
    class Queue;
};

template <Machine M>
class FqRow::Queue final : public Discipline<M> {
    using Ctx = typename M::Ctx;

 public:
    explicit Queue(const DisciplineEnvironment<M>& environment)
        : list_(environment.list),
          limit_(environment.limit),
          flow_limit_(option_u32(environment.options, kOptions[1])),
          quantum_(static_cast<std::int32_t>(option_u32(environment.options, kOptions[2]))),
          turns_(environment.arena.template make<Turns>()),
          flows_(environment.arena.template make_array<Flow>(option_u32(environment.options, kOptions[0]))) {}

    bool enqueue(Ctx& ctx, Packet<M>& packet, DropList<M>&) override {
        if (ctx.get(list_.length) >= limit_) return false;
        Flow& flow = flows_[packet.flow % flows_.size()];
        if (ctx.get(flow.packets.length) >= flow_limit_) return false;
        ctx.charge(Cost::Enqueue);
        flow.packets.push(ctx, packet);
        add_to<M>(ctx, list_.length, 1);
        if (ctx.get(flow.listed) == 0) {
            ctx.set(flow.listed, 1u);
            ctx.set(flow.credit, quantum_);
            turns_.fresh.push(ctx, flow);
        }
        return true;
    }
    Packet<M>* dequeue(Ctx& ctx, DropList<M>&) override {
        Packet<M>* packet = take(ctx);
        if (packet != nullptr) ctx.charge(Cost::Dequeue);
        return packet;
    }
    Packet<M>* drain(Ctx& ctx) override {
        return chain_of<M>(ctx, [&] { return take(ctx); });
    }

 private:
    struct alignas(64) Flow {
        PacketList<M> packets{};
        typename M::template Var<Flow*> next{};
        typename M::template Var<Flow*> previous{};
        typename M::template Var<std::int32_t> credit{};
        typename M::template Var<std::uint32_t> listed{};
    };
    struct alignas(64) Turns {
        FlowList<M, Flow> fresh{};
        FlowList<M, Flow> old{};
    };

    Packet<M>* take(Ctx& ctx) {
        while (ctx.get(list_.length) != 0) {
            Flow* flow = turns_.fresh.first(ctx);
            const bool fresh = flow != nullptr;
            if (!fresh) flow = turns_.old.first(ctx);
            FlowList<M, Flow>& from = fresh ? turns_.fresh : turns_.old;
            const std::int32_t credit = ctx.get(flow->credit);
            if (credit <= 0) {
                ctx.set(flow->credit, credit + quantum_);
                from.remove(ctx, *flow);
                turns_.old.push(ctx, *flow);
                continue;
            }
            if (Packet<M>* packet = flow->packets.pop(ctx)) {
                ctx.set(flow->credit, credit - static_cast<std::int32_t>(packet->size));
                add_to<M>(ctx, list_.length, ~0u);
                return packet;
            }
            from.remove(ctx, *flow);
            // Once round the old ones, or a flow that is empty now and then would always come first.
            if (fresh && turns_.old.first(ctx) != nullptr) {
                turns_.old.push(ctx, *flow);
            } else {
                ctx.set(flow->listed, 0u);
            }
        }
        return nullptr;
    }

    PacketList<M>& list_;
    const std::uint32_t limit_;
    const std::uint32_t flow_limit_;
    const std::int32_t quantum_;
    Turns& turns_;
    const std::span<Flow> flows_;
};

}  // namespace spinscope
