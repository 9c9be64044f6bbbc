// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstdint>

#include "core/base/workload_costs.h"
#include "core/machine/arena.h"
#include "core/probe/worker_probe.h"

namespace spinscope {

/// A queue that can be asked to run later (the kernel's netif_schedule and its watchdog): an entry of a
/// worker's list.
template <class M>
class Runnable {
 public:
    virtual ~Runnable() = default;
    /// Runs on the worker that raised it, at a packet boundary.
    virtual void run_scheduled(typename M::Ctx& ctx) = 0;
};

/// What executes workers. Locks, gates, queues and strategies are written once, as templates over this, and
/// see nothing else of the world: no thread, no clock, no allocation. One Ctx per worker is passed explicitly
/// to every call and is used by that worker only.
///
/// Types
///   Atomic<T>    a word that workers share. `Ctx` operations on it: load (acquire), store (release),
///                exchange, fetch_add, fetch_or, fetch_and, compare_exchange (each sequentially consistent:
///                the full fence); store_low16, publish_low16, publish_low8, exchange_high16 on parts of a
///                32-bit word.
///   Var<T>       plain data guarded by a lock: get, set. A plain member on the host, so that a thread
///                sanitizer sees a missing lock; a charged access on a simulated machine.
///   Block        the payload of a packet: lines that move together; touch(block, write).
///
/// Waiting and waking
///   spin_until(a, pred)      busy wait until pred(value of a), by the machine's waiting policy. Tells the
///                            probe `contended` when the first look fails. Only stores by publish,
///                            publish_low16 or publish_low8, or updates followed by wake, may make a
///                            predicate true for good.
///   block_until(a, pred, t)  asleep until pred, or until t (ns on now(); kForever for no limit).
///   publish(a, v)            store (release) that also wakes whoever sleeps on `a`.
///   wake(a)                  the wake-up alone, after a read-modify-write of `a`.
///   contended()              tells the probe so, where the first try is no look (a failed exchange).
///   relax()                  one polite pause in a loop of the caller's own.
///   charge(cost)             a step of the real work that takes its own time on a real machine (nothing to
///   do
///                            there) and is charged on a simulated one.
///   work(ns)                 time spent without touching shared memory; hurry cuts a long one short.
///   hurry(on)                control: somebody waits for the workers. While on, every waiter gives its CPU
///                            away after each look, whatever its policy: a FIFO lock cannot be abandoned,
///                            only passed on.
///
/// Grace periods (QSBR)
///   online, offline          offline: holds no reference to anything a switch may replace. Only at packet
///                            boundaries; a lock wait inside a packet stays online, asleep or not.
///   quiescent()              a packet boundary passed.
///   synchronize()            returns when every worker was offline or passed a boundary since the call.
///
/// Later work of a worker
///   raise(q)                 run q at this worker's next packet boundary.
///   wake_at(t, q)            the same, not before t.
///   run_raised()             at a packet boundary: runs what is due.
///   next_due()               earliest time in the list.
///   cancel(q)                takes q off the list; by whoever has the worker parked.
template <class M>
concept Machine = requires(typename M::Ctx& ctx, typename M::template Atomic<std::uint32_t>& word,
                           typename M::template Var<int>& var, typename M::Block& block, Runnable<M>& queue,
                           bool (*pred)(std::uint32_t)) {
    { ctx.load(word) } -> std::same_as<std::uint32_t>;
    ctx.store(word, 1u);
    { ctx.exchange(word, 1u) } -> std::same_as<std::uint32_t>;
    { ctx.fetch_add(word, 1u) } -> std::same_as<std::uint32_t>;
    { ctx.fetch_or(word, 1u) } -> std::same_as<std::uint32_t>;
    { ctx.fetch_and(word, 1u) } -> std::same_as<std::uint32_t>;
    { ctx.compare_exchange(word, 0u, 1u) } -> std::same_as<bool>;
    ctx.store_low16(word, std::uint16_t{1});
    ctx.publish_low16(word, std::uint16_t{1});
    ctx.publish_low8(word, std::uint8_t{0});
    { ctx.exchange_high16(word, std::uint16_t{1}) } -> std::same_as<std::uint16_t>;
    { ctx.get(var) } -> std::same_as<int>;
    ctx.set(var, 1);
    ctx.touch(block, true);

    { ctx.spin_until(word, pred) } -> std::same_as<std::uint32_t>;
    { ctx.block_until(word, pred, std::uint64_t{0}) } -> std::same_as<std::uint32_t>;
    ctx.publish(word, 1u);
    ctx.wake(word);
    ctx.contended();
    ctx.relax();
    ctx.charge(Cost::Produce);
    ctx.work(std::uint64_t{0});
    ctx.hurry(true);

    ctx.online();
    ctx.offline();
    ctx.quiescent();
    ctx.synchronize();

    ctx.raise(queue);
    ctx.wake_at(std::uint64_t{0}, queue);
    ctx.run_raised();
    { ctx.next_due() } -> std::same_as<std::uint64_t>;
    ctx.cancel(queue);

    { ctx.now() } -> std::same_as<std::uint64_t>;
    { ctx.worker() } -> std::same_as<unsigned>;
    { ctx.probe() } -> std::same_as<WorkerProbe&>;
};

inline constexpr std::uint64_t kForever = ~std::uint64_t{0};

}  // namespace spinscope
