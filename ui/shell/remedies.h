// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "core/base/error.h"
#include "core/base/experiment.h"
#include "core/topology/placement.h"

namespace spinscope {

/// What one press can do about a message: a button's text, and the experiment it starts or the machine it
/// chooses.
struct Remedy {
    QString label;
    Experiment experiment;
    std::string machine;  ///< empty = the present one
};

/// Nothing where no press helps. `placement` is the present run's; empty without one.
std::optional<Remedy> remedy_for(const Message& message, const Experiment& experiment,
                                 const Placement& placement, const Topology& topology);

}  // namespace spinscope
