// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/strategy_info.h"
#include "core/transmit/device_port.h"
#include "core/transmit/transmit_path.h"

namespace spinscope {

/// No queue of ours and no lock: each worker calls the device through a queue of its own, and what it waits
/// for is the kernel's queue behind. A packet that the device has no room for waits with its worker, as in a
/// socket's buffer.
template <Machine M>
class KernelPath final : public TransmitPath<M> {
    using Ctx = typename M::Ctx;

 public:
    KernelPath(const QueuePlan& plan, const QueueEnvironment<M>& to)
        : device_(to.device),
          owner_(to.owner),
          limit_(plan.limit),
          lines_(to.arena.template make_array<Line>(to.contexts)) {}

    Verdict transmit(Ctx& ctx, Packet<M>& packet) override {
        Line& line = lines_[ctx.worker()];
        if (ctx.load(down_) != 0) return drop(ctx, packet, DropReason::Deactivated);
        packet.stamp = ctx.probe().stamp(ctx);
        const bool behind = ctx.get(line.waiting.length) != 0;
        if (!behind) {
            if (const auto verdict = send(ctx, packet)) return *verdict;
        }
        if (ctx.get(line.waiting.length) >= limit_) return drop(ctx, packet, DropReason::Limit);
        line.waiting.push(ctx, packet);
        if (!behind) try_later(ctx, line);
        return Verdict::Success;
    }

    void run_scheduled(Ctx& ctx) override {
        Line& line = lines_[ctx.worker()];
        ctx.probe().begin(ctx);
        while (Packet<M>* packet = ctx.get(line.waiting.head)) {
            if (!send(ctx, *packet)) {
                try_later(ctx, line);
                break;
            }
        }
        ctx.probe().end_run();
    }

    std::uint64_t queued(Ctx& ctx) override {
        std::uint64_t packets = 0;
        for (Line& line : lines_) packets += ctx.get(line.waiting.length);
        return packets;
    }
    void set_active(Ctx& ctx, bool active) override { ctx.store(down_, active ? 0u : 1u); }
    void name_memory(const NameMemory& name) const override {
        name("waiting packets", lines_.data(), lines_.size_bytes());
    }

    Packet<M>* take_all(Ctx& ctx) override {
        PacketList<M> all;
        for (Line& line : lines_) {
            while (Packet<M>* packet = line.waiting.pop(ctx)) all.push(ctx, *packet);
        }
        return ctx.get(all.head);
    }
    /// They wait with the first worker, which is the one that is woken for them.
    void adopt(Ctx& ctx, Packet<M>* chain) override {
        while (chain != nullptr) {
            Packet<M>* next = ctx.get(chain->next);
            lines_.front().waiting.push(ctx, *chain);
            chain = next;
        }
    }

 private:
    /// One worker's own.
    struct alignas(128) Line {
        PacketList<M> waiting;
        typename M::template Var<std::uint32_t> back_off{};
    };

    Verdict drop(Ctx& ctx, Packet<M>& packet, DropReason reason) {
        owner_.dropped(ctx, packet, reason);
        return Verdict::Dropped;
    }
    /// Nothing where the device is busy. A packet at the head of the worker's list leaves it.
    std::optional<Verdict> send(Ctx& ctx, Packet<M>& packet) {
        Line& line = lines_[ctx.worker()];
        if (packet.stamp != 0) ctx.probe().sojourn(ctx, packet.stamp);
        packet.stamp = 0;
        std::array<Packet<M>*, 1> one{&packet};
        ctx.probe().transmit_begin(ctx);
        const auto result = device_.send(ctx, ctx.worker(), one);
        ctx.probe().transmit_end(ctx);
        if (result.busy) return std::nullopt;
        if (ctx.get(line.waiting.head) == &packet) line.waiting.pop(ctx);
        if (ctx.get(line.back_off) != 0) ctx.set(line.back_off, 0);
        if (packet.refused) return drop(ctx, packet, packet.drop_reason);
        owner_.sent(ctx, packet);
        return Verdict::Success;
    }
    void try_later(Ctx& ctx, Line& line) {
        const std::uint32_t wait = DevicePort<M>::back_off_after(ctx.get(line.back_off));
        ctx.set(line.back_off, wait);
        ctx.wake_at(ctx.now() + wait, *this);
    }

    Device<M>& device_;
    PacketOwner<M>& owner_;
    const std::uint32_t limit_;
    const std::span<Line> lines_;
    typename M::template Atomic<std::uint32_t> down_{0};
};

/// Its row of the registry. No part of TransmitStrategies: it is none over a lock, and on the host alone.
struct KernelStrategy {
    static constexpr std::string_view kQueueOption = "kernel-queue";
    static constexpr OptionInfo kOptions[] = {
        {kQueueOption, "tbf", "the kernel's queue on an interface of our own, where no --interface is given",
         OptionInfo::Kind::Words, "tbf|htb|pfifo|pfifo_fast"}};
    static constexpr StrategyInfo kInfo{
        .id = "kernel",
        .scenario = "transmit",
        .title = "no queue of ours: workers send straight into the real kernel queue",
        .year = "today",
        .lock = "-",
        .gate = "-",
        .relock = "-",
        .layout = "-",
        .source = "the running kernel: net/core/dev.c, __dev_queue_xmit()",
        .simulatable = false,
        .options = kOptions};
};

}  // namespace spinscope
