// SPDX-License-Identifier: GPL-3.0-or-later
// M. Tsirkin's ptr_ring (Linux 4.8), on which pfifo_fast stands since 4.16.
#pragma once

#include <cstdint>
#include <span>

#include "core/lock/lock.h"
#include "core/lock/qspinlock.h"
#include "core/queue/packet.h"

namespace spinscope {

/// A bounded FIFO of packets: producers take a lock of its own, a consumer none, and there is one at a time.
/// A slot tells by itself whether it is taken, so neither end reads the other's index.
template <Machine M>
class Ring {
    using Ctx = typename M::Ctx;
    using Slot = typename M::template Atomic<Packet<M>*>;

 public:
    using Node = typename QSpinLock<M>::Node;

    Ring(Arena& arena, std::uint32_t capacity, std::span<Node> nodes)
        : slots_(arena.template make_array<Slot>(capacity)),
          producers_(arena.template make<Producers>(nodes)),
          consumer_(arena.template make<Consumer>()) {}

    /// False = full.
    bool push(Ctx& ctx, Packet<M>& packet, Node& node) {
        acquire(ctx, producers_.lock, node, Site::Root);
        const std::uint32_t at = ctx.get(producers_.next);
        const bool room = !slots_.empty() && ctx.load(slots_[at]) == nullptr;
        if (room) {
            ctx.charge(Cost::Enqueue);
            ctx.store(slots_[at], &packet);
            ctx.set(producers_.next, after(at));
        }
        release(ctx, producers_.lock, node, Site::Root);
        return room;
    }
    /// By the one consumer; null where there is nothing.
    Packet<M>* pop(Ctx& ctx) {
        if (slots_.empty()) return nullptr;
        const std::uint32_t at = ctx.get(consumer_.next);
        Packet<M>* packet = ctx.load(slots_[at]);
        if (packet == nullptr) return nullptr;
        ctx.charge(Cost::Dequeue);
        ctx.store(slots_[at], nullptr);
        ctx.set(consumer_.next, after(at));
        return packet;
    }
    /// By the one consumer, while nobody pushes.
    std::uint32_t length(Ctx& ctx) const {
        std::uint32_t packets = 0;
        for (const Slot& slot : slots_) packets += ctx.load(slot) != nullptr;
        return packets;
    }

    template <class Name>
    void name_memory(Name&& name) const {
        name("ring", slots_.data(), slots_.size_bytes());
        name("ring's producers", &producers_, sizeof producers_);
        name("ring's consumer", &consumer_, sizeof consumer_);
    }

    static std::size_t memory(std::size_t capacity) {
        return capacity * sizeof(Slot) + sizeof(Producers) + sizeof(Consumer) + 2 * 64;
    }

 private:
    struct alignas(64) Producers {
        explicit Producers(std::span<Node> nodes) : lock(nodes) {}
        QSpinLock<M> lock;
        typename M::template Var<std::uint32_t> next{};
    };
    struct alignas(64) Consumer {
        typename M::template Var<std::uint32_t> next{};
    };

    std::uint32_t after(std::uint32_t at) const { return at + 1 == slots_.size() ? 0 : at + 1; }

    std::span<Slot> slots_;
    Producers& producers_;
    Consumer& consumer_;
};

}  // namespace spinscope
