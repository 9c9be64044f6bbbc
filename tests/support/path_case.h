// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/transmit/transmit_path.h"
#include "core/transmit/transmit_queue.h"
#include "tests/support/flaky_device.h"
#include "tests/support/team.h"

namespace spinscope {

struct PathPlan {
    const char* strategy = "ticket";
    unsigned workers = 3;
    unsigned packets = 8;          ///< each worker's
    unsigned first_packets = ~0u;  ///< the first worker's, where it offers less
    std::uint32_t limit = 1000;
    unsigned batch = 1;
    std::string_view discipline = "pfifo";
    Moods moods{};
    /// Between two packets of a worker, at most. None: one worker is soon the owner for good.
    std::uint64_t think_ns = 100;
    unsigned downs = 0;  ///< how often the queue is taken down for a while
    ProbeMode probe = ProbeMode::Full;
};

template <class M>
using PathMaker =
    std::function<std::unique_ptr<TransmitPath<M>>(const QueuePlan&, const QueueEnvironment<M>&)>;

/// What came of a case; counts are in packets.
struct PathOutcome {
    std::string failure;  ///< empty = every invariant held
    std::uint64_t offered = 0;
    std::uint64_t sent = 0;
    std::array<std::uint64_t, kDropReasons> dropped{};
    std::uint64_t told = 0;    ///< packets whose producer was told that they are dropped
    std::uint64_t owners = 0;  ///< workers that have sent
    std::uint64_t total_dropped() const {
        std::uint64_t sum = 0;
        for (const std::uint64_t count : dropped) sum += count;
        return sum;
    }
};

/// One queue under fire: every worker offers its packets as fast as it can, sees to what it has scheduled
/// until nothing is left, and goes home. Nothing but the path, its owner and a device.
template <class M>
class PathCase final : private PacketOwner<M> {
    using Ctx = typename M::Ctx;

 public:
    template <class... MachineOptions>
    PathCase(const PathPlan& plan, const PathMaker<M>& make, std::uint64_t seed, MachineOptions... options)
        : plan_(plan),
          machine_(seed, options...),
          team_(machine_, plan.workers, seed, plan.probe),
          device_(plan.moods, plan.workers, seed),
          queue_arena_(machine_.make_arena(queue_memory<M>(queue_plan(plan), plan.workers + 1))),
          packet_arena_(machine_.make_arena(plan.workers * plan.packets * sizeof(Packet<M>) + 4096)),
          packets_(packet_arena_->template make_array<Packet<M>>(plan.workers * plan.packets)),
          told_(plan.workers + 1),
          drops_at_(plan.workers + 1),
          path_(make(queue_plan(plan), {*queue_arena_, device_, 0, *this, plan.workers + 1})) {
        for (unsigned i = 0; i < packets_.size(); ++i) {
            packets_[i].producer = i / plan.packets;
            packets_[i].flow = packets_[i].producer;
            packets_[i].sequence = i % plan.packets;
            packets_[i].size = 64;
        }
        if constexpr (requires { machine_.name(packets_.data(), 1, ""); })
            machine_.name(packets_.data(), packets_.size_bytes(), "packet", sizeof(Packet<M>));
    }

    PathOutcome run() {
        const auto work = [this](Ctx& ctx) { offer(ctx); };
        outcome_.failure =
            plan_.downs == 0 ? team_.run(work) : team_.run(work, [this](Ctx& ctx) { trouble(ctx); });
        for (unsigned i = 0; i <= team_.workers(); ++i) {
            const WorkerCounters& counters = team_.counters(i);
            outcome_.offered += counters.offered.get();
            outcome_.sent += counters.transmitted.get();
            outcome_.told += told_[i];
            outcome_.owners += counters.transmitted.get() != 0;
            for (std::size_t r = 0; r < kDropReasons; ++r) outcome_.dropped[r] += counters.dropped[r].get();
        }
        if (outcome_.failure.empty()) check_balance();
        return outcome_;
    }

    Team<M>& team() { return team_; }
    const FlakyDevice<M>& device() const { return device_; }
    /// When each worker has freed a dropped packet, ns.
    const std::vector<std::vector<std::uint64_t>>& drops_at() const { return drops_at_; }

 private:
    static QueuePlan queue_plan(const PathPlan& plan) {
        QueuePlan queue;
        queue.strategy = plan.strategy;
        queue.discipline = plan.discipline;
        queue.limit = plan.limit;
        queue.flows = plan.workers;
        queue.batch = plan.batch;
        return queue;
    }

    void offer(Ctx& ctx) {
        ctx.online();
        const unsigned packets =
            ctx.worker() == 0 ? std::min(plan_.packets, plan_.first_packets) : plan_.packets;
        for (unsigned n = 0; n < packets; ++n) {
            Packet<M>& packet = packets_[ctx.worker() * plan_.packets + n];
            if (plan_.think_ns != 0) ctx.work(ctx.random(plan_.think_ns));
            ctx.run_raised();
            ctx.store(packet.busy, 1u);
            ctx.probe().counters().offered.add(1);
            ctx.probe().begin(ctx);
            told_[ctx.worker()] += path_->transmit(ctx, packet) == Verdict::Dropped;
            ctx.probe().end_call(ctx);
            ctx.quiescent();
        }
        see_to_schedule(ctx);
        ctx.offline();
    }
    /// A worker never goes home with something on its list.
    void see_to_schedule(Ctx& ctx) {
        for (std::uint64_t due = ctx.next_due(); due != kForever; due = ctx.next_due()) {
            ctx.block_until(
                never_, [](std::uint32_t) { return false; }, due);
            ctx.run_raised();
            ctx.quiescent();
        }
    }
    void trouble(Ctx& ctx) {
        ctx.online();
        for (unsigned i = 0; i < plan_.downs; ++i) {
            ctx.work(ctx.random(500));
            path_->set_active(ctx, false);
            // Short, or longer than a busy device's back-off.
            ctx.work(ctx.random(500) * (ctx.random(2) == 0 ? 1 : 100));
            path_->set_active(ctx, true);
        }
        see_to_schedule(ctx);
        ctx.offline();
    }

    void free(Ctx& ctx, Packet<M>& packet) {
        if (ctx.exchange(packet.busy, 0u) != 1) ctx.fail("I5: a packet was given back twice");
    }
    void sent(Ctx& ctx, Packet<M>& packet) override {
        ctx.probe().counters().transmitted.add(1);
        free(ctx, packet);
    }
    void dropped(Ctx& ctx, Packet<M>& packet, DropReason reason) override {
        ctx.probe().counters().drop(reason);
        drops_at_[ctx.worker()].push_back(ctx.now());
        free(ctx, packet);
    }

    void check_balance() {
        const std::uint64_t queued = path_->queued(team_.control());
        const std::uint64_t done = outcome_.sent + outcome_.total_dropped();
        if (queued != 0) {
            outcome_.failure = "I7: " + std::to_string(queued) + " packets are stranded in the queue";
        } else if (outcome_.offered != done) {
            outcome_.failure =
                "I5: offered " + std::to_string(outcome_.offered) + ", done " + std::to_string(done);
        } else if (path_->take_all(team_.control()) != nullptr) {
            outcome_.failure = "I11: the queue says it is empty and is not";
        }
    }

    const PathPlan plan_;
    M machine_;
    Team<M> team_;
    FlakyDevice<M> device_;
    std::unique_ptr<Arena> queue_arena_;
    std::unique_ptr<Arena> packet_arena_;
    std::span<Packet<M>> packets_;
    // By worker, which alone writes its own.
    std::vector<std::uint64_t> told_;
    std::vector<std::vector<std::uint64_t>> drops_at_;
    std::unique_ptr<TransmitPath<M>> path_;
    typename M::template Atomic<std::uint32_t> never_{0};
    PathOutcome outcome_;
};

}  // namespace spinscope
