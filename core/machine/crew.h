// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/machine/workload.h"

namespace spinscope {

/// The workers of a run and the barrier they pass between packets: held for a pause or a switch, sent home at
/// the end. The same protocol on every machine. Control calls come from one thread (or fiber).
template <Machine M>
class Crew {
    using Ctx = typename M::Ctx;

 public:
    explicit Crew(Workload<M>& workload) : workload_(workload) {}

    /// A worker's whole life. It starts held: release() lets all begin together.
    void work(Ctx& ctx) {
        ctx.online();
        while (pass(ctx)) {
            workload_.step(ctx);
            ctx.quiescent();
        }
        ctx.run_raised();
        ctx.offline();
    }

    /// Afterwards every worker is offline, or will be held before its next packet; none is inside one.
    void hold(Ctx& control) {
        control.hurry(true);
        control.store(gate_, kClosed);
        control.synchronize();
        control.hurry(false);
    }
    void release(Ctx& control) { control.publish(gate_, kOpen); }
    /// Sends the workers home, from wherever they sleep.
    void end(Ctx& control, unsigned workers) {
        control.hurry(true);
        control.publish(gate_, kEnded);
        for (unsigned i = 0; i < workers; ++i) workload_.kick(control, i);
    }

    /// Live switch: hold, move what is queued into the new path in order, go on. Returns when the workers
    /// that were held are on their way again (or after `deadline`), with the number of packets lost. Throws
    /// UsageError, with the old strategy in force, for options that make no sense.
    std::uint64_t switch_strategy(Ctx& control, const std::string& strategy, const Options& options,
                                  std::span<Ctx* const> workers, std::uint64_t deadline) {
        hold(control);
        std::uint64_t lost = 0;
        try {
            lost = workload_.switch_strategy(control, strategy, options, workers);
        } catch (...) {
            release(control);
            throw;
        }
        release(control);
        control.block_until(
            held_, [](std::uint32_t held) { return held == 0; }, deadline);
        return lost;
    }

 private:
    static constexpr std::uint32_t kOpen = 0;
    static constexpr std::uint32_t kClosed = 1;
    static constexpr std::uint32_t kEnded = 2;

    /// Worker, online, at a packet boundary. False = go home.
    bool pass(Ctx& ctx) {
        for (;;) {
            const std::uint32_t gate = ctx.load(gate_);
            if (gate != kClosed) return gate == kOpen;
            ctx.fetch_add(held_, 1u);
            ctx.offline();
            ctx.block_until(
                gate_, [](std::uint32_t g) { return g != kClosed; }, kForever);
            ctx.online();
            ctx.fetch_add(held_, ~0u);
            ctx.wake(held_);
            // Look again: closed once more before we were online, the closer has not waited for us.
        }
    }

    Workload<M>& workload_;
    typename M::template Atomic<std::uint32_t> gate_{kClosed};
    alignas(64) typename M::template Atomic<std::uint32_t> held_{0};
};

}  // namespace spinscope
