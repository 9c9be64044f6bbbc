// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/disciplines.h"

#include "core/machine/host_machine.h"
#include "core/machine/sim/sim_machine.h"

namespace spinscope {

const DisciplineInfo* find_discipline(std::string_view id) {
    const DisciplineInfo* found = nullptr;
    for_each_discipline([&]<class Row>(Row) {
        if (Row::kInfo.id == id) found = &Row::kInfo;
    });
    return found;
}

template std::unique_ptr<Discipline<HostMachine>> make_discipline(std::string_view,
                                                                  const DisciplineEnvironment<HostMachine>&);
template std::unique_ptr<Discipline<SimMachine>> make_discipline(std::string_view,
                                                                 const DisciplineEnvironment<SimMachine>&);

}  // namespace spinscope
