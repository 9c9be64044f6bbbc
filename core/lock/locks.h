// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <tuple>

#include "core/base/strategy_info.h"
#include "core/lock/clh_lock.h"
#include "core/lock/greedy_ticket_lock.h"
#include "core/lock/mcs_lock.h"
#include "core/lock/pthread_spin_lock.h"
#include "core/lock/qspinlock.h"
#include "core/lock/std_mutex_lock.h"
#include "core/lock/tas_lock.h"
#include "core/lock/tbb_queuing_lock.h"
#include "core/lock/tbb_spin_lock.h"
#include "core/lock/ticket_lock.h"
#include "core/lock/ttas_lock.h"

namespace spinscope {

// A lock is a row: what is said of it, and its template. To add one, write it as a header of its own, name it
// here, and write its core/transmit/*_paths.cpp: the strategies that take any root lock then take it, and so
// do tests, command line and window.

struct TicketRow {
    static constexpr LockInfo kInfo{
        .id = "ticket",
        .title = "draw a ticket, wait until it is served",
        .year = "2008",
        .source = "Linux 2.6.25-4.1; x86 FIFO ticket spinlocks, commit 314cdbefd1fd"};
    template <Machine M>
    using Lock = TicketLock<M>;
};

struct TasRow {
    static constexpr LockInfo kInfo{.id = "tas",
                                    .title = "whoever asks first after a release has it",
                                    .year = "1984",
                                    .source = "L. Rudolph and Z. Segall, ISCA 1984",
                                    .fair = false};
    template <Machine M>
    using Lock = TasLock<M>;
};

struct McsRow {
    static constexpr LockInfo kInfo{.id = "mcs",
                                    .title = "a queue of waiters, each spinning on its own line",
                                    .year = "1991",
                                    .source = "J. Mellor-Crummey and M. Scott, ACM TOCS 9(1), 1991"};
    template <Machine M>
    using Lock = McsLock<M>;
};

struct QSpinRow {
    static constexpr LockInfo kInfo{.id = "qspinlock",
                                    .title = "the queued spinlock of today's kernel",
                                    .year = "2015",
                                    .source = "Linux 4.2; W. Long and P. Zijlstra, 2015"};
    template <Machine M>
    using Lock = QSpinLock<M>;
};

struct TtasRow {
    static constexpr LockInfo kInfo{.id = "ttas",
                                    .title = "whoever loses a race for it steps back, longer each time",
                                    .year = "1990",
                                    .source = "T. Anderson, IEEE TPDS 1(1), 1990",
                                    .fair = false};
    template <Machine M>
    using Lock = TtasLock<M>;
};

struct ClhRow {
    static constexpr LockInfo kInfo{
        .id = "clh",
        .title = "a queue of waiters, each spinning on the cell of the one before it",
        .year = "1993",
        .source =
            "T. Craig, University of Washington TR 93-02-02, 1993; P. Magnusson, A. Landin and "
            "E. Hagersten, IPPS 1994"};
    template <Machine M>
    using Lock = ClhLock<M>;
};

struct GreedyTicketRow {
    static constexpr LockInfo kInfo{
        .id = "greedy-ticket",
        .title = "tickets, and a turn that is lent to whoever may be greedy",
        .year = "May 2010",
        .source = "S. Hemminger, netdev, May 2010 (an idea; the lent turn is a design of our own)",
        .exchangeable = false};
    template <Machine M>
    using Lock = GreedyTicketLock<M>;
};

// Other libraries' locks are there to be compared with, bare.

struct TbbSpinRow {
    static constexpr LockInfo kInfo{.id = "tbb-spin",
                                    .title = "oneTBB's test-and-set lock; waiters pause, then yield",
                                    .year = "2006",
                                    .source = "oneTBB, spin_mutex",
                                    .simulatable = false,
                                    .fair = false,
                                    .exchangeable = false};
    template <Machine M>
    using Lock = TbbSpinLock<M>;
};

struct TbbQueuingRow {
    static constexpr LockInfo kInfo{.id = "tbb-queuing",
                                    .title = "oneTBB's MCS queue; waiters pause, then yield",
                                    .year = "2006",
                                    .source = "oneTBB, queuing_mutex",
                                    .simulatable = false,
                                    .exchangeable = false};
    template <Machine M>
    using Lock = TbbQueuingLock<M>;
};

struct StdMutexRow {
    static constexpr LockInfo kInfo{.id = "std-mutex",
                                    .title = "the C++ library's mutex: waiters sleep in the kernel",
                                    .year = "2011",
                                    .source = "C++11 std::mutex, a futex with glibc",
                                    .simulatable = false,
                                    .fair = false,
                                    .exchangeable = false};
    template <Machine M>
    using Lock = StdMutexLock<M>;
};

struct PthreadSpinRow {
    static constexpr LockInfo kInfo{.id = "pthread-spin",
                                    .title = "the C library's spinlock: no backoff, no yield",
                                    .year = "2001",
                                    .source = "POSIX.1-2001 pthread_spin_lock, of this system's C library",
                                    .simulatable = false,
                                    .fair = false,
                                    .exchangeable = false};
    template <Machine M>
    using Lock = PthreadSpinLock<M>;
};

/// The registry: one line a lock.
using Locks = std::tuple<TicketRow, TasRow, TtasRow, McsRow, ClhRow, QSpinRow, GreedyTicketRow, TbbSpinRow,
                         TbbQueuingRow, StdMutexRow, PthreadSpinRow>;

/// Calls visit(Row{}) for each row.
template <class Visit>
void for_each_lock(Visit&& visit) {
    std::apply([&](auto... row) { (visit(row), ...); }, Locks{});
}

/// Whether the lock can run there: locks of other libraries want threads.
template <Machine M, class Row>
inline constexpr bool kRunsOn = Row::kInfo.simulatable || requires {
    requires M::kThreads;
};

}  // namespace spinscope
