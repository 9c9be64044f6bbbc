// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "core/machine/machine.h"

namespace spinscope {

/// Which of many flows has most queued: a binary heap over all of them, side by side in the arena as cake's
/// `overflow_heap`. Under the root lock.
template <Machine M>
class LongestFlow {
    using Ctx = typename M::Ctx;
    template <class T>
    using Var = typename M::template Var<T>;

 public:
    static constexpr std::size_t memory(std::size_t flows) { return flows * 8 + 3 * 64; }

    LongestFlow(Arena& arena, std::size_t flows)
        : bytes_(arena.template make_array<Var<std::uint32_t>>(flows)),
          heap_(arena.template make_array<Var<std::uint16_t>>(flows)),
          places_(arena.template make_array<Var<std::uint16_t>>(flows)) {}

    std::uint32_t longest(Ctx& ctx) { return flow_at(ctx, 0); }

    void grow(Ctx& ctx, std::uint32_t flow, std::uint32_t by) {
        const std::uint32_t bytes = ctx.get(bytes_[flow]) + by;
        ctx.set(bytes_[flow], bytes);
        const std::uint32_t from = place_of(ctx, flow);
        std::uint32_t at = from;
        while (at != 0) {
            const std::uint32_t parent = (at - 1) / 2;
            const std::uint32_t other = flow_at(ctx, parent);
            if (ctx.get(bytes_[other]) >= bytes) break;
            put(ctx, at, other);
            at = parent;
        }
        if (at != from) put(ctx, at, flow);
    }

    void shrink(Ctx& ctx, std::uint32_t flow, std::uint32_t by) {
        const std::uint32_t bytes = ctx.get(bytes_[flow]) - by;
        ctx.set(bytes_[flow], bytes);
        const std::uint32_t from = place_of(ctx, flow);
        std::uint32_t at = from;
        for (;;) {
            std::uint32_t child = 2 * at + 1;
            if (child >= heap_.size()) break;
            std::uint32_t larger = flow_at(ctx, child);
            std::uint32_t most = ctx.get(bytes_[larger]);
            if (child + 1 < heap_.size()) {
                const std::uint32_t right = flow_at(ctx, child + 1);
                const std::uint32_t there = ctx.get(bytes_[right]);
                if (there > most) {
                    most = there;
                    larger = right;
                    ++child;
                }
            }
            if (most <= bytes) break;
            put(ctx, at, larger);
            at = child;
        }
        if (at != from) put(ctx, at, flow);
    }

 private:
    // Numbers are kept relative to their own index, so that zeroed memory is a heap of nothing.
    std::uint32_t flow_at(Ctx& ctx, std::uint32_t place) { return ctx.get(heap_[place]) ^ place; }
    std::uint32_t place_of(Ctx& ctx, std::uint32_t flow) { return ctx.get(places_[flow]) ^ flow; }
    void put(Ctx& ctx, std::uint32_t place, std::uint32_t flow) {
        ctx.set(heap_[place], static_cast<std::uint16_t>(flow ^ place));
        ctx.set(places_[flow], static_cast<std::uint16_t>(place ^ flow));
    }

    const std::span<Var<std::uint32_t>> bytes_;  ///< queued, of each flow
    const std::span<Var<std::uint16_t>> heap_;   ///< the flow at each place
    const std::span<Var<std::uint16_t>> places_;
};

}  // namespace spinscope
