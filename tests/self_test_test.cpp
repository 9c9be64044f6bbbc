// SPDX-License-Identifier: GPL-3.0-or-later
// The benchmark of each profile's source, run in the simulator, returns the source's numbers.
#include "core/machine/sim/self_test.h"

#include <gtest/gtest.h>

#include "core/machine/sim/profile_file.h"

namespace spinscope {
namespace {

class SelfTests : public testing::TestWithParam<ProfilePtr> {};

TEST_P(SelfTests, ReturnWhatTheSourceMeasured) {
    const auto results = run_self_tests(GetParam());
    ASSERT_EQ(results.size(), GetParam()->self_tests.size());
    for (const SelfTestResult& result : results) {
        EXPECT_TRUE(result.passed()) << result.test.what << " " << name_of(result.test.distance)
                                     << ": published " << result.test.published_ns << " ns, simulated "
                                     << result.simulated_ns;
    }
}

INSTANTIATE_TEST_SUITE_P(Profiles, SelfTests,
                         testing::ValuesIn(machine_profiles().begin(), machine_profiles().end()),
                         [](const auto& instance) {
                             std::string name = instance.param->id;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(SelfTest, FailsWhereTheProfileIsWrong) {
    MachineProfile wrong = *load_profile("x5570");
    wrong.coherence.modified[static_cast<std::size_t>(Distance::Remote)] *= 2;
    bool failed = false;
    for (const SelfTestResult& result : run_self_tests(std::make_shared<const MachineProfile>(wrong))) {
        failed = failed || !result.passed();
    }
    EXPECT_TRUE(failed);
}

}  // namespace
}  // namespace spinscope
