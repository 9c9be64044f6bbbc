// SPDX-License-Identifier: GPL-3.0-or-later
// Linux sch_tbf (A. Kuznetsov), counted in packets instead of bytes: those of a run are all of one size.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/options.h"
#include "core/queue/discipline.h"

namespace spinscope {

/// A FIFO whose packets leave at a rate: a packet needs a token, tokens come at the rate, and a burst of them
/// is kept.
struct TbfRow {
    static constexpr OptionInfo kOptions[] = {{.name = "rate",
                                               .default_value = "100000",
                                               .help = "packets a second",
                                               .least = 1,
                                               .most = 1'000'000'000},
                                              {.name = "burst",
                                               .default_value = "32",
                                               .help = "packets that may leave at once after a rest",
                                               .least = 1,
                                               .most = 1'000'000}};
    static constexpr DisciplineInfo kInfo{.id = "tbf",
                                          .title = "first in, first out, and no faster than a rate",
                                          .source = "Linux sch_tbf",
                                          .options = kOptions,
                                          .memory = 128,
                                          .bypass = false};
    template <Machine M>
    class Queue;
};

template <Machine M>
class TbfRow::Queue final : public Discipline<M> {
    using Ctx = typename M::Ctx;

 public:
    explicit Queue(const DisciplineEnvironment<M>& environment)
        : list_(environment.list),
          limit_(environment.limit),
          rate_(option_u32(environment.options, kOptions[0])),
          most_(std::uint64_t{option_u32(environment.options, kOptions[1])} * kToken),
          bucket_(environment.arena.template make<Bucket>()) {}

    bool enqueue(Ctx& ctx, Packet<M>& packet, DropList<M>&) override {
        if (ctx.get(list_.length) >= limit_) return false;
        ctx.charge(Cost::Enqueue);
        list_.push(ctx, packet);
        return true;
    }
    Packet<M>* dequeue(Ctx& ctx, DropList<M>&) override {
        if (ctx.get(list_.length) == 0) return nullptr;
        const std::uint64_t tokens = fill(ctx, ctx.now());
        if (tokens < kToken) return nullptr;
        ctx.set(bucket_.tokens, tokens - kToken);
        ctx.charge(Cost::Dequeue);
        return list_.pop(ctx);
    }
    std::uint64_t ready_at(Ctx& ctx) override {
        const std::uint64_t now = ctx.now();
        const std::uint64_t tokens = fill(ctx, now);
        return tokens >= kToken ? now : now + (kToken - tokens + rate_ - 1) / rate_;
    }
    Packet<M>* drain(Ctx& ctx) override {
        return chain_of<M>(ctx, [&] { return list_.pop(ctx); });
    }

 private:
    /// In these units a nanosecond brings `rate` of them: nothing is lost by rounding.
    static constexpr std::uint64_t kToken = 1'000'000'000;

    struct alignas(64) Bucket {
        typename M::template Var<std::uint64_t> tokens{};
        typename M::template Var<std::uint64_t> filled_at{};  ///< ns; 0 = never: the bucket starts full
    };

    /// What has come until now.
    std::uint64_t fill(Ctx& ctx, std::uint64_t now) {
        const std::uint64_t since = ctx.get(bucket_.filled_at);
        now = std::max(now, since);  // another CPU's clock may be a little behind
        const std::uint64_t before = ctx.get(bucket_.tokens);
        const std::uint64_t missing = most_ - before;
        // Compared as a time, so that a long rest does not overflow.
        const bool full = since == 0 || now - since > missing / rate_;
        const std::uint64_t tokens = full ? most_ : before + (now - since) * rate_;
        ctx.set(bucket_.tokens, tokens);
        ctx.set(bucket_.filled_at, std::max<std::uint64_t>(now, 1));
        return tokens;
    }

    PacketList<M>& list_;
    const std::uint32_t limit_;
    const std::uint64_t rate_;
    const std::uint64_t most_;
    Bucket& bucket_;
};

}  // namespace spinscope
