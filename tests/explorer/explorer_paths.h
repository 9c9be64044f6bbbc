// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/disciplines.h"
#include "core/transmit/make_path.h"
#include "tests/explorer/explorer_machine.h"

namespace spinscope {

// Every strategy on the explorer machine, compiled once: in explorer_paths.cpp.
extern template std::unique_ptr<Discipline<ExplorerMachine>> make_discipline(
    std::string_view, const DisciplineEnvironment<ExplorerMachine>&);
extern template std::unique_ptr<TransmitPath<ExplorerMachine>> make_transmit_path(
    const QueuePlan&, const QueueEnvironment<ExplorerMachine>&);
extern template std::size_t queue_memory<ExplorerMachine>(const QueuePlan&, unsigned);

}  // namespace spinscope
