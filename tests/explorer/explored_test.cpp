// SPDX-License-Identifier: GPL-3.0-or-later
// Every lock, every strategy, every live switch under every search with a short budget (`./dev explore` has a
// long one), and the planted bugs that show what these searches find.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "core/base/sanitizers.h"
#include "tests/explorer/cases.h"
#include "tests/explorer/random_walk.h"
#include "tests/support/strategy_names.h"

namespace spinscope {

void PrintTo(const Case& what, std::ostream* out) {
    *out << what.name;
}
void PrintTo(const PlantedBug& bug, std::ostream* out) {
    *out << bug.name;
}

namespace {

#if defined(SPINSCOPE_ASAN)
constexpr std::uint64_t kExecutions =
    50;  // each takes many times as long, and orders are searched without it
#else
constexpr std::uint64_t kExecutions = 400;
#endif

std::string test_name(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '-' || c == '/' || c == '.'; }, '_');
    return name;
}

class Explored : public testing::TestWithParam<Case> {
 protected:
    static void expect_well(std::uint64_t executions) {
        for (const Memory memory : {Memory::Sc, Memory::Tso}) {
            for (const Algorithm algorithm : {Algorithm::Random, Algorithm::Pct, Algorithm::Dfs}) {
                const Search search{.algorithm = algorithm, .memory = memory, .executions = executions};
                const Finding finding = explore(GetParam(), search);
                EXPECT_EQ(finding.failure, "") << describe(GetParam(), search, finding);
            }
        }
    }
};
TEST_P(Explored, HoldsInEverySchedule) {
    expect_well(kExecutions);
}
const auto kCaseName = [](const auto& info) { return test_name(info.param.name); };
INSTANTIATE_TEST_SUITE_P(Locks, Explored, testing::ValuesIn(lock_cases()), kCaseName);
INSTANTIATE_TEST_SUITE_P(Paths, Explored, testing::ValuesIn(path_cases()), kCaseName);
INSTANTIATE_TEST_SUITE_P(Switches, Explored, testing::ValuesIn(switch_cases()), kCaseName);

class Planted : public testing::TestWithParam<PlantedBug> {};
TEST_P(Planted, IsFoundAndTheSoundOneIsClean) {
    const PlantedBug& bug = GetParam();
    for (const Search& search : bug.found_by) {
        const Finding found = explore(bug.mutant, search);
        EXPECT_TRUE(shows(bug, found.failure)) << name_of(search.algorithm) << ": " << found.failure;
        const Finding sound = explore(bug.sound, search);
        EXPECT_EQ(sound.failure, "") << describe(bug.sound, search, sound);
        if (found.failure.empty()) continue;
        EXPECT_EQ(replay(bug.mutant, search, found.seed, found.schedule, nullptr), found.failure);
        EXPECT_EQ(replay(bug.sound, search, found.seed, found.schedule, nullptr), "");
    }
    for (const Search& search : bug.missed_by) EXPECT_EQ(explore(bug.mutant, search).failure, "");
}
INSTANTIATE_TEST_SUITE_P(Bugs, Planted, testing::ValuesIn(planted_bugs()), kCaseName);

/// All that the controls of many switches from `plan.first` found.
Census seen(const SwitchPlan& plan) {
    Census all;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        RandomWalk walk(seed);
        for (const Census& census : switch_censuses(plan, seed, {.chooser = walk})) {
            all.parked += census.parked;
            all.raised += census.raised;
            all.delayed += census.delayed;
        }
    }
    return all;
}
TEST(ExploredSwitches, MeetParkedWaitersAndBusyDevices) {
    for (const StrategyInfo& from : simulatable_strategies()) {
        const SwitchPlan plan{
            .workers = 3, .packets = 4, .moods = {.busy = 300}, .switches = 1, .first = std::string(from.id)};
        const Census all = seen(plan);
        EXPECT_GT(all.parked, 0u) << from.id;
        EXPECT_GT(all.delayed, 0u) << from.id;
    }
}
TEST(ExploredSwitches, MeetRaisedQueues) {
    // What a switch has moved is raised on a worker, and the next switch follows at once.
    const SwitchPlan plan{
        .workers = 3, .packets = 4, .moods = {.busy = 300}, .switches = 6, .apart_ns = 1, .first = "ticket"};
    EXPECT_GT(seen(plan).raised, 0u);
}

}  // namespace
}  // namespace spinscope
