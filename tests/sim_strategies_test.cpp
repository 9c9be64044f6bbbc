// SPDX-License-Identifier: GPL-3.0-or-later
// Every strategy on simulated machines of several sizes: nothing is lost, nothing hangs, a switch works.
#include <numeric>

#include <gtest/gtest.h>

#include "tests/support/sim_case.h"
#include "tests/support/strategy_names.h"

namespace spinscope {
namespace {

std::vector<unsigned> first_cpus(unsigned count) {
    std::vector<unsigned> cpus(count);
    std::iota(cpus.begin(), cpus.end(), 0u);
    return cpus;
}

Experiment experiment(const std::string& strategy) {
    Experiment e;
    e.strategy = strategy;
    return e;
}

class SimStrategies : public testing::TestWithParam<std::tuple<std::string, unsigned>> {
 protected:
    std::string strategy() const { return std::get<0>(GetParam()); }
    unsigned cpus() const { return std::get<1>(GetParam()); }
};

TEST_P(SimStrategies, LoseNothing) {
    const ProfilePtr profile = load_profile("x5570");
    SimCase sim(profile, topology_of(*profile), first_cpus(cpus()), experiment(strategy()));
    EXPECT_TRUE(sim.machine().run_until(1'000'000));
    EXPECT_EQ(sim.machine().now(), 1'000'000u);
    EXPECT_TRUE(sim.end());
    EXPECT_GT(sim.sent(), 10u);
    EXPECT_EQ(sim.offered(), sim.sent() + sim.dropped() + sim.workload().queued(sim.control()));
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for_each_transmit_strategy([&](auto row) { all.emplace_back(decltype(row)::kInfo.id); });
    return all;
}

INSTANTIATE_TEST_SUITE_P(All, SimStrategies,
                         testing::Combine(testing::ValuesIn(names()), testing::Values(1u, 2u, 8u, 16u)));

}  // namespace
}  // namespace spinscope
