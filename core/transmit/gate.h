// SPDX-License-Identifier: GPL-3.0-or-later
// Enqueue lock: A. Duyck, netdev, March 2010, "net: add additional lock to qdisc to increase enqueue/dequeue
// fairness". Busylock: E. Dumazet, netdev, May 2010, commit 79640a4ca695 (Linux 2.6.36 to 6.18).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/lock/lock.h"
#include "core/queue/packet.h"

namespace spinscope {

enum class Admission : std::uint8_t {
    Enter,    ///< go on to the root lock
    Left,     ///< the packet is on the gate's list: another worker will take it
    Refused,  ///< the gate is full: drop the packet
};

/// Packets that a worker brings through the gate, in order.
template <Machine M>
struct Arrivals {
    Packet<M>* first = nullptr;
    bool single = true;
};

// A gate is what a producer passes before the root lock. Its state is part of the queue's layout; a Node is
// what one worker brings to it; a Visit, made of the worker's node, is what a call remembers between its
// steps. kLabel is its name in the cache-line ledger. The steps, in order:
//   enter         nothing held. `busy` reads, without a lock, whether the queue has an owner.
//   collect       root held: the packets to enqueue.
//   before_send   root held: about to call the device with one packet, or the packets are enqueued.
//   before_run    root held, this worker is the owner: about to send for others, perhaps for long.
//   leave         root released. The gate is free of this worker after this, on every path.

/// For gates that remember nothing.
struct NoVisit {
    explicit NoVisit(NoNode&) {}
};

/// No gate: everybody meets at the root lock.
template <Machine M>
class NoGate {
 public:
    using Node = NoNode;
    using Visit = NoVisit;
    static constexpr std::string_view kLabel = "no gate";

    explicit NoGate(std::span<Node>) {}
    template <class Busy>
    Admission enter(typename M::Ctx&, Visit&, Packet<M>&, Busy&&) {
        return Admission::Enter;
    }
    Arrivals<M> collect(typename M::Ctx&, Packet<M>& mine) { return {&mine, true}; }
    void before_send(typename M::Ctx&, Visit&) {}
    void before_run(typename M::Ctx&, Visit&) {}
    void leave(typename M::Ctx&, Visit&) {}
    bool has_left_packets(typename M::Ctx&) { return false; }
};

/// A lock in front of the lock, taken by one worker at a time and given back as soon as nothing is to be
/// enqueued any more.
template <Machine M, template <class> class L>
class LockGate {
 public:
    using Node = typename L<M>::Node;
    struct Visit {
        explicit Visit(Node& mine) : node(mine) {}
        Node& node;
        bool held = false;
    };

    explicit LockGate(std::span<Node> nodes) : lock_(nodes) {}
    Arrivals<M> collect(typename M::Ctx&, Packet<M>& mine) { return {&mine, true}; }
    bool has_left_packets(typename M::Ctx&) { return false; }

 protected:
    Admission take(typename M::Ctx& ctx, Visit& visit) {
        acquire(ctx, lock_, visit.node, Site::Gate);
        visit.held = true;
        return Admission::Enter;
    }
    void give_back(typename M::Ctx& ctx, Visit& visit) {
        if (!visit.held) return;
        visit.held = false;
        release(ctx, lock_, visit.node, Site::Gate);
    }

 private:
    L<M> lock_;
};

/// Always taken, and given back before any device call: at most one producer waits for the root lock beside
/// the owner.
template <Machine M, template <class> class L>
class EnqueueLock : public LockGate<M, L> {
 public:
    static constexpr std::string_view kLabel = "enqueue lock";
    using typename LockGate<M, L>::Visit;
    using LockGate<M, L>::LockGate;

    template <class Busy>
    Admission enter(typename M::Ctx& ctx, Visit& visit, Packet<M>&, Busy&&) {
        return this->take(ctx, visit);
    }
    void before_send(typename M::Ctx& ctx, Visit& visit) { this->give_back(ctx, visit); }
    void before_run(typename M::Ctx&, Visit&) {}
    void leave(typename M::Ctx& ctx, Visit& visit) { this->give_back(ctx, visit); }
};

/// Taken only when the queue was seen to have an owner: a hint, read without a lock. An owner gives it back
/// before it sends for others; everybody else as late as possible, after the root lock, so that the owner
/// meets at most one contended producer there.
template <Machine M, template <class> class L>
class BusyLock : public LockGate<M, L> {
 public:
    static constexpr std::string_view kLabel = "busylock";
    using typename LockGate<M, L>::Visit;
    using LockGate<M, L>::LockGate;

    template <class Busy>
    Admission enter(typename M::Ctx& ctx, Visit& visit, Packet<M>&, Busy&& busy) {
        return busy() ? this->take(ctx, visit) : Admission::Enter;
    }
    void before_send(typename M::Ctx&, Visit&) {}
    void before_run(typename M::Ctx& ctx, Visit& visit) { this->give_back(ctx, visit); }
    void leave(typename M::Ctx& ctx, Visit& visit) { this->give_back(ctx, visit); }
};

}  // namespace spinscope
