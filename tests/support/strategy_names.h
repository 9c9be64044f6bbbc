// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "core/engine/registry.h"

namespace spinscope {

/// A strategy's id as a part of a test's name.
inline std::string strategy_test_name(const testing::TestParamInfo<StrategyInfo>& info) {
    std::string name(info.param.id);
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
    return name;
}
/// Those that machines without threads can run.
inline std::vector<StrategyInfo> simulatable_strategies() {
    std::vector<StrategyInfo> some;
    for (const StrategyInfo& info : strategies()) {
        if (info.simulatable) some.push_back(info);
    }
    return some;
}
inline void PrintTo(const StrategyInfo& info, std::ostream* out) {
    *out << info.id;
}

}  // namespace spinscope
