// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace spinscope {

/// Compares with tests/golden/NAME. After an intended change run the test with SPINSCOPE_UPDATE_GOLDEN=1
/// and review the difference.
inline void expect_golden(const std::string& name, const std::string& text) {
    const std::string path = std::string(SPINSCOPE_SOURCE_DIR) + "/tests/golden/" + name;
    if (std::getenv("SPINSCOPE_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << text;
    std::ifstream file(path);
    ASSERT_TRUE(file) << path;
    const std::string golden{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(text, golden) << "differs from " << path;
}

}  // namespace spinscope
