// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/machine/sim/profile.h"

namespace spinscope {

/// What a profile's source measured, beside what the simulated machine returns for the same benchmark.
struct SelfTestResult {
    SelfTest test;
    double simulated_ns = 0;

    double deviation() const { return simulated_ns / test.published_ns - 1; }
    bool passed() const { return deviation() >= -test.tolerance && deviation() <= test.tolerance; }
};

/// Runs all of a profile's self tests (well under 10 ms each), on idle CPUs of its machine.
std::vector<SelfTestResult> run_self_tests(const ProfilePtr& profile);

}  // namespace spinscope
