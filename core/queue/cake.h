// SPDX-License-Identifier: GPL-3.0-or-later
// Linux sch_cake (T. Høiland-Jørgensen, J. Morton, D. Täht, 4.19) without shaper, tins and CoDel, which play
// no part when a flood meets it: flow queues in turns, the longest one cut when the queue is full, and BLUE
// for each flow.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/options.h"
#include "core/base/random.h"
#include "core/queue/blue.h"
#include "core/queue/discipline.h"
#include "core/queue/flow_list.h"
#include "core/queue/longest_flow.h"

namespace spinscope {

struct CakeRow {
    static constexpr std::uint32_t kMostFlows = 1024;
    static constexpr OptionInfo kOptions[] = {
        {.name = "flows",
         .default_value = "1024",
         .help = "flow queues; more flows than that share them",
         .least = 1,
         .most = kMostFlows},
        {.name = "quantum",
         .default_value = "1514",
         .help = "bytes that a flow may send in its turn",
         .least = 1,
         .most = 1'000'000},
        {.name = "blue",
         .default_value = "on",
         .help = "drop at random from flows that have overflowed",
         .kind = OptionInfo::Kind::Switch},
        {.name = "blue-cap",
         .default_value = "1",
         .help = "the highest probability of a drop: 1 as in the kernel, less as was proposed",
         .kind = OptionInfo::Kind::Real,
         .most = 1},
        {.name = "target-us",
         .default_value = "5000",
         .help = "the probability changes no more often than this",
         .most = 10'000'000}};
    static constexpr DisciplineInfo kInfo{
        .id = "cake",
        .title = "a queue for each flow; a full queue drops from the longest, and from flows that overflowed",
        .source = "Linux sch_cake, T. Høiland-Jørgensen and others, 2018",
        .options = kOptions,
        .memory = (kMostFlows + 2) * 64 + kMostFlows * 8 + 256,
        .bypass = false};
    template <Machine M>
    class Queue;
};

template <Machine M>
class CakeRow::Queue final : public Discipline<M> {
    using Ctx = typename M::Ctx;

 public:
    explicit Queue(const DisciplineEnvironment<M>& environment)
        : list_(environment.list),
          limit_(environment.limit),
          seed_(environment.seed),
          quantum_(static_cast<std::int32_t>(option_u32(environment.options, kOptions[1]))),
          blue_on_(option_on(environment.options, kOptions[2])),
          blue_(std::uint64_t{option_u32(environment.options, kOptions[4])} * 1000,
                share(option_real(environment.options, kOptions[3]))),
          turns_(environment.arena.template make<Turns>()),
          flows_(environment.arena.template make_array<Flow>(option_u32(environment.options, kOptions[0]))),
          longest_(environment.arena, flows_.size()) {}

    bool enqueue(Ctx& ctx, Packet<M>& packet, DropList<M>& drops) override {
        ctx.charge(Cost::Enqueue);
        const std::uint32_t index = index_of(packet);
        Flow& flow = flows_[index];
        flow.packets.push(ctx, packet);
        add_to<M>(ctx, list_.length, 1);
        longest_.grow(ctx, index, packet.size);
        const Where where = ctx.get(flow.where);
        if (where == Where::Nowhere || where == Where::Decaying) {
            if (where == Where::Decaying) turns_.decaying.remove(ctx, flow);
            ctx.set(flow.deficit, quantum_);
            enter(ctx, flow, turns_.sparse, Where::Sparse);
        }
        bool kept = true;
        while (ctx.get(list_.length) > limit_) {
            Packet<M>* victim = cut_longest(ctx);
            if (victim == &packet) {
                kept = false;
            } else {
                drops.push(ctx, *victim, DropReason::Limit);
            }
        }
        return kept;
    }

    Packet<M>* dequeue(Ctx& ctx, DropList<M>& drops) override {
        bool first = true;
        while (ctx.get(list_.length) != 0) {
            Flow& flow = next_flow(ctx, first);
            first = false;
            while (Packet<M>* packet = take(ctx, flow)) {
                ctx.charge(Cost::Dequeue);
                // The last packet of a flow is never dropped: in a collapse it is all that is still sent.
                if (ctx.get(flow.packets.length) == 0 || !chance_drops(ctx, flow)) {
                    const std::int32_t deficit = ctx.get(flow.deficit);
                    ctx.set(flow.deficit, deficit - static_cast<std::int32_t>(packet->size));
                    return packet;
                }
                drops.push(ctx, *packet, DropReason::Aqm);
            }
            found_empty(ctx, flow);
        }
        return nullptr;
    }

    Packet<M>* drain(Ctx& ctx) override {
        return chain_of<M>(ctx, [&]() -> Packet<M>* {
            while (ctx.get(list_.length) != 0) {
                Flow& flow = next_flow(ctx, false);
                if (Packet<M>* packet = take(ctx, flow)) {
                    const std::int32_t deficit = ctx.get(flow.deficit);
                    ctx.set(flow.deficit, deficit - static_cast<std::int32_t>(packet->size));
                    return packet;
                }
                found_empty(ctx, flow);
            }
            return nullptr;
        });
    }

    /// Of a packet of that flow, were it not the last one; for tests and drawings.
    typename Blue<M>::Probability drop_probability(Ctx& ctx, std::uint32_t flow) {
        return ctx.get(flows_[flow % flows_.size()].blue.probability);
    }

 private:
    enum class Where : std::uint32_t { Nowhere, Sparse, Bulk, Decaying };

    struct alignas(64) Flow {
        PacketList<M> packets{};
        typename M::template Var<Flow*> next{};
        typename M::template Var<Flow*> previous{};
        typename M::template Var<std::int32_t> deficit{};
        typename M::template Var<Where> where{};
        typename Blue<M>::State blue{};
    };
    struct alignas(64) Turns {
        FlowList<M, Flow> sparse{};
        FlowList<M, Flow> bulk{};
        FlowList<M, Flow> decaying{};
        typename M::template Var<std::uint64_t> drawn{};  ///< state of the generator, without its seed
    };

    static typename Blue<M>::Probability share(double of_one) {
        return static_cast<typename Blue<M>::Probability>(of_one * static_cast<double>(~std::uint32_t{0}));
    }
    /// Flows are numbered from 0: as with the kernel's set-associative hash, two share a queue only where
    /// there are more of them than queues.
    std::uint32_t index_of(const Packet<M>& packet) const {
        return static_cast<std::uint32_t>(packet.flow % flows_.size());
    }
    FlowList<M, Flow>& list_at(Where where) {
        return where == Where::Sparse ? turns_.sparse : where == Where::Bulk ? turns_.bulk : turns_.decaying;
    }
    void enter(Ctx& ctx, Flow& flow, FlowList<M, Flow>& list, Where where) {
        ctx.set(flow.where, where);
        list.push(ctx, flow);
    }
    void move(Ctx& ctx, Flow& flow, Where to) {
        const Where from = ctx.get(flow.where);
        list_at(from).remove(ctx, flow);
        enter(ctx, flow, list_at(to), to);
    }

    /// Whose turn it is; there are packets. A dequeue looks at one decaying flow first, which is empty: so
    /// its probability comes down while others send.
    Flow& next_flow(Ctx& ctx, bool decaying_first) {
        if (decaying_first) {
            if (Flow* flow = turns_.decaying.first(ctx)) return *flow;
        }
        for (;;) {
            Flow* flow = turns_.sparse.first(ctx);
            if (flow == nullptr) flow = turns_.bulk.first(ctx);
            const std::int32_t deficit = ctx.get(flow->deficit);
            if (deficit > 0) return *flow;
            ctx.set(flow->deficit, deficit + quantum_);
            move(ctx, *flow, Where::Bulk);
        }
    }

    Packet<M>* take(Ctx& ctx, Flow& flow) {
        Packet<M>* packet = flow.packets.pop(ctx);
        if (packet == nullptr) return nullptr;
        add_to<M>(ctx, list_.length, ~0u);
        longest_.shrink(ctx, index_of(*packet), packet->size);
        return packet;
    }
    Packet<M>* cut_longest(Ctx& ctx) {
        Flow& flow = flows_[longest_.longest(ctx)];
        if (blue_on_) blue_.overflowed(ctx, flow.blue, ctx.now());
        return take(ctx, flow);
    }
    bool chance_drops(Ctx& ctx, Flow& flow) {
        const auto probability = ctx.get(flow.blue.probability);
        if (probability == 0) return false;
        const std::uint64_t drawn = ctx.get(turns_.drawn);
        ctx.set(turns_.drawn, drawn + SeededRandom::kStep);
        return SeededRandom(seed_ + drawn).next() >> 32 < probability;
    }
    /// Stays in sight until its probability has come down.
    void found_empty(Ctx& ctx, Flow& flow) {
        if (blue_on_) blue_.found_empty(ctx, flow.blue, ctx.now());
        if (ctx.get(flow.blue.probability) != 0) return move(ctx, flow, Where::Decaying);
        const Where from = ctx.get(flow.where);
        list_at(from).remove(ctx, flow);
        ctx.set(flow.where, Where::Nowhere);
    }

    PacketList<M>& list_;
    const std::uint32_t limit_;
    const std::uint64_t seed_;
    const std::int32_t quantum_;
    const bool blue_on_;
    Blue<M> blue_;
    Turns& turns_;
    const std::span<Flow> flows_;
    LongestFlow<M> longest_;
};

}  // namespace spinscope
