// SPDX-License-Identifier: GPL-3.0-or-later
// Where the fields of struct Qdisc stood: Linux 2.6.34; 2.6.36 (RUNNING in a word of its own: commits
// bc135b23d01a and 371121057607; busylock: 79640a4ca695); 6.18 (drops freed after the lock:
// 520ac30f4551); 6.19 (100dfa74cad9 and its series).
#pragma once

#include <cstdint>
#include <span>

#include "core/queue/packet.h"

namespace spinscope {

/// The queue's own statistics that every enqueue writes.
template <Machine M>
struct BasicStats {
    typename M::template Var<std::uint64_t> bytes{};
    typename M::template Var<std::uint32_t> packets{};
};
/// Those that the exceptions write.
template <Machine M>
struct QueueStats {
    typename M::template Var<std::uint32_t> drops{};
    typename M::template Var<std::uint32_t> requeues{};
};

/// What every layout's rare parts hold: packets the device gave back, and the stopped device queue.
template <Machine M>
struct DeviceSide {
    PacketList<M> requeued{};
    typename M::template Var<std::uint64_t> stopped_until{};  ///< ns; 0 = running
    typename M::template Var<std::uint32_t> back_off{};       ///< ns
    typename M::template Var<std::uint64_t>
        watched_until{};  ///< ns; in future = a worker runs the queue then
};

/// When the queue's owner frees what is dropped.
enum class Frees : std::uint8_t {
    UnderLock,  ///< at once
    Refused,    ///< what was refused at the enqueue after the unlock, what is given up at the dequeue at once
    AfterRun    ///< all after the unlock
};

inline constexpr std::uint32_t kStateScheduled = 1;
inline constexpr std::uint32_t kStateDeactivated = 2;
inline constexpr std::uint32_t kStateRunning = 4;

/// 2.6.34: everything on one line, RUNNING a bit of `state` and therefore atomic; drops are freed under the
/// lock; the caller of a device call learns the queue's length and goes on only if it is not 0.
template <Machine M, class Root, class Gate>
struct Layout2634 {
    static constexpr const char* kEra = "2.6.34";
    static constexpr Frees kFrees = Frees::UnderLock;
    static constexpr bool kStopsWhenEmpty = true;

    Layout2634(std::span<typename Root::Node> roots, std::span<typename Gate::Node> gates)
        : root(roots), gate(gates) {}

    alignas(64) typename M::template Atomic<std::uint32_t> state{0};
    Root root;
    PacketList<M> queue{};
    BasicStats<M> basic{};
    QueueStats<M> stats{};
    alignas(64) DeviceSide<M> device{};
    alignas(64) Gate gate;

    /// name(label, field) for each part, in the order of their addresses: what is on which line.
    template <class Name>
    void name_fields(Name&& name) const {
        name("state", state);
        name("root lock", root);
        name("queue", queue);
        name("statistics", basic);
        name("drops", stats);
        name("device side", device);
        name(Gate::kLabel, gate);
    }

    bool running(typename M::Ctx& ctx) { return (ctx.load(state) & kStateRunning) != 0; }
    bool run_begin(typename M::Ctx& ctx) { return (ctx.fetch_or(state, kStateRunning) & kStateRunning) == 0; }
    void run_end(typename M::Ctx& ctx) { ctx.fetch_and(state, ~kStateRunning); }
};

/// A RUNNING word that is written with the root lock held only: plain stores do. Readers without the lock
/// take it as a hint.
template <Machine M>
class PlainRunning {
 public:
    bool get(typename M::Ctx& ctx) { return ctx.load(word_) != 0; }
    bool begin(typename M::Ctx& ctx) {
        if (ctx.load(word_) != 0) return false;
        ctx.store(word_, 1u);
        return true;
    }
    void end(typename M::Ctx& ctx) { ctx.store(word_, 0u); }

 private:
    typename M::template Atomic<std::uint32_t> word_{0};
};

/// 2.6.36: RUNNING plain, still on the hot line; drops and busylock share the next one.
template <Machine M, class Root, class Gate>
struct Layout2636 {
    static constexpr const char* kEra = "2.6.36";
    static constexpr Frees kFrees = Frees::UnderLock;
    static constexpr bool kStopsWhenEmpty = true;

    Layout2636(std::span<typename Root::Node> roots, std::span<typename Gate::Node> gates)
        : root(roots), gate(gates) {}

    alignas(64) typename M::template Atomic<std::uint32_t> state{0};
    PacketList<M> queue{};
    Root root;
    BasicStats<M> basic{};
    PlainRunning<M> running_word{};
    alignas(64) QueueStats<M> stats{};
    Gate gate;
    alignas(64) DeviceSide<M> device{};

    /// name(label, field) for each part, in the order of their addresses: what is on which line.
    template <class Name>
    void name_fields(Name&& name) const {
        name("state", state);
        name("queue", queue);
        name("root lock", root);
        name("statistics", basic);
        name("running", running_word);
        name("drops", stats);
        name(Gate::kLabel, gate);
        name("device side", device);
    }

    bool running(typename M::Ctx& ctx) { return running_word.get(ctx); }
    bool run_begin(typename M::Ctx& ctx) { return running_word.begin(ctx); }
    void run_end(typename M::Ctx& ctx) { running_word.end(ctx); }
};

/// 2.6.34 with the gate on the queue's own line, where its waiters spin on what the owner writes: as it was
/// asked for in March 2010, one line for a sender alone.
template <Machine M, class Root, class Gate>
struct Layout2634Near {
    static constexpr const char* kEra = "2.6.34, gate on the queue's line";
    static constexpr Frees kFrees = Frees::UnderLock;
    static constexpr bool kStopsWhenEmpty = true;

    Layout2634Near(std::span<typename Root::Node> roots, std::span<typename Gate::Node> gates)
        : root(roots), gate(gates) {}

    alignas(64) typename M::template Atomic<std::uint32_t> state{0};
    Root root;
    Gate gate;
    PacketList<M> queue{};
    BasicStats<M> basic{};
    QueueStats<M> stats{};  // no room for these any more
    alignas(64) DeviceSide<M> device{};

    /// name(label, field) for each part, in the order of their addresses: what is on which line.
    template <class Name>
    void name_fields(Name&& name) const {
        name("state", state);
        name("root lock", root);
        name(Gate::kLabel, gate);
        name("queue", queue);
        name("statistics", basic);
        name("drops", stats);
        name("device side", device);
    }

    bool running(typename M::Ctx& ctx) { return (ctx.load(state) & kStateRunning) != 0; }
    bool run_begin(typename M::Ctx& ctx) { return (ctx.fetch_or(state, kStateRunning) & kStateRunning) == 0; }
    void run_end(typename M::Ctx& ctx) { ctx.fetch_and(state, ~kStateRunning); }
};

/// RUNNING as the sequence counter of 2016: odd while the queue has an owner.
template <Machine M>
class SequenceRunning {
 public:
    bool get(typename M::Ctx& ctx) { return (ctx.load(word_) & 1) != 0; }
    bool begin(typename M::Ctx& ctx) {
        const std::uint32_t before = ctx.load(word_);
        if ((before & 1) != 0) return false;
        ctx.store(word_, before + 1);
        return true;
    }
    void end(typename M::Ctx& ctx) {
        const std::uint32_t before = ctx.load(word_);
        ctx.store(word_, before + 1);
    }

 private:
    typename M::template Atomic<std::uint32_t> word_{0};
};

/// To 6.18: two lines that every step writes, the queue with its lock and the statistics with RUNNING; the
/// busylock on a third. What is refused is freed after the lock, what is given up at the dequeue under it.
template <Machine M, class Root, class Gate>
struct Layout618 {
    static constexpr const char* kEra = "6.18";
    static constexpr Frees kFrees = Frees::Refused;
    static constexpr bool kStopsWhenEmpty = false;

    Layout618(std::span<typename Root::Node> roots, std::span<typename Gate::Node> gates)
        : root(roots), gate(gates) {}

    alignas(64) PacketList<M> queue{};
    Root root;
    BasicStats<M> basic{};
    alignas(64) typename M::template Var<std::uint32_t> backlog{};  ///< bytes
    QueueStats<M> stats{};
    SequenceRunning<M> running_word{};
    typename M::template Atomic<std::uint32_t> state{0};
    alignas(64) Gate gate;
    alignas(64) DeviceSide<M> device{};

    /// name(label, field) for each part, in the order of their addresses: what is on which line.
    template <class Name>
    void name_fields(Name&& name) const {
        name("queue", queue);
        name("root lock", root);
        name("statistics", basic);
        name("backlog", backlog);
        name("drops", stats);
        name("running", running_word);
        name("state", state);
        name(Gate::kLabel, gate);
        name("device side", device);
    }

    bool running(typename M::Ctx& ctx) { return running_word.get(ctx); }
    bool run_begin(typename M::Ctx& ctx) { return running_word.begin(ctx); }
    void run_end(typename M::Ctx& ctx) { running_word.end(ctx); }
};

/// 6.19: a line that is mostly read, one that every step writes, the spill, and the list with its counter on
/// a line of their own; drops are freed after the lock; the owner learns that the queue is empty by an empty
/// dequeue.
template <Machine M, class Root, class Gate>
struct Layout619 {
    static constexpr const char* kEra = "6.19";
    static constexpr Frees kFrees = Frees::AfterRun;
    static constexpr bool kStopsWhenEmpty = false;

    Layout619(std::span<typename Root::Node> roots, std::span<typename Gate::Node> gates)
        : root(roots), gate(gates) {}

    alignas(64) DeviceSide<M> device{};
    alignas(64) PacketList<M> queue{};
    Root root;
    typename M::template Atomic<std::uint32_t> state{0};
    PlainRunning<M> running_word{};  // here it fits on the line, though the lock's node array takes 8 bytes
    BasicStats<M> basic{};
    alignas(64) QueueStats<M> stats{};
    alignas(64) Gate gate;

    /// name(label, field) for each part, in the order of their addresses: what is on which line.
    template <class Name>
    void name_fields(Name&& name) const {
        name("device side", device);
        name("queue", queue);
        name("root lock", root);
        name("state", state);
        name("running", running_word);
        name("statistics", basic);
        name("drops", stats);
        name(Gate::kLabel, gate);
    }

    bool running(typename M::Ctx& ctx) { return running_word.get(ctx); }
    bool run_begin(typename M::Ctx& ctx) { return running_word.begin(ctx); }
    void run_end(typename M::Ctx& ctx) { running_word.end(ctx); }
};

}  // namespace spinscope
