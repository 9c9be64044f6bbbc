// SPDX-License-Identifier: GPL-3.0-or-later
// Queues without a root lock: Linux 4.16 (pfifo_fast); the MISSED bit, its second try and the bypass: 5.14.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "core/transmit/device_port.h"
#include "core/transmit/ring.h"
#include "core/transmit/transmit_path.h"

namespace spinscope {

/// A producer puts its packet into the ring of its band and tries to become the owner. Who finds the queue
/// owned leaves MISSED and tries once more: an owner that was about to leave may not have seen the bit. The
/// owner looks at the bit after it has given ownership back, with a full fence between, and schedules the
/// queue. So either of them sees the other, and no packet is stranded.
template <Machine M>
class NolockQueue final : public TransmitPath<M> {
    using Ctx = typename M::Ctx;
    using Node = typename Ring<M>::Node;

 public:
    static constexpr unsigned kBands = 3;
    static constexpr std::size_t kQuota = 64;
    static constexpr std::size_t kMaxBatch = 64;

    NolockQueue(const QueuePlan& plan, const QueueEnvironment<M>& to)
        : owner_(to.owner),
          batch_(std::clamp<std::size_t>(plan.batch, 1, kMaxBatch)),
          nodes_(to.arena.template make_array<Node>(to.contexts)),
          words_(to.arena.template make<Words>()),
          owned_(to.arena.template make<Owned>()),
          port_(to),
          rings_{Ring<M>(to.arena, plan.limit, nodes_), Ring<M>(to.arena, plan.limit, nodes_),
                 Ring<M>(to.arena, plan.limit, nodes_)} {}

    Verdict transmit(Ctx& ctx, Packet<M>& packet) override {
        if ((ctx.load(words_.state) & kDeactivated) != 0) {
            owner_.dropped(ctx, packet, DropReason::Deactivated);
            return Verdict::Dropped;
        }
        if (empty(ctx) && run_begin(ctx)) {
            // Once more, now that nobody requeues any more.
            if (empty(ctx)) {
                packet.stamp = ctx.probe().stamp(ctx);
                std::array<Packet<M>*, 1> one{&packet};
                if (!stopped(ctx)) {
                    if (send(ctx, one) && !empty(ctx)) run(ctx);
                    run_end(ctx);
                    return Verdict::Success;
                }
            }
            const Verdict verdict = enqueue(ctx, packet);
            run(ctx);
            run_end(ctx);
            return verdict;
        }
        const Verdict verdict = enqueue(ctx, packet);
        if (run_begin(ctx)) {
            run(ctx);
            run_end(ctx);
        }
        return verdict;
    }

    void run_scheduled(Ctx& ctx) override {
        // Before the run, so that whoever enqueues from now on schedules again.
        ctx.fetch_and(words_.state, ~kScheduled);
        ctx.probe().begin(ctx);
        if ((ctx.load(words_.state) & kDeactivated) == 0 && run_begin(ctx)) {
            run(ctx);
            run_end(ctx);
        }
        ctx.probe().end_run();
    }

    std::uint64_t queued(Ctx& ctx) override {
        own(ctx);
        std::uint64_t packets = ctx.get(owned_.requeued.length);
        for (const Ring<M>& ring : rings_) packets += ring.length(ctx);
        disown(ctx);
        return packets;
    }

    void set_active(Ctx& ctx, bool active) override {
        if (active) {
            ctx.fetch_and(words_.state, ~kDeactivated);
            schedule(ctx);  // a run that was due while it was down has done nothing
        } else {
            ctx.fetch_or(words_.state, kDeactivated);
        }
    }

    void name_memory(const NameMemory& name) const override {
        name("state", &words_.state, sizeof words_.state);
        name("sequence lock", &words_.owned, sizeof words_.owned);
        name("device side", &owned_, sizeof owned_);
        port_.name_memory(name);
        for (const Ring<M>& ring : rings_) ring.name_memory(name);
        name("ring lock's nodes", nodes_.data(), nodes_.size_bytes());
    }

    Packet<M>* take_all(Ctx& ctx) override {
        PacketList<M> all;
        own(ctx);
        while (Packet<M>* packet = next(ctx)) all.push(ctx, *packet);
        disown(ctx);
        return ctx.get(all.head);
    }

    void adopt(Ctx& ctx, Packet<M>* chain) override {
        if (chain == nullptr) return;
        own(ctx);
        while (chain != nullptr) {
            Packet<M>* next = ctx.get(chain->next);
            owned_.requeued.push(ctx, *chain);
            chain = next;
        }
        ctx.fetch_or(words_.state, kDraining);
        disown(ctx);
    }

    static std::size_t memory(const QueuePlan& plan, unsigned contexts) {
        return kBands * Ring<M>::memory(plan.limit) + contexts * sizeof(Node) + sizeof(Words) +
               sizeof(Owned) + 1024;
    }

 private:
    static constexpr std::uint32_t kScheduled = 1;
    static constexpr std::uint32_t kDeactivated = 2;
    static constexpr std::uint32_t kMissed = 4;    ///< somebody was too late to become the owner
    static constexpr std::uint32_t kDraining = 8;  ///< packets are left, and somebody comes for them later
    static constexpr std::uint32_t kNotEmpty = kMissed | kDraining;

    struct Words {
        alignas(64) typename M::template Atomic<std::uint32_t> state{0};
        alignas(64) typename M::template Atomic<std::uint32_t> owned{0};
    };
    /// The owner's.
    struct alignas(64) Owned {
        PacketList<M> requeued{};
        typename M::template Var<std::uint64_t> stopped_until{};  ///< ns; 0 = running
        typename M::template Var<std::uint32_t> back_off{};       ///< ns
    };

    /// As the bits say, without a lock. Who has enqueued and not yet asked for ownership does not count.
    bool empty(Ctx& ctx) { return (ctx.load(words_.state) & kNotEmpty) == 0; }

    Verdict enqueue(Ctx& ctx, Packet<M>& packet) {
        packet.stamp = ctx.probe().stamp(ctx);
        const unsigned band = std::min<unsigned>(packet.priority, kBands - 1);
        if (rings_[band].push(ctx, packet, nodes_[ctx.worker()])) return Verdict::Success;
        owner_.dropped(ctx, packet, DropReason::Limit);
        return Verdict::Dropped;
    }

    bool try_own(Ctx& ctx) { return ctx.compare_exchange(words_.owned, 0u, 1u); }
    bool run_begin(Ctx& ctx) {
        if (!try_own(ctx)) {
            // Whoever has set it before us tries once more, too, and its packet is behind ours or with it.
            if ((ctx.fetch_or(words_.state, kMissed) & kMissed) != 0) return false;
            if (!try_own(ctx)) return false;
        }
        ctx.probe().own_begin(ctx);
        return true;
    }
    void run_end(Ctx& ctx) {
        ctx.probe().own_end(ctx);
        disown(ctx);
        if ((ctx.load(words_.state) & kMissed) != 0) schedule(ctx);
    }
    /// For a control, while no worker is inside a packet: nobody is too late.
    void own(Ctx& ctx) {
        while (!try_own(ctx)) ctx.relax();
    }
    void disown(Ctx& ctx) { ctx.exchange(words_.owned, 0u); }  // a plain store could pass a look that follows
    void schedule(Ctx& ctx) {
        if ((ctx.fetch_or(words_.state, kScheduled) & kScheduled) == 0) ctx.raise(*this);
    }

    // Everything below is the owner's.

    bool stopped(Ctx& ctx) {
        const std::uint64_t until = ctx.get(owned_.stopped_until);
        return until != 0 && ctx.now() < until;
    }

    void run(Ctx& ctx) {
        std::size_t quota = kQuota;
        for (;;) {
            std::array<Packet<M>*, kMaxBatch> storage;
            const std::span batch(storage.data(), dequeue(ctx, storage, std::min(quota, batch_)));
            if (batch.empty() || !send(ctx, batch)) return;
            if (batch.size() >= quota) {
                ctx.fetch_or(words_.state, kMissed);
                return;
            }
            quota -= batch.size();
        }
    }

    std::size_t dequeue(Ctx& ctx, std::span<Packet<M>*> batch, std::size_t most) {
        if (stopped(ctx)) {
            // Whoever is to wake the queue may have come just before us and left its bit: look again.
            ctx.fetch_and(words_.state, ~kMissed);
            ctx.fetch_or(words_.state, stopped(ctx) ? kDraining : kMissed);
            return 0;
        }
        std::size_t count = 0;
        while (count < most) {
            Packet<M>* packet = next(ctx);
            if (packet == nullptr) break;
            batch[count++] = packet;
        }
        if (count != 0 || empty(ctx)) return count;
        // Nothing is left, it seems: the bits go, and then only those count that come from now on.
        ctx.fetch_and(words_.state, ~kNotEmpty);
        if (Packet<M>* packet = next(ctx)) batch[count++] = packet;
        return count;
    }

    Packet<M>* next(Ctx& ctx) {
        if (Packet<M>* packet = owned_.requeued.pop(ctx)) return packet;
        for (Ring<M>& ring : rings_) {
            if (Packet<M>* packet = ring.pop(ctx)) return packet;
        }
        return nullptr;
    }

    /// False = the device is busy, and the rest is requeued.
    bool send(Ctx& ctx, std::span<Packet<M>* const> batch) {
        const auto result = port_.send(ctx, batch);
        if (!result.busy) {
            if (ctx.get(owned_.back_off) != 0) {
                ctx.set(owned_.back_off, 0);
                ctx.set(owned_.stopped_until, 0);
            }
            return true;
        }
        owned_.requeued.put_first(ctx, batch.subspan(result.finished));
        const std::uint32_t wait = DevicePort<M>::back_off_after(ctx.get(owned_.back_off));
        ctx.set(owned_.back_off, wait);
        const std::uint64_t until = ctx.now() + wait;
        ctx.set(owned_.stopped_until, until);
        ctx.wake_at(until, *this);
        ctx.fetch_or(words_.state, kMissed);
        return false;
    }

    PacketOwner<M>& owner_;
    const std::size_t batch_;
    std::span<Node> nodes_;
    Words& words_;
    Owned& owned_;
    DevicePort<M> port_;
    std::array<Ring<M>, kBands> rings_;
};

}  // namespace spinscope
