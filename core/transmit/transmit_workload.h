// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/live_switch.h"
#include "core/machine/workload.h"
#include "core/queue/payload.h"
#include "core/transmit/transmit_path.h"

namespace spinscope {

/// Memory of one producer, shared with whoever frees its packets.
template <Machine M>
struct alignas(128) ProducerLine {
    /// Packets given back, sent or dropped; the top bit is a kick. The producer sleeps on it.
    typename M::template Atomic<std::uint64_t> done{0};
    typename M::template Atomic<std::uint64_t> dropped{0};
};

/// Where a workload's memory comes from: one arena per worker, near its CPU, and one per queue.
template <Machine M>
struct WorkloadMemory {
    M& machine;
    std::vector<unsigned> nodes;  ///< NUMA node of each worker
};

/// The transmit scenario: every worker is a producer, a closed loop through its in-flight window as a
/// socket's send buffer makes it, or an open loop without one.
template <Machine M>
class TransmitWorkload final : public Workload<M>, private PacketOwner<M> {
    using Ctx = typename M::Ctx;

 public:
    TransmitWorkload(const Experiment& experiment, WorkloadMemory<M> memory, Device<M>& device)
        : experiment_(experiment), memory_(std::move(memory)), device_(device) {
        const auto workers = memory_.nodes.size();
        for (std::size_t i = 0; i < workers; ++i) {
            producers_.push_back(make_producer(i, workers));
            name_producer(*producers_.back());
            lines_.push_back(producers_.back()->line);
        }
        current_ = make_queues(experiment);
    }

    void step(Ctx& ctx) override {
        Producer& producer = *producers_[ctx.worker()];
        ctx.run_raised();
        if (producer.sequence == producer.count) return wait(ctx, producer, kNever, kForever);
        const std::uint64_t done = ctx.load(producer.line->done) & ~kKick;
        const std::uint64_t window = producer.packets.size() - kSpare;
        // Half empty before it goes on, as a socket is writable again at half its buffer: no wake-up per
        // packet.
        if (producer.sequence - done >= window)
            return wait(ctx, producer, producer.sequence - window / 2, kForever);
        if (producer.interval_ns != 0 && !due(ctx, producer)) return;
        Packet<M>* packet = producer.take(ctx);
        if (packet == nullptr) return wait(ctx, producer, done + 1, kForever);
        ctx.charge(Cost::Produce);
        fill(ctx, *packet, producer.sequence++);
        ctx.probe().counters().offered.add(1);
        ctx.probe().begin(ctx);
        current_.path_of(*packet).transmit(ctx, *packet);
        ctx.probe().end_call(ctx);
    }

    void kick(Ctx& control, unsigned worker) override {
        ProducerLine<M>& line = *lines_[worker];
        control.fetch_or(line.done, kKick);
        control.wake(line.done);
    }

    std::uint64_t switch_strategy(Ctx& control, const std::string& strategy, const Options& options,
                                  std::span<Ctx* const> workers) override {
        Experiment changed = after_switch(experiment_, strategy, options);
        Queues next = make_queues(changed);
        experiment_ = std::move(changed);
        for (Ctx* worker : workers) {
            for (const Queue& queue : current_.all) worker->cancel(*queue.path);
        }
        move_packets(control, next);
        std::swap(current_, next);
        std::uint64_t moved = 0;
        for (std::size_t i = 0; i < current_.all.size(); ++i) {
            TransmitPath<M>& path = *current_.all[i].path;
            const std::uint64_t packets = path.queued(control);
            moved += packets;
            if (packets == 0) continue;
            // Whoever would have sent these may be asleep: somebody has to begin.
            Ctx& worker = *workers[i % workers.size()];
            worker.raise(path);
            kick(control, worker.worker());
        }
        return on_the_way() - moved;
    }

    std::uint64_t queued(Ctx& control) override {
        std::uint64_t packets = 0;
        for (const Queue& queue : current_.all) packets += queue.path->queued(control);
        return packets;
    }

    std::uint64_t completed(unsigned worker) const override {
        const ProducerLine<M>& line = *lines_[worker];
        // In this order: the freeing worker counts a drop before it counts the packet done.
        const std::uint64_t done = M::peek(line.done) & ~kKick;
        return done - std::min(done, M::peek(line.dropped));
    }
    bool finished() const override {
        return std::all_of(producers_.begin(), producers_.end(), [](const auto& producer) {
            return (M::peek(producer->line->done) & ~kKick) == producer->count;
        });
    }

 private:
    static constexpr std::uint64_t kKick = std::uint64_t{1} << 63;
    static constexpr std::uint64_t kNever = kKick - 1;  ///< more packets than are ever done
    /// Packets beyond the window, because they do not all come back in order.
    static constexpr std::size_t kSpare = 16;

    /// A path and the arena it lives in; the arena goes last.
    struct Queue {
        std::unique_ptr<Arena> arena;
        std::unique_ptr<TransmitPath<M>> path;
    };
    /// One for each device queue, and what chooses among them.
    struct Queues {
        std::vector<Queue> all;
        bool by_flow = false;
        std::vector<std::uint32_t> chosen;  ///< number of the queue, by producer or by flow

        std::uint32_t number_of(const Packet<M>& packet) const {
            return chosen[by_flow ? packet.flow : packet.producer];
        }
        TransmitPath<M>& path_of(const Packet<M>& packet) const { return *all[number_of(packet)].path; }
    };

    struct alignas(128) Producer {
        std::unique_ptr<Arena> arena;
        ProducerLine<M>* line = nullptr;
        std::vector<Packet<M>*> packets;
        std::size_t cursor = 0;
        std::uint64_t sequence = 0;  ///< packets offered
        std::uint64_t count = kForever;
        std::uint64_t interval_ns = 0;  ///< between packets; 0 = as fast as possible
        std::uint64_t next_ns = 0;

        Packet<M>* take(Ctx& ctx) {
            for (std::size_t tried = 0; tried < packets.size(); ++tried) {
                Packet<M>* packet = packets[cursor];
                cursor = cursor + 1 == packets.size() ? 0 : cursor + 1;
                if (ctx.load(packet->busy) == 0) return packet;
            }
            return nullptr;
        }
    };

    std::unique_ptr<Producer> make_producer(std::size_t index, std::size_t workers) {
        auto producer = std::make_unique<Producer>();
        const std::size_t packets = experiment_.in_flight.value_or(experiment_.costs.packet_memory);
        const std::size_t each = sizeof(Packet<M>) + (std::size_t{experiment_.payload} + 63) / 64 * 64;
        producer->arena = memory_.machine.make_arena(
            sizeof(ProducerLine<M>) + (packets + kSpare) * each + 4096, memory_.nodes[index]);
        producer->line = &producer->arena->template make<ProducerLine<M>>();
        for (std::size_t i = 0; i < packets + kSpare; ++i) {
            auto& packet = producer->arena->template make<Packet<M>>();
            packet.payload = memory_.machine.make_block(*producer->arena, experiment_.payload);
            packet.producer = static_cast<std::uint32_t>(index);
            packet.flow = flow_of(index, i);
            packet.size = experiment_.payload;
            producer->packets.push_back(&packet);
        }
        if (experiment_.count)
            producer->count = *experiment_.count / workers + (index < *experiment_.count % workers);
        if (experiment_.offered_pps) {
            producer->interval_ns =
                static_cast<std::uint64_t>(1e9 * static_cast<double>(workers) / *experiment_.offered_pps);
        }
        return producer;
    }

    QueuePlan plan_of(const Experiment& experiment) const {
        return {.strategy = experiment.strategy,
                .lock = experiment.lock,
                .discipline = experiment.discipline,
                .options = experiment.options,
                .limit = experiment.limit,
                .flows = flows(),
                .batch = experiment.device.batch,
                .seed = experiment.seed};
    }
    unsigned flows() const {
        return experiment_.flows != 0 ? experiment_.flows : static_cast<unsigned>(memory_.nodes.size());
    }

    /// A worker's packets are all of one flow, or of several in turn where there are more flows than workers.
    std::uint32_t flow_of(std::size_t producer, std::size_t packet) const {
        const std::size_t workers = memory_.nodes.size();
        return static_cast<std::uint32_t>((flows() > workers ? producer + packet * workers : producer) %
                                          flows());
    }

    Queues make_queues(const Experiment& experiment) {
        const auto workers = static_cast<unsigned>(memory_.nodes.size());
        const QueuePlan plan = plan_of(experiment);
        const unsigned count = experiment.queues != 0 ? experiment.queues : own_queues(experiment.strategy);
        Queues queues;
        for (unsigned i = 0; i < count; ++i) queues.all.push_back(make_path(plan, i, workers + 1));
        queues.by_flow = experiment.queue_by == "flow";
        for (unsigned i = 0; i < (queues.by_flow ? flows() : workers); ++i) {
            // By CPU: neighbours share a queue, as XPS has it.
            queues.chosen.push_back(experiment.queue_by == "cpu"
                                        ? static_cast<std::uint32_t>(std::uint64_t{i} * count / workers)
                                        : spread(i, count));
        }
        return queues;
    }
    /// What a hash of sockets or flows does: about as many to each queue, in no order.
    static std::uint32_t spread(unsigned number, unsigned count) {
        const std::uint64_t mixed = (number + 1) * std::uint64_t{0x9e3779b97f4a7c15};
        return static_cast<std::uint32_t>((mixed >> 32) * count >> 32);
    }

    Queue make_path(const QueuePlan& plan, unsigned device_queue, unsigned contexts) {
        Queue queue;
        queue.arena = memory_.machine.make_arena(queue_memory<M>(plan, contexts));
        queue.path = make_transmit_path<M>(plan, {*queue.arena, device_, device_queue, *this, contexts});
        queue.path->name_memory([this](std::string_view label, const void* address, std::size_t bytes) {
            name_memory(label, address, bytes);
        });
        return queue;
    }

    /// Each packet to the queue that its followers will take.
    void move_packets(Ctx& control, Queues& next) {
        std::vector<PacketList<M>> lists(next.all.size());
        for (const Queue& queue : current_.all) {
            for (Packet<M>* packet = queue.path->take_all(control); packet != nullptr;) {
                Packet<M>* follower = control.get(packet->next);
                lists[next.number_of(*packet)].push(control, *packet);
                packet = follower;
            }
        }
        for (std::size_t i = 0; i < lists.size(); ++i)
            next.all[i].path->adopt(control, control.get(lists[i].head));
    }

    void name_producer(const Producer& producer) {
        name_memory("producer's counts", producer.line, sizeof *producer.line);
        const auto* first = reinterpret_cast<const std::byte*>(producer.packets.front());
        const auto* last = reinterpret_cast<const std::byte*>(producer.packets.back());
        name_memory("packets", first, static_cast<std::size_t>(last - first) + sizeof(Packet<M>));
    }
    /// For the ledger, on machines that have one.
    void name_memory(std::string_view label, const void* address, std::size_t bytes) {
        if constexpr (requires(M & machine) { machine.ledger(); })
            memory_.machine.ledger().name(label, address, bytes);
    }

    /// Offered and neither sent nor dropped. While no worker is inside a packet.
    std::uint64_t on_the_way() const {
        std::uint64_t packets = 0;
        for (const auto& producer : producers_)
            packets += producer->sequence - (M::peek(producer->line->done) & ~kKick);
        return packets;
    }

    void fill(Ctx& ctx, Packet<M>& packet, std::uint64_t sequence) {
        packet.sequence = sequence;
        packet.refused = false;
        ctx.store(packet.busy, 1u);
        PayloadHeader::of(packet.producer, sequence).write(packet.payload.bytes());
        ctx.touch(packet.payload, true);
    }

    /// Sleeps until `enough` packets are done, something scheduled is due, or a kick.
    void wait(Ctx& ctx, Producer& producer, std::uint64_t enough, std::uint64_t deadline) {
        // Asked while online: once offline, the list belongs to whoever switches.
        const std::uint64_t until = std::min(deadline, ctx.next_due());
        ctx.offline();
        const std::uint64_t value = ctx.block_until(
            producer.line->done,
            [enough](std::uint64_t done) { return (done & kKick) != 0 || done >= enough; }, until);
        ctx.online();
        if ((value & kKick) != 0) ctx.fetch_and(producer.line->done, ~kKick);
    }

    /// Paces: true when the next packet may be offered. What was missed by more than 1 ms is not made up for.
    bool due(Ctx& ctx, Producer& producer) {
        constexpr std::uint64_t kSleepable = 100'000;
        constexpr std::uint64_t kPiece = 500;
        constexpr std::uint64_t kLate = 1'000'000;
        const std::uint64_t now = ctx.now();
        if (now + kSleepable < producer.next_ns) {
            wait(ctx, producer, kNever, producer.next_ns - kSleepable / 2);
            return false;
        }
        if (now < producer.next_ns) {
            // In pieces: whoever holds us at the barrier meanwhile need not wait for the whole of it.
            ctx.work(std::min(producer.next_ns - now, kPiece));
            return false;
        }
        producer.next_ns = std::max(producer.next_ns, now < kLate ? 0 : now - kLate) + producer.interval_ns;
        return true;
    }

    void give_back(Ctx& ctx, Packet<M>& packet) {
        ProducerLine<M>& line = *lines_[packet.producer];
        ctx.store(packet.busy, 0u);
        ctx.fetch_add(line.done, 1u);
        ctx.wake(line.done);
    }
    void sent(Ctx& ctx, Packet<M>& packet) override {
        ctx.probe().counters().transmitted.add(1);
        ctx.charge(Cost::Complete);
        give_back(ctx, packet);
    }
    void dropped(Ctx& ctx, Packet<M>& packet, DropReason reason) override {
        ctx.probe().counters().drop(reason);
        ctx.charge(Cost::Drop);
        ctx.fetch_add(lines_[packet.producer]->dropped, 1u);
        give_back(ctx, packet);
    }

    Experiment experiment_;  ///< as the last switch has left it
    WorkloadMemory<M> memory_;
    Device<M>& device_;
    std::vector<std::unique_ptr<Producer>> producers_;
    std::vector<ProducerLine<M>*>
        lines_;  ///< apart, so that a freeing worker reads nothing that a producer writes
    Queues current_;
};

}  // namespace spinscope
