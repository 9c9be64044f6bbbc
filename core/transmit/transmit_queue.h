// SPDX-License-Identifier: GPL-3.0-or-later
// The transmit path of Linux qdiscs as all strategies share it: one owner (H. Xu, J. Hadi Salim, 2006),
// unlock-send-relock, quota, requeue, reschedule. Sources of the variants are at the top of gate.h,
// list_gate.h, relock.h and layout.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>

#include "core/lock/lock.h"
#include "core/queue/discipline.h"
#include "core/transmit/device_port.h"
#include "core/transmit/gate.h"
#include "core/transmit/layout.h"
#include "core/transmit/transmit_path.h"

namespace spinscope {

/// The skeleton. A producer passes the gate, takes the root lock, and either enqueues or, where the queue has
/// no owner, becomes it: only the owner (RUNNING) dequeues and calls the device, with the root lock released
/// meanwhile. RUNNING is given back in the same hold of the root lock as the last, empty dequeue: a producer
/// that lost the race for it has enqueued before, so no packet is stranded.
template <Machine M, template <class, class, class> class LayoutOf, class Root, class Gate>
class TransmitQueue final : public TransmitPath<M> {
    using Ctx = typename M::Ctx;
    using Layout = LayoutOf<M, Root, Gate>;

 public:
    static constexpr unsigned kQuota = 64;
    static constexpr std::size_t kMaxBatch = 64;
    static constexpr std::size_t kSharedBulk = 8;

    TransmitQueue(const QueuePlan& plan, const QueueEnvironment<M>& to)
        : owner_(to.owner),
          batch_(std::clamp<std::size_t>(plan.batch, 1, kMaxBatch)),
          frees_late_(Layout::kFrees == Frees::AfterRun),
          root_nodes_(to.arena.template make_array<typename Root::Node>(to.contexts)),
          gate_nodes_(to.arena.template make_array<typename Gate::Node>(to.contexts)),
          layout_(to.arena.template make<Layout>(root_nodes_, gate_nodes_)),
          port_(to),
          discipline_(make_discipline<M>(
              plan.discipline, {to.arena, layout_.queue, plan.limit, plan.flows, plan.options, plan.seed})),
          bypass_(find_discipline(plan.discipline)->bypass) {}

    Gate& gate() { return layout_.gate; }
    Layout& layout() { return layout_; }
    /// Whether packets that the discipline gives up at the dequeue are freed after the root lock.
    void set_frees_late(bool late) { frees_late_ = late; }
    /// What bounds a batch beside its number of packets: bytes (0 = nothing; the first packet always goes),
    /// and whether the queue feeds one device queue alone. One that feeds several takes a packet and up to
    /// kSharedBulk more.
    void set_bulk(std::uint32_t bytes, bool one_device_queue) {
        byte_budget_ = bytes;
        if (!one_device_queue) batch_ = std::min(batch_, 1 + kSharedBulk);
    }

    Verdict transmit(Ctx& ctx, Packet<M>& packet) override {
        typename Gate::Visit visit(gate_nodes_[ctx.worker()]);
        switch (layout_.gate.enter(ctx, visit, packet, [&] { return layout_.running(ctx); })) {
            case Admission::Left:
                return Verdict::Success;
            case Admission::Refused:
                owner_.dropped(ctx, packet, DropReason::Burst);
                return Verdict::Dropped;
            case Admission::Enter:
                break;
        }
        lock_root(ctx);
        const Arrivals<M> arrivals = layout_.gate.collect(ctx, packet);
        DropList<M> drops;
        Verdict verdict = Verdict::Success;
        if (deactivated(ctx)) {
            for_each(ctx, arrivals, [&](Packet<M>& p) { drop(ctx, p, DropReason::Deactivated, drops); });
            verdict = Verdict::Dropped;
        } else if (arrivals.single && bypass_ && empty(ctx) && !stopped(ctx) && run_begin(ctx)) {
            account(ctx, *arrivals.first);
            arrivals.first->stamp = ctx.probe().stamp(ctx);
            layout_.gate.before_send(ctx, visit);
            std::array<Packet<M>*, 1> one{arrivals.first};
            if (send(ctx, one)) {
                layout_.gate.before_run(ctx, visit);
                run(ctx, drops);
            }
            run_end(ctx);
        } else {
            for_each(ctx, arrivals, [&](Packet<M>& p) { verdict = enqueue(ctx, p, drops); });
            // Only a worker with a single packet knows its fate; one that brought others' answers for all.
            if (!arrivals.single) verdict = Verdict::Success;
            layout_.gate.before_send(ctx, visit);
            if (run_begin(ctx)) {
                layout_.gate.before_run(ctx, visit);
                run(ctx, drops);
                run_end(ctx);
            }
        }
        unlock_root(ctx);
        layout_.gate.leave(ctx, visit);
        free(ctx, drops);
        return verdict;
    }

    void run_scheduled(Ctx& ctx) override {
        // Before the run, so that whoever enqueues from now on schedules again.
        ctx.fetch_and(layout_.state, ~kStateScheduled);
        ctx.probe().begin(ctx);
        DropList<M> drops;
        lock_root(ctx);
        const std::uint64_t until = ctx.get(layout_.device.stopped_until);
        if (until != 0 && until <= ctx.now()) ctx.set(layout_.device.stopped_until, 0);
        if (!deactivated(ctx) && run_begin(ctx)) {
            run(ctx, drops);
            run_end(ctx);
        }
        unlock_root(ctx);
        free(ctx, drops);
        ctx.probe().end_run();
    }

    std::uint64_t queued(Ctx& ctx) override {
        lock_root(ctx);
        const std::uint64_t packets = length(ctx);
        unlock_root(ctx);
        return packets;
    }

    void set_active(Ctx& ctx, bool active) override {
        lock_root(ctx);
        if (active) {
            ctx.fetch_and(layout_.state, ~kStateDeactivated);
            // A run that was due while it was down has done nothing.
            if (!empty(ctx)) schedule(ctx);
        } else {
            ctx.fetch_or(layout_.state, kStateDeactivated);
        }
        unlock_root(ctx);
    }

    void name_memory(const NameMemory& name) const override {
        layout_.name_fields([&]<class Field>(std::string_view label, const Field& field) {
            if constexpr (!std::is_empty_v<Field>) name(label, &field, sizeof field);
        });
        port_.name_memory(name);
        if constexpr (!std::is_empty_v<typename Root::Node>)
            name("root lock's nodes", root_nodes_.data(), root_nodes_.size_bytes());
        if constexpr (!std::is_empty_v<typename Gate::Node>)
            name("gate's nodes", gate_nodes_.data(), gate_nodes_.size_bytes());
    }

    Packet<M>* take_all(Ctx& ctx) override {
        PacketList<M> all;
        lock_root(ctx);
        while (Packet<M>* packet = layout_.device.requeued.pop(ctx)) all.push(ctx, *packet);
        for (Packet<M>* packet = discipline_->drain(ctx); packet != nullptr;) {
            Packet<M>* next = ctx.get(packet->next);
            all.push(ctx, *packet);
            packet = next;
        }
        unlock_root(ctx);
        return ctx.get(all.head);
    }

    void adopt(Ctx& ctx, Packet<M>* chain) override {
        lock_root(ctx);
        while (chain != nullptr) {
            Packet<M>* next = ctx.get(chain->next);
            layout_.device.requeued.push(ctx, *chain);
            chain = next;
        }
        unlock_root(ctx);
    }

 private:
    void lock_root(Ctx& ctx) { acquire(ctx, layout_.root, root_nodes_[ctx.worker()], Site::Root); }
    void unlock_root(Ctx& ctx) { release(ctx, layout_.root, root_nodes_[ctx.worker()], Site::Root); }
    void relock_root(Ctx& ctx) {
        ctx.probe().acquire(Site::Relock);
        layout_.root.reacquire(ctx, root_nodes_[ctx.worker()]);
        ctx.probe().acquired(ctx);
    }

    // Everything below is called with the root lock held.

    bool deactivated(Ctx& ctx) { return (ctx.load(layout_.state) & kStateDeactivated) != 0; }
    bool stopped(Ctx& ctx) { return ctx.get(layout_.device.stopped_until) != 0; }
    std::uint32_t length(Ctx& ctx) {
        const std::uint32_t own = ctx.get(layout_.queue.length);
        return own + ctx.get(layout_.device.requeued.length);
    }
    bool empty(Ctx& ctx) { return length(ctx) == 0; }

    bool run_begin(Ctx& ctx) {
        if (!layout_.run_begin(ctx)) return false;
        ctx.probe().own_begin(ctx);
        return true;
    }
    void run_end(Ctx& ctx) {
        layout_.run_end(ctx);
        ctx.probe().own_end(ctx);
    }

    Verdict enqueue(Ctx& ctx, Packet<M>& packet, DropList<M>& drops) {
        packet.stamp = ctx.probe().stamp(ctx);
        DropList<M> given_up;
        const bool taken = discipline_->enqueue(ctx, packet, given_up);
        if (!given_up.empty()) {
            given_up.free_all(ctx, [&](Packet<M>& p) { drop(ctx, p, p.drop_reason, drops); });
        }
        if (!taken) {
            drop(ctx, packet, DropReason::Limit, drops);
            return Verdict::Dropped;
        }
        account(ctx, packet);
        add_backlog(ctx, packet.size);
        return Verdict::Success;
    }
    /// In the layouts that have it apart; in the others it is on the lock's line, and its store is not one
    /// more line to fetch.
    void add_backlog(Ctx& ctx, std::uint32_t bytes) {
        if constexpr (requires { layout_.backlog; }) {
            if (bytes == 0) return;
            const std::uint32_t before = ctx.get(layout_.backlog);
            ctx.set(layout_.backlog, before + bytes);
        }
    }
    void account(Ctx& ctx, const Packet<M>& packet) {
        const std::uint64_t bytes = ctx.get(layout_.basic.bytes);
        ctx.set(layout_.basic.bytes, bytes + packet.size);
        const std::uint32_t packets = ctx.get(layout_.basic.packets);
        ctx.set(layout_.basic.packets, packets + 1);
    }
    void drop(Ctx& ctx, Packet<M>& packet, DropReason reason, DropList<M>& drops) {
        count_drops(ctx, 1);
        if constexpr (Layout::kFrees == Frees::UnderLock) {
            owner_.dropped(ctx, packet, reason);
        } else {
            drops.push(ctx, packet, reason);
        }
    }
    void count_drops(Ctx& ctx, std::uint32_t packets) {
        const std::uint32_t before = ctx.get(layout_.stats.drops);
        ctx.set(layout_.stats.drops, before + packets);
    }
    void free(Ctx& ctx, DropList<M>& drops) {
        drops.free_all(ctx, [&](Packet<M>& packet) { owner_.dropped(ctx, packet, packet.drop_reason); });
    }

    template <class Do>
    void for_each(Ctx& ctx, const Arrivals<M>& arrivals, Do&& act) {
        if (arrivals.single) {
            act(*arrivals.first);
            return;
        }
        for (Packet<M>* packet = arrivals.first; packet != nullptr;) {
            Packet<M>* next = ctx.get(packet->next);
            act(*packet);
            packet = next;
        }
    }

    /// Sends until the queue is empty, the device busy or the quota used up. RUNNING is ours.
    void run(Ctx& ctx, DropList<M>& drops) {
        std::size_t quota = kQuota;
        for (;;) {
            std::array<Packet<M>*, kMaxBatch> storage;
            const std::span batch(storage.data(), dequeue(ctx, storage, std::min(quota, batch_), drops));
            if (batch.empty() || !send(ctx, batch)) return;
            if (batch.size() >= quota) {
                schedule(ctx);
                return;
            }
            quota -= batch.size();
        }
    }

    std::size_t dequeue(Ctx& ctx, std::span<Packet<M>*> batch, std::size_t most, DropList<M>& drops) {
        if (stopped(ctx)) return 0;
        std::size_t count = 0;
        std::uint64_t bytes = 0;
        while (count < most && (count == 0 || byte_budget_ == 0 || bytes < byte_budget_)) {
            Packet<M>* packet = layout_.device.requeued.pop(ctx);
            if (packet == nullptr) packet = next_of_discipline(ctx, drops);
            if (packet == nullptr) break;
            bytes += packet->size;
            batch[count++] = packet;
        }
        add_backlog(ctx, 0 - static_cast<std::uint32_t>(bytes));
        if (count == 0) watch(ctx);
        return count;
    }

    Packet<M>* next_of_discipline(Ctx& ctx, DropList<M>& drops) {
        if (frees_late_) return counted_dequeue(ctx, drops);
        DropList<M> at_once;
        Packet<M>* packet = counted_dequeue(ctx, at_once);
        free(ctx, at_once);
        return packet;
    }
    Packet<M>* counted_dequeue(Ctx& ctx, DropList<M>& drops) {
        const std::uint32_t before = drops.length();
        Packet<M>* packet = discipline_->dequeue(ctx, drops);
        if (drops.length() != before) count_drops(ctx, drops.length() - before);
        return packet;
    }

    /// Packets are left and held back: this worker sees to it that the queue is run when they are due.
    void watch(Ctx& ctx) {
        if (ctx.get(layout_.queue.length) == 0) return;
        const std::uint64_t at = discipline_->ready_at(ctx);
        if (at == 0) return;
        const std::uint64_t watched = ctx.get(layout_.device.watched_until);
        if (watched > ctx.now() && watched <= at) return;
        ctx.set(layout_.device.watched_until, at);
        ctx.wake_at(at, *this);
    }

    /// Unlock, send, relock. False = do not go on: the device is busy (the rest is requeued), or, in the old
    /// eras, the queue is empty.
    bool send(Ctx& ctx, std::span<Packet<M>* const> batch) {
        unlock_root(ctx);
        const auto result = port_.send(ctx, batch);
        relock_root(ctx);
        if (result.busy) {
            requeue(ctx, batch.subspan(result.finished));
            stop(ctx);
            return false;
        }
        if (ctx.get(layout_.device.back_off) != 0) ctx.set(layout_.device.back_off, 0);
        return !Layout::kStopsWhenEmpty || !empty(ctx);
    }

    /// Back to the head, in order. What was requeued earlier is behind it: a batch takes from there first.
    void requeue(Ctx& ctx, std::span<Packet<M>* const> rest) {
        layout_.device.requeued.put_first(ctx, rest);
        for (const Packet<M>* packet : rest) add_backlog(ctx, packet->size);
        const std::uint32_t before = ctx.get(layout_.stats.requeues);
        ctx.set(layout_.stats.requeues, before + static_cast<std::uint32_t>(rest.size()));
    }

    /// The device is busy: try again after a back-off that doubles from 10 us to 1 ms; this worker sees to
    /// it.
    void stop(Ctx& ctx) {
        const std::uint32_t wait = DevicePort<M>::back_off_after(ctx.get(layout_.device.back_off));
        ctx.set(layout_.device.back_off, wait);
        const std::uint64_t until = ctx.now() + wait;
        ctx.set(layout_.device.stopped_until, until);
        ctx.wake_at(until, *this);
    }

    /// Asks for another run at this worker's next packet boundary, once.
    void schedule(Ctx& ctx) {
        // A worker that has pushed to the list and not yet taken it will run the queue; it needs the root
        // lock for that, which we hold, so it cannot have passed. Commit f8a55d5e71e6.
        if (layout_.gate.has_left_packets(ctx)) return;
        if ((ctx.fetch_or(layout_.state, kStateScheduled) & kStateScheduled) == 0) ctx.raise(*this);
    }

    PacketOwner<M>& owner_;
    std::size_t batch_;
    std::uint32_t byte_budget_ = 0;
    bool frees_late_;
    std::span<typename Root::Node> root_nodes_;
    std::span<typename Gate::Node> gate_nodes_;
    Layout& layout_;
    DevicePort<M> port_;
    const std::unique_ptr<Discipline<M>> discipline_;
    const bool bypass_;  ///< a single packet may go past the discipline where that is empty
};

}  // namespace spinscope
