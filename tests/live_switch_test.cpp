// SPDX-License-Identifier: GPL-3.0-or-later
// Live switches on the explorer machine: exact conservation, order, nothing stranded.
#include <gtest/gtest.h>

#include <string>

#include "tests/explorer/explorer_machine.h"
#include "tests/support/switch_case.h"

namespace spinscope {
namespace {

void expect_well(const SwitchPlan& plan, std::uint64_t seeds, std::uint64_t switches) {
    std::uint64_t switched = 0;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        SwitchCase<ExplorerMachine> run(plan, seed);
        ASSERT_EQ(run.run(), "") << "seed " << seed;
        switched += run.switched();
    }
    EXPECT_EQ(switched, switches);
}

TEST(LiveSwitch, LosesNothingInTenThousandSwitches) {
    expect_well({.packets = 12, .moods = {.busy = 100}, .switches = 10}, 1000, 10'000);
}
TEST(LiveSwitch, MovesWhatABusyDeviceLeftBehind) {
    expect_well({.in_flight = 8, .batch = 4, .moods = {.busy = 600, .refuse = 50}, .switches = 4}, 300, 1200);
}
TEST(LiveSwitch, MovesMoreThanTheNewQueueWouldTake) {
    expect_well({.in_flight = 6, .limit = 1, .moods = {.busy = 300}}, 300, 900);
}
TEST(LiveSwitch, WakesProducersThatSleepBeforeAFullWindow) {
    expect_well({.in_flight = 1, .moods = {.busy = 500}, .apart_ns = 20'000}, 300, 900);
}
TEST(LiveSwitch, FindsWorkersThatHaveNothingToDo) {
    expect_well({.packets = 2, .switches = 4, .apart_ns = 20'000}, 200, 800);
}
TEST(LiveSwitch, IsCaughtWhenItDoesNotWaitForWorkersInsideAPacket) {
    std::string found;
    for (std::uint64_t seed = 0; seed < 200 && found.empty(); ++seed) {
        found = SwitchCase<ExplorerMachine>({.grace = false}, seed).run();
    }
    EXPECT_NE(found.find("race"), std::string::npos) << found;
}
TEST(Pause, HoldsEveryWorkerBetweenPackets) {
    expect_well({.moods = {.busy = 200}, .switches = 1, .pauses = 3}, 300, 300);
}

}  // namespace
}  // namespace spinscope
