// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/engine/batch.h"

namespace spinscope {

/// Those of the experiment's options that one of the strategies, or the discipline, knows: the others are of
/// the strategy that the window happens to have chosen.
inline Options known_options(const Experiment& experiment, const std::vector<std::string>& strategies) {
    Options known;
    for (const std::string& strategy : strategies) known.merge(with_strategy(experiment, strategy).options);
    return known;
}

}  // namespace spinscope
