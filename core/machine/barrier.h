// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/machine/machine.h"

namespace spinscope {

/// Where workers stop between packets: for a switch, for a pause, and for good. Closing it and a grace period
/// leave every worker offline with nothing in its hands.
template <Machine M>
class Barrier {
    using Ctx = typename M::Ctx;

 public:
    /// Worker, online, at a packet boundary. False = end.
    bool pass(Ctx& ctx) {
        std::uint32_t gate = ctx.load(gate_);
        if (gate == kOpen) return true;
        if (gate == kClosed) {
            ctx.fetch_add(held_, 1u);
            ctx.offline();
            gate = ctx.block_until(
                gate_, [](std::uint32_t g) { return g != kClosed; }, kForever);
            ctx.online();
            ctx.fetch_add(held_, ~0u);
            ctx.wake(held_);
            // Closed again before we were online: then we have to look again, because the closer may not have
            // waited.
            return pass(ctx);
        }
        return false;
    }

    /// Control. After this and synchronize() no worker is inside a packet.
    void close(Ctx& control) { control.store(gate_, kClosed); }
    void open(Ctx& control) { control.publish(gate_, kOpen); }
    void end(Ctx& control) { control.publish(gate_, kEnded); }
    /// Control: waits until the workers that were held are on their way again, or until `deadline`.
    void wait_resumed(Ctx& control, std::uint64_t deadline) {
        control.block_until(
            held_, [](std::uint32_t held) { return held == 0; }, deadline);
    }

 private:
    static constexpr std::uint32_t kOpen = 0;
    static constexpr std::uint32_t kClosed = 1;
    static constexpr std::uint32_t kEnded = 2;

    typename M::template Atomic<std::uint32_t> gate_{kOpen};
    alignas(64) typename M::template Atomic<std::uint32_t> held_{0};
};

}  // namespace spinscope
