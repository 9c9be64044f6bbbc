// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/explorer/explorer_paths.h"

#include "core/transmit/path_family.h"

namespace spinscope {

template std::unique_ptr<Discipline<ExplorerMachine>> make_discipline(
    std::string_view, const DisciplineEnvironment<ExplorerMachine>&);
template std::unique_ptr<TransmitPath<ExplorerMachine>> make_transmit_path(
    const QueuePlan&, const QueueEnvironment<ExplorerMachine>&);
template std::size_t queue_memory<ExplorerMachine>(const QueuePlan&, unsigned);

}  // namespace spinscope
