// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string_view>
#include <tuple>

#include "core/base/strategy_info.h"
#include "core/lock/mcs_lock.h"
#include "core/lock/qspinlock.h"
#include "core/lock/tas_lock.h"
#include "core/lock/ticket_lock.h"
#include "core/transmit/gate.h"
#include "core/transmit/list_gate.h"
#include "core/transmit/options.h"
#include "core/transmit/relock.h"
#include "core/transmit/transmit_queue.h"

namespace spinscope {

// A strategy is a row: what is said of it, and the queue it is made of. To add one, write its piece (a lock,
// a gate, a relock policy or a layout) as a header of its own and name it here; tests, benchmarks, command
// line and window take it from TransmitStrategies.

template <Machine M>
using TicketGate = BusyLock<M, TicketLock>;
template <Machine M>
using TicketEnqueueLock = EnqueueLock<M, TicketLock>;

/// No gate, plain relock, the layout of 2.6.34: the lock alone makes the difference.
template <Machine M, template <class> class L>
using PlainQueue = TransmitQueue<M, Layout2634, PlainRelock<M, L>, NoGate<M>>;

struct Ticket {
    static constexpr StrategyInfo kInfo{
        .id = "ticket",
        .scenario = "transmit",
        .title = "first come, first served: the owner waits behind every producer",
        .year = "2008",
        .lock = "ticket",
        .gate = "none",
        .relock = "plain",
        .layout = "2.6.34",
        .source = "Linux 2.6.25-2.6.35; x86 FIFO ticket spinlocks, commit 314cdbefd1fd",
        .key = '1'};
    template <Machine M>
    using Queue = PlainQueue<M, TicketLock>;
};

struct EnqueueLockStrategy {
    static constexpr StrategyInfo kInfo{.id = "enqueue-lock",
                                        .scenario = "transmit",
                                        .title = "a second lock before the first, always taken by producers",
                                        .year = "Mar 2010",
                                        .lock = "ticket",
                                        .gate = "enqueue-lock",
                                        .relock = "plain",
                                        .layout = "2.6.34",
                                        .source =
                                            "A. Duyck, netdev, March 2010: net: add additional lock to qdisc "
                                            "to increase enqueue/dequeue fairness",
                                        .key = '2'};
    template <Machine M>
    using Queue = TransmitQueue<M, Layout2634, PlainRelock<M, TicketLock>, TicketEnqueueLock<M>>;
};

struct PriorityRelockStrategy {
    static constexpr StrategyInfo kInfo{
        .id = "priority-relock",
        .scenario = "transmit",
        .title = "producers give the lock back while the owner wants it",
        .year = "Mar 2010",
        .lock = "ticket",
        .gate = "none",
        .relock = "priority",
        .layout = "2.6.34",
        .source = "E. Dumazet, netdev, March 2010 (spinprio, an idea in the same thread)",
        .key = '3'};
    template <Machine M>
    using Queue = TransmitQueue<M, Layout2634, PriorityRelock<M, TicketLock>, NoGate<M>>;
};

struct PriorityRelockTas {
    static constexpr StrategyInfo kInfo{
        .id = "priority-relock-tas",
        .scenario = "transmit",
        .title = "the same over an unfair lock, where it really puts the owner first",
        .year = "Mar 2010",
        .lock = "tas",
        .gate = "none",
        .relock = "priority",
        .layout = "2.6.34",
        .source = "E. Dumazet, netdev, March 2010 (spinprio, an idea in the same thread)"};
    template <Machine M>
    using Queue = TransmitQueue<M, Layout2634, PriorityRelock<M, TasLock>, NoGate<M>>;
};

struct BusyLockStrategy {
    static constexpr StrategyInfo kInfo{
        .id = "busylock",
        .scenario = "transmit",
        .title = "a second lock before the first, only when the queue has an owner",
        .year = "2010–2025",
        .lock = "ticket",
        .gate = "busylock",
        .relock = "plain",
        .layout = "2.6.36",
        .source = "E. Dumazet, netdev, May 2010, commit 79640a4ca695 (Linux 2.6.36-6.18)",
        .key = '5'};
    template <Machine M>
    using Queue = TransmitQueue<M, Layout2636, PlainRelock<M, TicketLock>, TicketGate<M>>;
};

struct Llist {
    static constexpr OptionInfo kOptions[] = {
        {"burst-limit", "1000", "packets the lock-free list may hold before it refuses more"}};
    static constexpr StrategyInfo kInfo{
        .id = "llist",
        .scenario = "transmit",
        .title = "a lock-free list before the lock: one producer takes it for all",
        .year = "2025",
        .lock = "qspinlock",
        .gate = "llist",
        .relock = "plain",
        .layout = "6.19",
        .source =
            "E. Dumazet, netdev, October 2025: net: dev_queue_xmit() llist adoption, commit 100dfa74cad9",
        .key = '6',
        .options = kOptions};
    template <Machine M>
    using Queue = TransmitQueue<M, Layout619, PlainRelock<M, QSpinLock>, ListGate<M>>;
    template <Machine M>
    static void configure(Queue<M>& queue, const Options& options) {
        queue.gate().set_burst_limit(option_u32(options, kOptions[0]));
    }
};

struct Tas {
    static constexpr StrategyInfo kInfo{.id = "tas",
                                        .scenario = "transmit",
                                        .title = "whoever asks first after a release has it",
                                        .year = "1984",
                                        .lock = "tas",
                                        .gate = "none",
                                        .relock = "plain",
                                        .layout = "2.6.34",
                                        .source = "L. Rudolph and Z. Segall, ISCA 1984"};
    template <Machine M>
    using Queue = PlainQueue<M, TasLock>;
};

struct Mcs {
    static constexpr StrategyInfo kInfo{.id = "mcs",
                                        .scenario = "transmit",
                                        .title = "a queue of waiters, each spinning on its own line",
                                        .year = "1991",
                                        .lock = "mcs",
                                        .gate = "none",
                                        .relock = "plain",
                                        .layout = "2.6.34",
                                        .source = "J. Mellor-Crummey and M. Scott, ACM TOCS 9(1), 1991"};
    template <Machine M>
    using Queue = PlainQueue<M, McsLock>;
};

struct QSpin {
    static constexpr StrategyInfo kInfo{
        .id = "qspinlock",
        .scenario = "transmit",
        .title = "the queued spinlock of today's kernel in the place of the ticket lock",
        .year = "2015",
        .lock = "qspinlock",
        .gate = "none",
        .relock = "plain",
        .layout = "2.6.34",
        .source = "Linux 4.2; W. Long and P. Zijlstra, 2015",
        .key = '9'};
    template <Machine M>
    using Queue = PlainQueue<M, QSpinLock>;
};

/// The registry: one line a strategy, in the order of the strategy bar.
using TransmitStrategies = std::tuple<  //
    Ticket,                             //
    EnqueueLockStrategy,                //
    PriorityRelockStrategy,             //
    PriorityRelockTas,                  //
    BusyLockStrategy,                   //
    Llist,                              //
    QSpin,                              //
    Mcs,                                //
    Tas>;

/// Calls visit(Row{}) for each row.
template <class Visit>
void for_each_transmit_strategy(Visit&& visit) {
    std::apply([&](auto... row) { (visit(row), ...); }, TransmitStrategies{});
}

/// A queue of the strategy, idle and empty. Throws UsageError for an option that makes no sense; null for an
/// unknown id.
template <Machine M>
std::unique_ptr<TransmitPath<M>> make_transmit_path(std::string_view id, const Options& options,
                                                    const QueueEnvironment<M>& environment) {
    std::unique_ptr<TransmitPath<M>> path;
    for_each_transmit_strategy([&]<class Row>(Row) {
        if (Row::kInfo.id != id) return;
        auto queue = std::make_unique<typename Row::template Queue<M>>(environment);
        if constexpr (requires { Row::template configure<M>(*queue, options); }) {
            Row::template configure<M>(*queue, options);
        }
        path = std::move(queue);
    });
    return path;
}

}  // namespace spinscope
