// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <tuple>

#include "core/base/strategy_info.h"
#include "core/lock/mcs_lock.h"
#include "core/lock/qspinlock.h"
#include "core/lock/tas_lock.h"
#include "core/lock/ticket_lock.h"

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

/// The registry: one line a lock.
using Locks = std::tuple<TicketRow, TasRow, McsRow, QSpinRow>;

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
