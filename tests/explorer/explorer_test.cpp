// SPDX-License-Identifier: GPL-3.0-or-later
// The explorer itself: what each memory allows in small programs whose outcomes are known, what each way of
// searching finds, and that a failure replays.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/explorer/explore.h"
#include "tests/explorer/explorer_machine.h"
#include "tests/support/team.h"

namespace spinscope {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::UnorderedElementsAre;
using M = ExplorerMachine;
using Ctx = M::Ctx;
using Word = M::Atomic<std::uint32_t>;

struct Words {
    Word x{0};
    Word y{0};
    std::uint32_t seen[4]{9, 9, 9, 9};
};
using Program = std::function<void(Ctx&, Words&)>;

std::string run_program(const std::vector<Program>& programs, Words& words, const Exploration& exploration) {
    M machine(0, exploration);
    Team<M> team(machine, static_cast<unsigned>(programs.size()), 0, ProbeMode::Off);
    return team.run([&](Ctx& ctx) { programs[ctx.worker()](ctx, words); });
}

/// Every outcome ("01" = seen[0], seen[1]) of all executions.
std::set<std::string> outcomes(const std::vector<Program>& programs, std::size_t count, Memory memory,
                               Algorithm algorithm = Algorithm::Dfs, unsigned bound = 8) {
    std::set<std::string> found;
    const Case what{"litmus", [&](std::uint64_t, const Exploration& exploration) {
                        Words words;
                        std::string failure = run_program(programs, words, exploration);
                        std::string outcome;
                        for (std::size_t i = 0; i < count; ++i) outcome += std::to_string(words.seen[i]);
                        found.insert(outcome);
                        return failure;
                    }};
    const Finding finding =
        explore(what, {.algorithm = algorithm, .memory = memory, .bound = bound, .executions = 100'000});
    EXPECT_EQ(finding.failure, "");
    if (algorithm == Algorithm::Dfs) {
        EXPECT_TRUE(finding.exhausted);
    }
    return found;
}

const std::vector<Program> kStoreBuffering{[](Ctx& ctx, Words& w) {
                                               ctx.store(w.x, 1u);
                                               w.seen[0] = ctx.load(w.y);
                                           },
                                           [](Ctx& ctx, Words& w) {
                                               ctx.store(w.y, 1u);
                                               w.seen[1] = ctx.load(w.x);
                                           }};

TEST(Litmus, StoreBufferingNeedsABuffer) {
    EXPECT_THAT(outcomes(kStoreBuffering, 2, Memory::Sc), UnorderedElementsAre("01", "10", "11"));
    EXPECT_THAT(outcomes(kStoreBuffering, 2, Memory::Tso), UnorderedElementsAre("00", "01", "10", "11"));
}
TEST(Litmus, StoreBufferingIsFoundByEveryAlgorithm) {
    for (const Algorithm algorithm : {Algorithm::Random, Algorithm::Pct}) {
        EXPECT_THAT(outcomes(kStoreBuffering, 2, Memory::Sc, algorithm), Not(Contains("00")));
        EXPECT_THAT(outcomes(kStoreBuffering, 2, Memory::Tso, algorithm), Contains("00"));
    }
    EXPECT_THAT(outcomes(kStoreBuffering, 2, Memory::Tso, Algorithm::Dfs, 0), Not(Contains("00")));
    EXPECT_THAT(outcomes(kStoreBuffering, 2, Memory::Tso, Algorithm::Dfs, 1), Contains("00"));
}
TEST(Litmus, AReadModifyWriteIsAFence) {
    const std::vector<Program> programs{[](Ctx& ctx, Words& w) {
                                            ctx.exchange(w.x, 1u);
                                            w.seen[0] = ctx.load(w.y);
                                        },
                                        [](Ctx& ctx, Words& w) {
                                            ctx.store(w.y, 1u);
                                            ctx.fetch_add(w.y, 0u);
                                            w.seen[1] = ctx.load(w.x);
                                        }};
    EXPECT_THAT(outcomes(programs, 2, Memory::Tso), UnorderedElementsAre("01", "10", "11"));
}
TEST(Litmus, StoresStayInOrder) {
    const std::vector<Program> programs{[](Ctx& ctx, Words& w) {
                                            ctx.store(w.x, 1u);
                                            ctx.store(w.y, 1u);
                                        },
                                        [](Ctx& ctx, Words& w) {
                                            w.seen[0] = ctx.load(w.y);
                                            w.seen[1] = ctx.load(w.x);
                                        }};
    EXPECT_THAT(outcomes(programs, 2, Memory::Tso), UnorderedElementsAre("00", "01", "11"));
}
TEST(Litmus, EverybodySeesIndependentStoresInOneOrder) {
    const auto writes = [](Word Words::*word) {
        return [word](Ctx& ctx, Words& w) { ctx.store(w.*word, 1u); };
    };
    const auto reads = [](Word Words::*first, Word Words::*second, std::size_t at) {
        return [=](Ctx& ctx, Words& w) {
            w.seen[at] = ctx.load(w.*first);
            w.seen[at + 1] = ctx.load(w.*second);
        };
    };
    const auto found = outcomes({writes(&Words::x), writes(&Words::y), reads(&Words::x, &Words::y, 0),
                                 reads(&Words::y, &Words::x, 2)},
                                4, Memory::Tso, Algorithm::Dfs, 4);
    EXPECT_THAT(found, Not(Contains("1010")));
    EXPECT_EQ(found.size(), 15u);
}
TEST(Litmus, ACpuSeesItsOwnStoresFirst) {
    const std::vector<Program> programs{[](Ctx& ctx, Words& w) {
                                            ctx.store(w.x, 0x10'0000u);
                                            ctx.store_low16(w.x, 7);
                                            w.seen[0] = ctx.load(w.x) == 0x10'0007u;
                                            w.seen[1] = ctx.load(w.y);
                                        },
                                        [](Ctx& ctx, Words& w) {
                                            ctx.store(w.y, 1u);
                                            const std::uint32_t x = ctx.load(w.x);
                                            w.seen[2] = x == 0 ? 0 : x == 0x10'0000u ? 1 : 2;
                                        }};
    EXPECT_THAT(outcomes(programs, 3, Memory::Tso),
                UnorderedElementsAre("100", "101", "102", "110", "111", "112"));
}

/// Peterson's lock: right as written, wrong where a store may wait.
struct Peterson {
    std::array<Word, 2> wants{};
    Word turn{0};
    M::Var<int> guarded{};
    void enter(Ctx& ctx) {
        const unsigned me = ctx.worker();
        ctx.store(wants[me], 1u);
        ctx.store(turn, 1 - me);
        while (ctx.load(wants[1 - me]) == 1 && ctx.load(turn) == 1 - me) ctx.relax();
    }
    void leave(Ctx& ctx) { ctx.store(wants[ctx.worker()], 0u); }
};
Case peterson() {
    return {"peterson", [](std::uint64_t, const Exploration& exploration) {
                M machine(0, exploration);
                Team<M> team(machine, 2, 0, ProbeMode::Off);
                Peterson lock;
                machine.name(&lock.wants, sizeof lock.wants, "wants", sizeof(Word));
                return team.run([&](Ctx& ctx) {
                    lock.enter(ctx);
                    const int before = ctx.get(lock.guarded);
                    ctx.set(lock.guarded, before + 1);
                    lock.leave(ctx);
                });
            }};
}
TEST(Explorer, FindsInTsoOnlyWhatNeedsAStoreBuffer) {
    for (const Algorithm algorithm : {Algorithm::Random, Algorithm::Pct, Algorithm::Dfs}) {
        const Finding sound = explore(peterson(), {.algorithm = algorithm, .executions = 20'000});
        EXPECT_EQ(sound.failure, "") << name_of(algorithm);
        const Finding broken = explore(peterson(), {.algorithm = algorithm, .memory = Memory::Tso});
        EXPECT_THAT(broken.failure, HasSubstr("race")) << name_of(algorithm);
    }
}
TEST(Explorer, ReplaysAFailureFromItsSeedAndFromItsSchedule) {
    const Search search{.algorithm = Algorithm::Random, .memory = Memory::Tso};
    const Finding found = explore(peterson(), search);
    ASSERT_NE(found.failure, "");
    Search once = search;
    once.seed = found.seed;
    once.executions = 1;
    EXPECT_EQ(explore(peterson(), once).failure, found.failure);
    const Schedule schedule = Schedule::parse(found.schedule.text());
    EXPECT_EQ(schedule, found.schedule);
    EXPECT_EQ(replay(peterson(), search, found.seed, schedule, nullptr), found.failure);
    EXPECT_EQ(replay(peterson(), search, found.seed, {}, nullptr), "");
    // Without any one of its interferences it would not fail.
    for (const auto& [decision, agent] : found.schedule.turns) {
        Schedule fewer = schedule;
        fewer.turns.erase(decision);
        EXPECT_EQ(replay(peterson(), search, found.seed, fewer, nullptr), "") << decision;
    }
}
TEST(Explorer, ShowsAFailureStepByStep) {
    const Search search{.algorithm = Algorithm::Dfs, .memory = Memory::Tso};
    const std::string text = describe(peterson(), search, explore(peterson(), search));
    EXPECT_THAT(text, HasSubstr("--case peterson --algorithm dfs --memory tso --seed 0 --schedule "));
    EXPECT_THAT(text, HasSubstr("CPU 0  store wants[0]: 1\n"));
    EXPECT_THAT(text, HasSubstr("CPU 0  reaches memory wants[0]: 1\n"));
}
TEST(Explorer, RefusesWhatIsNoSchedule) {
    for (const char* text : {"", "x", "1:", "1:9", "1:b9", "c", "1:0,,2:1"})
        EXPECT_THROW(Schedule::parse(text), std::invalid_argument) << text;
}

/// Two CPUs of `steps` steps each. With k switches allowed there are as many executions as ways to place
/// them.
std::uint64_t executions(unsigned steps, unsigned bound) {
    const Case what{"steps", [=](std::uint64_t, const Exploration& exploration) {
                        Words words;
                        const Program walk = [=](Ctx& ctx, Words& w) {
                            for (unsigned i = 0; i < steps; ++i) ctx.load(w.x);
                        };
                        return run_program({walk, walk}, words, exploration);
                    }};
    const Finding all = explore(what, {.algorithm = Algorithm::Dfs, .bound = bound, .executions = 1'000'000});
    EXPECT_TRUE(all.exhausted);
    return all.executions;
}
TEST(BoundedSearch, TriesEachPlaceOfASwitchOnce) {
    // Who begins is free; each of the 2 * 5 steps may then be interrupted, but for those of whoever is alone.
    const std::uint64_t none = executions(5, 0);
    const std::uint64_t one = executions(5, 1) - none;
    const std::uint64_t two = executions(5, 2) - none - one;
    EXPECT_EQ(none, 2u);
    EXPECT_EQ(one, 2u + 2 * 5);
    EXPECT_EQ(two, 2u + 2 * 5 + 2 * 5 * 5);
}

TEST(Explorer, FindsDeadlocksAndLivelocks) {
    const Case stuck{"stuck", [](std::uint64_t, const Exploration& exploration) {
                         Words words;
                         const Program waits = [](Ctx& ctx, Words& w) {
                             ctx.spin_until(w.x, [](std::uint32_t x) { return x != 0; });
                         };
                         return run_program({waits, waits}, words, exploration);
                     }};
    const Case spinning{"spinning", [](std::uint64_t, const Exploration& exploration) {
                            Words words;
                            const Program waits = [](Ctx& ctx, Words& w) {
                                while (ctx.load(w.x) == 0) ctx.relax();
                            };
                            return run_program({waits, waits}, words, exploration);
                        }};
    for (const Algorithm algorithm : {Algorithm::Random, Algorithm::Pct, Algorithm::Dfs}) {
        EXPECT_THAT(explore(stuck, {.algorithm = algorithm}).failure, HasSubstr("deadlock"));
        EXPECT_THAT(explore(spinning, {.algorithm = algorithm}).failure, HasSubstr("livelock"));
    }
}
TEST(Explorer, LetsAPoliteSpinnerWaitForEverybody) {
    // Two spinners could relax in turn for ever and never let the third go on.
    const Case what{"polite", [](std::uint64_t, const Exploration& exploration) {
                        Words words;
                        const Program waits = [](Ctx& ctx, Words& w) {
                            while (ctx.load(w.x) == 0) ctx.relax();
                        };
                        const Program sets = [](Ctx& ctx, Words& w) { ctx.store(w.x, 1u); };
                        return run_program({waits, waits, sets}, words, exploration);
                    }};
    for (const Memory memory : {Memory::Sc, Memory::Tso}) {
        const Finding all =
            explore(what, {.algorithm = Algorithm::Dfs, .memory = memory, .bound = 2, .executions = 100'000});
        EXPECT_EQ(all.failure, "");
        EXPECT_TRUE(all.exhausted);
    }
}

}  // namespace
}  // namespace spinscope
