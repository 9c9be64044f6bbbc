// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "tests/explorer/chooser.h"

namespace spinscope {

/// How far each CPU has come, as somebody knows it.
struct VectorClock {
    alignas(16) std::array<std::uint32_t, kMostCpus> epochs{};

    std::uint32_t& operator[](unsigned cpu) { return epochs[cpu]; }
    std::uint32_t operator[](unsigned cpu) const { return epochs[cpu]; }
    void join(const VectorClock& other) {
        for (unsigned i = 0; i < kMostCpus; ++i) epochs[i] = std::max(epochs[i], other.epochs[i]);
    }
    bool covers(const VectorClock& other) const {
        bool all = true;
        for (unsigned i = 0; i < kMostCpus; ++i) all &= other.epochs[i] <= epochs[i];
        return all;
    }
};

}  // namespace spinscope
