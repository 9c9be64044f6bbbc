// SPDX-License-Identifier: GPL-3.0-or-later
// Every strategy on the jitter machine, compiled once.
#include "core/queue/disciplines.h"
#include "core/transmit/path_family.h"
#include "tests/support/jitter_machine.h"

namespace spinscope {

template std::unique_ptr<Discipline<JitterMachine>> make_discipline(
    std::string_view, const DisciplineEnvironment<JitterMachine>&);
template std::unique_ptr<TransmitPath<JitterMachine>> make_transmit_path(
    const QueuePlan&, const QueueEnvironment<JitterMachine>&);
template std::size_t queue_memory<JitterMachine>(const QueuePlan&, unsigned);

}  // namespace spinscope
