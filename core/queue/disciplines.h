// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string_view>
#include <tuple>

#include "core/base/strategy_info.h"
#include "core/queue/cake.h"
#include "core/queue/discipline.h"
#include "core/queue/fq.h"
#include "core/queue/pfifo_fast.h"
#include "core/queue/prio.h"
#include "core/queue/tbf.h"

namespace spinscope {

// A discipline is a row: what is said of it, and its template. To add one, write it as a header of its own
// and name it here; tests, command line and window take it from Disciplines. No option may have the name of a
// strategy's.

struct PfifoRow {
    static constexpr DisciplineInfo kInfo{
        .id = "pfifo",
        .title = "first in, first out; a full queue drops the packet that comes",
        .source = "Linux sch_fifo"};
    template <Machine M>
    using Queue = Pfifo<M>;
};

/// The registry: one line a discipline.
using Disciplines = std::tuple<PfifoRow, PfifoFastRow, PrioRow, FqRow, TbfRow, CakeRow>;

/// Calls visit(Row{}) for each row.
template <class Visit>
void for_each_discipline(Visit&& visit) {
    std::apply([&](auto... row) { (visit(row), ...); }, Disciplines{});
}

template <Machine M>
std::unique_ptr<Discipline<M>> make_discipline(std::string_view id,
                                               const DisciplineEnvironment<M>& environment) {
    std::unique_ptr<Discipline<M>> discipline;
    for_each_discipline([&]<class Row>(Row) {
        if (Row::kInfo.id == id) discipline = std::make_unique<typename Row::template Queue<M>>(environment);
    });
    return discipline;
}

}  // namespace spinscope
