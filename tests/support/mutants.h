// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/lock/greedy_ticket_lock.h"
#include "core/lock/mcs_lock.h"
#include "core/transmit/gate.h"
#include "core/transmit/layout.h"
#include "core/transmit/list_gate.h"
#include "core/transmit/relock.h"

// Pieces of a transmit queue with one planted bug each. They take the place of the sound piece in the same
// production template.

namespace spinscope {

/// Gives the lock back to nobody where it sees no successor, though one may be about to link itself.
template <Machine M>
class ForgetfulMcs : public McsLock<M> {
 public:
    using Node = typename McsLock<M>::Node;
    using McsLock<M>::McsLock;
    void release(typename M::Ctx& ctx, Node& mine) {
        if (Node* successor = ctx.load(mine.next)) {
            ctx.publish(successor->granted, 1u);
        } else {
            ctx.exchange(this->tail_, nullptr);
        }
    }
};

/// A greedy ticket lock as a lock like others: worker 0 is the greedy one.
template <Machine M, template <class> class Greedy>
class FirstIsGreedy : public Greedy<M> {
 public:
    using typename Greedy<M>::Node;
    using Greedy<M>::Greedy;
    void acquire(typename M::Ctx& ctx, Node& node) {
        if (ctx.worker() == 0) {
            this->reacquire(ctx, node);
        } else {
            Greedy<M>::acquire(ctx, node);
        }
    }
};
template <class M>
using SoundGreedy = FirstIsGreedy<M, GreedyTicketLock>;

/// Waits for a turn to be lent, though the lock may be free by now.
template <Machine M>
class FlagWatchingGreedy : public GreedyTicketLock<M> {
 public:
    using typename GreedyTicketLock<M>::Node;
    using GreedyTicketLock<M>::GreedyTicketLock;
    void reacquire(typename M::Ctx& ctx, Node& node) {
        if (this->take_free(ctx)) return;
        ctx.exchange(this->flag_, this->kWaiting);
        ctx.spin_until(this->flag_, [](std::uint32_t flag) { return flag == GreedyTicketLock<M>::kLent; });
        node.borrowed = true;
        ctx.store(this->flag_, this->kNobody);
    }
};
/// Leaves its flag up when it finds the lock free: its own release lends the turn to itself.
template <Machine M>
class SelfLendingGreedy : public GreedyTicketLock<M> {
 public:
    using typename GreedyTicketLock<M>::Node;
    using GreedyTicketLock<M>::GreedyTicketLock;
    void reacquire(typename M::Ctx& ctx, Node& node) {
        if (this->take_free(ctx)) return;
        ctx.exchange(this->flag_, this->kWaiting);
        while (ctx.load(this->flag_) != this->kLent) {
            if (this->take_free(ctx)) return;
            ctx.relax();
        }
        node.borrowed = true;
        ctx.store(this->flag_, this->kNobody);
    }
};
/// Does not pass a lent turn on.
template <Machine M>
class TurnKeepingGreedy : public GreedyTicketLock<M> {
 public:
    using typename GreedyTicketLock<M>::Node;
    using GreedyTicketLock<M>::GreedyTicketLock;
    void release(typename M::Ctx& ctx, Node& node) {
        if (!node.borrowed) return GreedyTicketLock<M>::release(ctx, node);
        node.borrowed = false;
    }
};
/// Lends the turn and passes it on as well.
template <Machine M>
class TwiceServingGreedy : public GreedyTicketLock<M> {
 public:
    using typename GreedyTicketLock<M>::Node;
    using GreedyTicketLock<M>::GreedyTicketLock;
    void release(typename M::Ctx& ctx, Node& node) {
        if (!node.borrowed && ctx.load(this->flag_) == this->kWaiting) ctx.store(this->flag_, this->kLent);
        node.borrowed = false;
        this->pass_on(ctx);
    }
};

/// Does not take the root lock back after the device call.
template <Machine M, template <class> class L>
class SkippedRelock : public PlainRelock<M, L> {
 public:
    using typename PlainRelock<M, L>::Node;
    using PlainRelock<M, L>::PlainRelock;
    void reacquire(typename M::Ctx&, Node&) {}
};

/// Never lowers the owner's flag.
template <Machine M, template <class> class L>
class StuckPriority {
 public:
    using Node = typename L<M>::Node;
    explicit StuckPriority(std::span<Node> nodes) : lock_(nodes) {}
    void acquire(typename M::Ctx& ctx, Node& node) {
        for (;;) {
            lock_.acquire(ctx, node);
            if (ctx.load(priority_) == 0) return;
            lock_.release(ctx, node);
            ctx.relax();
        }
    }
    void reacquire(typename M::Ctx& ctx, Node& node) {
        ctx.store(priority_, 1u);
        lock_.acquire(ctx, node);
    }
    void release(typename M::Ctx& ctx, Node& node) { lock_.release(ctx, node); }

 private:
    L<M> lock_;
    typename M::template Atomic<std::uint32_t> priority_{0};
};

/// No mutant as a lock, but it looks before its first read-modify-write: whatever is stored just before, an
/// owner's flag, may still be in the store buffer while it waits.
template <Machine M>
class LookFirstTas {
 public:
    using Node = NoNode;
    static constexpr bool kFair = false;

    explicit LookFirstTas(std::span<Node>) {}
    void acquire(typename M::Ctx& ctx, Node&) {
        do {
            ctx.spin_until(taken_, [](std::uint32_t taken) { return taken == 0; });
        } while (ctx.exchange(taken_, 1u) != 0);
    }
    void release(typename M::Ctx& ctx, Node&) { ctx.publish(taken_, 0u); }

 private:
    typename M::template Atomic<std::uint32_t> taken_{0};
};

/// Clears RUNNING after the root lock, not before.
template <Machine M, class Root, class Gate>
struct LateRunning : Layout2634<M, Root, Gate> {
    using Sound = Layout2634<M, Root, Gate>;
    struct LateRoot {
        using Node = typename Root::Node;
        LateRunning& layout;
        void acquire(typename M::Ctx& ctx, typename Root::Node& node) {
            layout.sound().root.acquire(ctx, node);
        }
        void reacquire(typename M::Ctx& ctx, typename Root::Node& node) {
            layout.sound().root.reacquire(ctx, node);
        }
        void release(typename M::Ctx& ctx, typename Root::Node& node) {
            layout.sound().root.release(ctx, node);
            bool& late = layout.ending[ctx.worker()];
            if (late) layout.sound().run_end(ctx);
            late = false;
        }
    };

    LateRunning(std::span<typename Root::Node> roots, std::span<typename Gate::Node> gates)
        : Sound(roots, gates) {}
    Sound& sound() { return *this; }
    void run_end(typename M::Ctx& ctx) { ending[ctx.worker()] = true; }

    LateRoot root{*this};
    std::array<bool, 16> ending{};
};

/// No mutant: no gate, but the queue's owner is looked for before the root lock, and no packet passes the
/// queue by.
template <Machine M>
class LookingGate : public NoGate<M> {
 public:
    using typename NoGate<M>::Visit;
    using NoGate<M>::NoGate;
    template <class Busy>
    Admission enter(typename M::Ctx&, Visit&, Packet<M>&, Busy&& busy) {
        busy();
        return Admission::Enter;
    }
    Arrivals<M> collect(typename M::Ctx& ctx, Packet<M>& mine) {
        ctx.set(mine.next, nullptr);
        return {&mine, false};
    }
};

/// Decides by what was read without the lock whether somebody else will send: that owner may have gone.
template <Machine M, class Root, class Gate>
struct StaleRunning : Layout2634<M, Root, Gate> {
    using Sound = Layout2634<M, Root, Gate>;
    using Sound::Sound;
    bool running(typename M::Ctx& ctx) { return seen[ctx.worker()] = Sound::running(ctx); }
    bool run_begin(typename M::Ctx& ctx) { return !seen[ctx.worker()] && Sound::run_begin(ctx); }

    std::array<bool, 16> seen{};
};

/// Puts what a busy device gave back behind everything else.
template <Machine M, class Root, class Gate>
struct TailRequeue : Layout2634<M, Root, Gate> {
    struct Tail {
        PacketList<M>& queue;
        typename M::template Var<std::uint32_t> length{};
        void push(typename M::Ctx& ctx, Packet<M>& packet) { queue.push(ctx, packet); }
        void put_first(typename M::Ctx& ctx, std::span<Packet<M>* const> packets) {
            for (Packet<M>* packet : packets) queue.push(ctx, *packet);
        }
        Packet<M>* pop(typename M::Ctx&) { return nullptr; }
    };
    struct Side {
        Tail requeued;
        typename M::template Var<std::uint64_t> stopped_until{};
        typename M::template Var<std::uint32_t> back_off{};
        typename M::template Var<std::uint64_t> watched_until{};
    };
    using Layout2634<M, Root, Gate>::Layout2634;
    Side device{{this->queue}};
};

/// No mutant: the sound list, watched. Whoever found it empty finds at least its own packet when it takes it,
/// so each generation has exactly one taker.
template <Machine M>
class WatchedList : public ListGate<M> {
 public:
    using ListGate<M>::ListGate;
    Arrivals<M> collect(typename M::Ctx& ctx, Packet<M>& mine) {
        const Arrivals<M> arrivals = ListGate<M>::collect(ctx, mine);
        if (arrivals.first == nullptr) ctx.fail("T8: a generation has two takers");
        return arrivals;
    }
};

/// Takes the list before the root lock, not under it.
template <Machine M>
class EarlyTake : public ListGate<M> {
 public:
    using typename ListGate<M>::Visit;
    using ListGate<M>::ListGate;
    template <class Busy>
    Admission enter(typename M::Ctx& ctx, Visit& visit, Packet<M>& packet, Busy&& busy) {
        const Admission admission = ListGate<M>::enter(ctx, visit, packet, busy);
        if (admission == Admission::Enter) taken_[ctx.worker()] = ListGate<M>::collect(ctx, packet);
        return admission;
    }
    Arrivals<M> collect(typename M::Ctx& ctx, Packet<M>&) { return taken_[ctx.worker()]; }

 private:
    std::array<Arrivals<M>, 16> taken_{};
};

/// Says that somebody will run the queue where nobody will.
template <Machine M>
class EmptyPromise : public ListGate<M> {
 public:
    using ListGate<M>::ListGate;
    bool has_left_packets(typename M::Ctx&) { return true; }
};

/// Keeps the gate where a packet is dropped because the queue is down.
template <Machine M, template <class> class L>
class KeptWhenDown : public EnqueueLock<M, L> {
 public:
    using typename EnqueueLock<M, L>::Visit;
    using EnqueueLock<M, L>::EnqueueLock;
    void leave(typename M::Ctx&, Visit&) {}
};

/// Keeps the gate while it sends for others.
template <Machine M, template <class> class L>
class KeptWhileRunning : public BusyLock<M, L> {
 public:
    using typename BusyLock<M, L>::Visit;
    using BusyLock<M, L>::BusyLock;
    void before_run(typename M::Ctx&, Visit&) {}
};

}  // namespace spinscope
