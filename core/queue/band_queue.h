// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/queue/discipline.h"
#include "core/queue/flow_list.h"

namespace spinscope {

/// What disciplines of FIFOs by priority share, the first one first. The lists lie side by side in the arena,
/// as in the kernel's own structures.
template <Machine M>
class BandQueue : public Discipline<M> {
 protected:
    using Ctx = typename M::Ctx;

 public:
    static constexpr std::uint32_t kMostBands = 16;
    static constexpr std::size_t kMemory = kMostBands * sizeof(PacketList<M>) + 64;

    Packet<M>* dequeue(Ctx& ctx, DropList<M>&) override {
        Packet<M>* packet = take(ctx);
        if (packet != nullptr) ctx.charge(Cost::Dequeue);
        return packet;
    }
    Packet<M>* drain(Ctx& ctx) override {
        return chain_of<M>(ctx, [&] { return take(ctx); });
    }

 protected:
    BandQueue(const DisciplineEnvironment<M>& environment, std::uint32_t bands)
        : limit_(environment.limit),
          list_(environment.list),
          bands_(environment.arena.template make<Lines>().bands, bands) {}

    /// The packet's own priority, as far as there are bands for it.
    std::uint32_t band_by_priority(const Packet<M>& packet) const {
        return std::min<std::uint32_t>(packet.priority, bands() - 1);
    }
    std::uint32_t bands() const { return static_cast<std::uint32_t>(bands_.size()); }
    std::uint32_t length(Ctx& ctx) { return ctx.get(list_.length); }
    std::uint32_t length(Ctx& ctx, std::uint32_t band) { return ctx.get(bands_[band].length); }

    void put(Ctx& ctx, Packet<M>& packet, std::uint32_t band) {
        ctx.charge(Cost::Enqueue);
        bands_[band].push(ctx, packet);
        add_to<M>(ctx, list_.length, 1);
    }

    const std::uint32_t limit_;

 private:
    struct alignas(64) Lines {
        PacketList<M> bands[kMostBands]{};
    };

    Packet<M>* take(Ctx& ctx) {
        if (length(ctx) == 0) return nullptr;
        for (PacketList<M>& band : bands_) {
            if (Packet<M>* packet = band.pop(ctx)) {
                add_to<M>(ctx, list_.length, ~0u);
                return packet;
            }
        }
        return nullptr;
    }

    PacketList<M>& list_;
    const std::span<PacketList<M>> bands_;
};

}  // namespace spinscope
