// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/engine/registry.h"
#include "core/machine/crew.h"
#include "core/transmit/transmit_workload.h"
#include "tests/support/flaky_device.h"
#include "tests/support/strategy_names.h"
#include "tests/support/team.h"

namespace spinscope {

struct SwitchPlan {
    unsigned workers = 3;
    unsigned packets = 10;  ///< each worker's
    unsigned in_flight = 4;
    unsigned limit = 1000;
    unsigned batch = 1;
    Moods moods{};
    unsigned switches = 3;
    unsigned pauses = 0;
    std::uint64_t apart_ns = 600;  ///< between two of them, at most
    std::string first = "ticket";
    bool grace = true;  ///< the control waits for workers inside a packet
};

/// The workload and the crew of a run, as the engine uses them, with live switches at random times to
/// strategies drawn by the seed. Ends when every packet is sent or dropped.
template <class M>
class SwitchCase {
    using Ctx = typename M::Ctx;

 public:
    template <class... MachineOptions>
    SwitchCase(const SwitchPlan& plan, std::uint64_t seed, MachineOptions... options)
        : plan_(plan),
          random_(~seed),
          machine_(seed, options...),
          team_(machine_, plan.workers, seed, ProbeMode::Sampled),
          device_(plan.moods, plan.workers, seed),
          workload_(experiment(plan), {machine_, std::vector<unsigned>(plan.workers, 0)}, device_),
          crew_(workload_) {
        if constexpr (requires { machine_.skip_grace(); }) {
            if (!plan.grace) machine_.skip_grace();
        }
    }

    /// Empty = every packet is accounted for and came in order.
    std::string run() {
        const std::string failure =
            team_.run([this](Ctx& ctx) { crew_.work(ctx); }, [this](Ctx& ctx) { command(ctx); });
        return failure.empty() ? balance() : failure;
    }
    std::uint64_t switched() const { return switched_; }

    /// Called by the control after each switch, with the strategy that was.
    std::function<void(M&, const std::string& before)> after_switch;

 private:
    static Experiment experiment(const SwitchPlan& plan) {
        Experiment e;
        e.strategy = plan.first;
        e.count = std::uint64_t{plan.packets} * plan.workers;
        e.in_flight = plan.in_flight;
        e.limit = plan.limit;
        e.device.batch = plan.batch;
        e.payload = 16;
        return e;
    }

    void command(Ctx& ctx) {
        constexpr std::uint64_t kPatience = 60'000'000'000;
        crew_.release(ctx);
        for (unsigned i = 0; i < plan_.switches; ++i) {
            ctx.work(random_.below(plan_.apart_ns));
            const std::string next(choices_[random_.below(choices_.size())].id);
            const std::uint64_t asked = ctx.now();
            const std::uint64_t lost =
                crew_.switch_strategy(ctx, next, {}, team_.worker_contexts(), asked + kPatience);
            if (lost != 0)
                ctx.fail("the switch to " + next + " has lost " + std::to_string(lost) + " packets");
            if (ctx.now() - asked >= kPatience) ctx.fail("the switch to " + next + " never ended");
            if (after_switch) after_switch(machine_, in_force_);
            in_force_ = next;
            ++switched_;
        }
        for (unsigned i = 0; i < plan_.pauses; ++i) {
            ctx.work(random_.below(plan_.apart_ns));
            crew_.hold(ctx);
            const std::uint64_t before = done();
            ctx.work(random_.below(plan_.apart_ns));
            if (done() != before) ctx.fail("a worker goes on while the crew is held");
            crew_.release(ctx);
        }
        const std::uint64_t begin = ctx.now();
        while (!workload_.finished()) {
            ctx.work(10'000);
            if (ctx.now() - begin <= kPatience) continue;
            ctx.fail("I7: not finished, and nothing happens");
            break;
        }
        crew_.end(ctx, plan_.workers);
    }

    std::uint64_t done() {
        std::uint64_t packets = 0;
        for (unsigned i = 0; i < plan_.workers; ++i) {
            const WorkerCounters& counters = team_.counters(i);
            packets += counters.transmitted.get();
            for (const Counter& reason : counters.dropped) packets += reason.get();
        }
        return packets;
    }
    std::string balance() {
        std::uint64_t offered = 0;
        std::uint64_t sent = 0;
        std::uint64_t completed = 0;
        for (unsigned i = 0; i < plan_.workers; ++i) {
            offered += team_.counters(i).offered.get();
            sent += team_.counters(i).transmitted.get();
            completed += workload_.completed(i);
        }
        const std::uint64_t wanted = std::uint64_t{plan_.packets} * plan_.workers;
        if (offered != wanted) return "offered " + std::to_string(offered) + ", not what was asked for";
        if (done() != wanted) return "I5: done " + std::to_string(done()) + " of " + std::to_string(wanted);
        if (completed != sent) return "the workers completed other packets than were sent";
        if (const auto queued = workload_.queued(team_.control()); queued != 0) {
            return "I11: " + std::to_string(queued) + " in an empty queue";
        }
        return {};
    }

    static std::vector<StrategyInfo> choices() {
        if constexpr (requires { requires M::kThreads; })
            return {own_strategies().begin(), own_strategies().end()};
        return simulatable_strategies();
    }

    const SwitchPlan plan_;
    const std::vector<StrategyInfo> choices_ = choices();
    Random random_;
    M machine_;
    Team<M> team_;
    FlakyDevice<M> device_;
    TransmitWorkload<M> workload_;
    Crew<M> crew_;
    std::uint64_t switched_ = 0;
    std::string in_force_ = plan_.first;
};

}  // namespace spinscope
