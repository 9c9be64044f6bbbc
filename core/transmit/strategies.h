// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <tuple>

#include "core/base/options.h"
#include "core/base/strategy_info.h"
#include "core/lock/locks.h"
#include "core/transmit/gate.h"
#include "core/transmit/list_gate.h"
#include "core/transmit/relock.h"
#include "core/transmit/transmit_queue.h"

namespace spinscope {

// A strategy is a row: what is said of it, and the queue that it is over a root lock L. To add one, write its
// piece (a gate, a relock policy or a layout; a lock has a registry of its own) as a header and name it here;
// tests, benchmarks, command line and window take it from TransmitStrategies.

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
    template <Machine M, template <class> class L>
    using Queue = PlainQueue<M, L>;
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
                                        .key = '2',
                                        .any_lock = true};
    template <Machine M, template <class> class L>
    using Queue = TransmitQueue<M, Layout2634, PlainRelock<M, L>, TicketEnqueueLock<M>>;
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
        .key = '3',
        .any_lock = true};
    template <Machine M, template <class> class L>
    using Queue = TransmitQueue<M, Layout2634, PriorityRelock<M, L>, NoGate<M>>;
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
    template <Machine M, template <class> class L>
    using Queue = TransmitQueue<M, Layout2634, PriorityRelock<M, L>, NoGate<M>>;
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
        .key = '5',
        .any_lock = true};
    template <Machine M, template <class> class L>
    using Queue = TransmitQueue<M, Layout2636, PlainRelock<M, L>, TicketGate<M>>;
};

struct BusyLockQSpin {
    static constexpr StrategyInfo kInfo{.id = "busylock-qspinlock",
                                        .scenario = "transmit",
                                        .title = "the busylock as kernels ran it for ten years",
                                        .year = "2015–2025",
                                        .lock = "qspinlock",
                                        .gate = "busylock",
                                        .relock = "plain",
                                        .layout = "6.18",
                                        .source = "Linux 4.2-6.18"};
    template <Machine M, template <class> class L>
    using Queue = TransmitQueue<M, Layout618, PlainRelock<M, L>, BusyLock<M, QSpinLock>>;
};

struct Llist {
    static constexpr OptionInfo kOptions[] = {
        {"burst-limit", "1000",
         "packets the lock-free list may hold before it refuses more; limit = as many as the queue",
         OptionInfo::Kind::Number, "limit"},
        {"schedule-fast-path", "on", "a queue that somebody is about to run is not scheduled",
         OptionInfo::Kind::Switch},
        {"deferred-frees", "on", "what the discipline gives up at the dequeue is freed after the lock",
         OptionInfo::Kind::Switch},
        {"byte-budget", "0", "bytes in one call of the device, as byte queue limits allow; 0 = any number"},
        {"bulk", "on", "off = as a queue that feeds several device queues: 9 packets in one call at most",
         OptionInfo::Kind::Switch}};
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
        .options = kOptions,
        .any_lock = true};
    template <Machine M, template <class> class L>
    using Queue = TransmitQueue<M, Layout619, PlainRelock<M, L>, ListGate<M>>;
    template <class AnyQueue>
    static void configure(AnyQueue& queue, const QueuePlan& plan) {
        const std::uint32_t burst = option_u32(plan.options, kOptions[0]);
        queue.gate().set_burst_limit(burst == 0 ? plan.limit : burst);
        queue.gate().set_schedule_fast_path(option_on(plan.options, kOptions[1]));
        queue.set_frees_late(option_on(plan.options, kOptions[2]));
        queue.set_bulk(option_u32(plan.options, kOptions[3]), option_on(plan.options, kOptions[4]));
    }
};

struct Nolock {
    static constexpr StrategyInfo kInfo{.id = "nolock",
                                        .scenario = "transmit",
                                        .title = "no root lock: a ring, and a bit for whoever came too late",
                                        .year = "2018",
                                        .lock = "none",
                                        .gate = "none",
                                        .relock = "none",
                                        .layout = "5.14",
                                        .source = "Linux 4.16, pfifo_fast; the MISSED bit: 5.14",
                                        .key = '7'};
};

struct Mq {
    static constexpr StrategyInfo kInfo{
        .id = "mq",
        .scenario = "transmit",
        .title = "a queue with its own lock for each device queue",
        .year = "2008",
        .lock = "ticket",
        .gate = "none",
        .relock = "plain",
        .layout = "2.6.34",
        .source = "D. Miller's and A. Kleen's question, netdev, March 2010; Linux sch_mq",
        .key = '8',
        .queues = 8};
    template <Machine M, template <class> class L>
    using Queue = PlainQueue<M, L>;
};

/// Rows that differ from another in nothing but the memory layout.
struct BusyLock618 {
    static constexpr StrategyInfo kInfo{
        .id = "busylock-6.18",
        .scenario = "transmit",
        .title = "busylock over the ticket lock, two lines written for each packet",
        .year = "2016–2025",
        .lock = "ticket",
        .gate = "busylock",
        .relock = "plain",
        .layout = "6.18",
        .source = "struct Qdisc as it was until Linux 6.18"};
    template <Machine M, template <class> class L>
    using Queue = TransmitQueue<M, Layout618, PlainRelock<M, L>, TicketGate<M>>;
};

struct BusyLock2634 {
    static constexpr StrategyInfo kInfo{.id = "busylock-2.6.34",
                                        .scenario = "transmit",
                                        .title = "busylock with RUNNING as an atomic bit among others",
                                        .year = "May 2010",
                                        .lock = "ticket",
                                        .gate = "busylock",
                                        .relock = "plain",
                                        .layout = "2.6.34",
                                        .source = "E. Dumazet, netdev, May 2010, before commit 371121057607"};
    template <Machine M, template <class> class L>
    using Queue = TransmitQueue<M, Layout2634, PlainRelock<M, L>, TicketGate<M>>;
};

struct EnqueueLockNear {
    static constexpr StrategyInfo kInfo{
        .id = "enqueue-lock-near",
        .scenario = "transmit",
        .title = "the second lock on the queue's own cache line",
        .year = "Mar 2010",
        .lock = "ticket",
        .gate = "enqueue-lock",
        .relock = "plain",
        .layout = "2.6.34, gate on the queue's line",
        .source = "E. Dumazet on A. Duyck's enqueue lock, netdev, March 2010"};
    template <Machine M, template <class> class L>
    using Queue = TransmitQueue<M, Layout2634Near, PlainRelock<M, L>, TicketEnqueueLock<M>>;
};

struct GreedyTicket {
    static constexpr StrategyInfo kInfo{
        .id = "greedy-ticket",
        .scenario = "transmit",
        .title = "the next release lends its turn to the owner, past everybody in line",
        .year = "May 2010",
        .lock = "greedy-ticket",
        .gate = "none",
        .relock = "greedy",
        .layout = "2.6.34",
        .source = "S. Hemminger, netdev, May 2010 (an idea; the lent turn is a design of our own)",
        .key = '4'};
    template <Machine M, template <class> class L>
    using Queue = TransmitQueue<M, Layout2634, L<M>, NoGate<M>>;
};

/// A lock in the place of the ticket lock, with nothing else changed: what is said of it is the lock's own
/// row.
template <class LockRow, char kKey = 0>
struct BareLock {
    static constexpr StrategyInfo kInfo{.id = LockRow::kInfo.id,
                                        .scenario = "transmit",
                                        .title = LockRow::kInfo.title,
                                        .year = LockRow::kInfo.year,
                                        .lock = LockRow::kInfo.id,
                                        .gate = "none",
                                        .relock = "plain",
                                        .layout = "2.6.34",
                                        .source = LockRow::kInfo.source,
                                        .key = kKey,
                                        .simulatable = LockRow::kInfo.simulatable};
    template <Machine M, template <class> class L>
    using Queue = PlainQueue<M, L>;
};

/// The registry: one line a strategy, in the order of the strategy bar.
using TransmitStrategies = std::tuple<  //
    Ticket,                             //
    EnqueueLockStrategy,                //
    PriorityRelockStrategy,             //
    PriorityRelockTas,                  //
    GreedyTicket,                       //
    BusyLockStrategy,                   //
    BusyLockQSpin,                      //
    Llist,                              //
    Nolock,                             //
    Mq,                                 //
    BareLock<QSpinRow, '9'>,            //
    BareLock<McsRow>,                   //
    BareLock<ClhRow>,                   //
    BareLock<TasRow>,                   //
    BareLock<TtasRow>,                  //
    BusyLock618,                        //
    BusyLock2634,                       //
    EnqueueLockNear,                    //
    BareLock<TbbSpinRow>,               //
    BareLock<TbbQueuingRow>,            //
    BareLock<StdMutexRow>,              //
    BareLock<PthreadSpinRow>>;

/// Calls visit(Row{}) for each row.
template <class Visit>
void for_each_transmit_strategy(Visit&& visit) {
    std::apply([&](auto... row) { (visit(row), ...); }, TransmitStrategies{});
}

}  // namespace spinscope
