// SPDX-License-Identifier: GPL-3.0-or-later
// What single accesses cost on a simulated machine, against sums that can be done by hand.
#include <array>
#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/sim_bench.h"

namespace spinscope {
namespace {

using Ctx = SimBench::Ctx;
using testing::ElementsAre;

constexpr unsigned kNear = 2;
constexpr unsigned kSocket = 4;
constexpr unsigned kRemote = 8;

TEST(SimCosts, AHitIsCheapAndMemoryIsNot) {
    SimBench bench;
    auto& near = bench.word();
    auto far_arena = bench.machine().make_arena(64, 1);
    auto& far = far_arena->make<SimBench::Word>();
    std::vector<std::uint64_t> times;
    bench.at(0, 0, [&](Ctx& ctx) {
        times.push_back(SimBench::time(ctx, [&] { ctx.load(near.value); }));
        times.push_back(SimBench::time(ctx, [&] { ctx.load(near.other); }));
        times.push_back(SimBench::time(ctx, [&] { ctx.store(near.value, 1u); }));
        times.push_back(SimBench::time(ctx, [&] { ctx.fetch_add(near.value, 1u); }));
        times.push_back(SimBench::time(ctx, [&] { ctx.load(far.value); }));
    });
    ASSERT_TRUE(bench.run());
    EXPECT_THAT(times, ElementsAre(70, 1, 1, 5, 110));
    EXPECT_EQ(bench.machine().transactions(), 2u);
    EXPECT_EQ(SimMachine::peek(near.value), 2u);
}

/// Times of one access to a line that CPU 0 has written, from each distance.
template <class Access>
std::vector<std::uint64_t> from_each_distance(Access&& access) {
    std::vector<std::uint64_t> times;
    for (const unsigned cpu : {1u, kNear, kSocket, kRemote}) {
        SimBench bench;
        auto& word = bench.word();
        bench.at(0, 0, [&](Ctx& ctx) { ctx.fetch_add(word.value, 1u); });
        bench.at(1000, cpu,
                 [&](Ctx& ctx) { times.push_back(SimBench::time(ctx, [&] { access(ctx, word.value); })); });
        EXPECT_TRUE(bench.run());
    }
    return times;
}

TEST(SimCosts, AReadOfAModifiedLineDependsOnTheDistance) {
    EXPECT_THAT(from_each_distance([](Ctx& ctx, auto& word) { EXPECT_EQ(ctx.load(word), 1u); }),
                ElementsAre(7, 20, 40, 100));
}

TEST(SimCosts, TakingOverAModifiedLineDependsOnTheDistance) {
    EXPECT_THAT(from_each_distance([](Ctx& ctx, auto& word) { EXPECT_EQ(ctx.exchange(word, 2u), 1u); }),
                ElementsAre(8, 24, 48, 120));
}

TEST(SimCosts, AFailedCompareExchangeTakesTheLineToo) {
    EXPECT_THAT(
        from_each_distance([](Ctx& ctx, auto& word) { EXPECT_FALSE(ctx.compare_exchange(word, 7u, 8u)); }),
        ElementsAre(8, 24, 48, 120));
}

TEST(SimCosts, CountsTheReadModifyWritesOfEachCpu) {
    SimBench bench;
    auto& word = bench.word();
    bench.at(0, 0, [&](Ctx& ctx) {
        ctx.load(word.value);
        ctx.store(word.value, 1u);
        ctx.exchange(word.value, 2u);
        ctx.fetch_add(word.value, 1u);
        ctx.compare_exchange(word.value, 9u, 1u);  // fails, and is one all the same
    });
    bench.at(0, 2, [&](Ctx& ctx) { ctx.fetch_or(word.other, 1u); });
    ASSERT_TRUE(bench.run());
    bench.ctx(4).exchange(word.value, 0u);  // outside of a run: costs nothing
    EXPECT_EQ(bench.machine().updates(0), 3u);
    EXPECT_EQ(bench.machine().updates(2), 1u);
    EXPECT_EQ(bench.machine().updates(4), 0u);
}

TEST(SimCosts, ASharedLineComesFromTheNearestCopy) {
    SimBench bench;
    auto& word = bench.word();
    std::vector<std::uint64_t> times;
    const auto read = [&](Ctx& ctx) { times.push_back(SimBench::time(ctx, [&] { ctx.load(word.value); })); };
    bench.at(0, 0, [&](Ctx& ctx) { ctx.fetch_add(word.value, 1u); });
    bench.at(1000, kRemote, read);      // from CPU 0, modified
    bench.at(2000, kRemote + 2, read);  // same die as CPU 8
    bench.at(3000, kRemote + 4, read);  // same socket as CPU 8
    bench.at(4000, kRemote + 1, read);  // the sibling of CPU 8 has its caches
    bench.at(5000, kSocket, read);      // same socket as CPU 0
    ASSERT_TRUE(bench.run());
    EXPECT_THAT(times, ElementsAre(100, 10, 16, 1, 16));
}

TEST(SimCosts, AWriteInvalidatesTheFarthestCopyAndPaysForEach) {
    SimBench bench;
    auto& word = bench.word();
    std::uint64_t took = 0;
    const auto read = [&](Ctx& ctx) { ctx.load(word.value); };
    bench.at(0, 0, [&](Ctx& ctx) {
        ctx.fetch_add(word.value, 1u);
        ctx.work(5000);
        took = SimBench::time(ctx, [&] { ctx.fetch_add(word.value, 1u); });
    });
    bench.at(1000, kNear, read);
    bench.at(2000, kSocket, read);
    bench.at(3000, kRemote, read);
    ASSERT_TRUE(bench.run());
    EXPECT_EQ(took, 64u + 2 * 3);
}

TEST(SimCosts, AWriteWithoutACopyNeedsTheDataToo) {
    SimBench bench;
    auto& word = bench.word();
    std::uint64_t took = 0;
    bench.at(0, 0, [&](Ctx& ctx) { ctx.fetch_add(word.value, 1u); });
    bench.at(1000, kNear, [&](Ctx& ctx) { ctx.load(word.value); });
    // Copies in CPU 0 and CPU 2: invalidating takes 22 + 3, the data 16.
    bench.at(2000, kSocket,
             [&](Ctx& ctx) { took = SimBench::time(ctx, [&] { ctx.fetch_add(word.value, 1u); }); });
    ASSERT_TRUE(bench.run());
    EXPECT_EQ(took, 25u);
}

TEST(SimCosts, ALineServesOneAfterTheOther) {
    SimBench bench;
    auto& word = bench.word();
    std::array<std::uint64_t, 3> done{};
    bench.at(0, 0, [&](Ctx& ctx) { ctx.fetch_add(word.value, 1u); });
    bench.at(1000, kNear, [&](Ctx& ctx) {
        ctx.load(word.value);  // 20, and the line is busy until then
        done[0] = ctx.now();
    });
    bench.at(1000, kSocket, [&](Ctx& ctx) {
        ctx.load(word.value);  // from 1020 on; shared: 16, busy for 6 only
        done[1] = ctx.now();
    });
    bench.at(1000, kRemote, [&](Ctx& ctx) {
        ctx.load(word.value);  // from 1026 on
        done[2] = ctx.now();
    });
    ASSERT_TRUE(bench.run());
    EXPECT_THAT(done, ElementsAre(1020, 1036, 1086));
}

TEST(SimCosts, StoresArePostedAndAnUpdateWaitsForThem) {
    SimBench bench;
    std::array<SimBench::Word*, 6> words{};
    for (auto& word : words) word = &bench.word();
    std::vector<std::uint64_t> times;
    bench.at(0, 0, [&](Ctx& ctx) {
        for (auto* word : words) ctx.fetch_add(word->value, 1u);
    });
    bench.at(1000, kRemote, [&](Ctx& ctx) {
        for (unsigned i = 0; i < 5; ++i)
            times.push_back(SimBench::time(ctx, [&] { ctx.store(words[i]->value, 5u); }));
        // Asked for at 1120: done at 1240.
        times.push_back(SimBench::time(ctx, [&] { ctx.load(words[4]->value); }));
        times.push_back(SimBench::time(ctx, [&] { ctx.fetch_add(words[0]->value, 1u); }));
    });
    ASSERT_TRUE(bench.run());
    // The fifth waits for a place in the buffer: the first store is done at 1120.
    EXPECT_THAT(times, ElementsAre(1, 1, 1, 1, 116 + 1, 1, 1240 - 1122 + 5));
}

TEST(SimCosts, StoresToALineOnItsWayCoalesce) {
    SimBench bench;
    auto& word = bench.word();
    bench.at(0, 0, [&](Ctx& ctx) { ctx.fetch_add(word.value, 1u); });
    bench.at(1000, kRemote, [&](Ctx& ctx) {
        for (unsigned i = 0; i < 20; ++i) ctx.store(word.other, i);
        EXPECT_EQ(ctx.now(), 1020u);
    });
    ASSERT_TRUE(bench.run());
    EXPECT_EQ(bench.machine().transactions(), 2u);
    EXPECT_EQ(SimMachine::peek(word.other), 19u);
}

TEST(SimCosts, NobodyOvertakesAStoreThatWaitsInTheBuffer) {
    // CPU 8 has the second line, and stores to it after a store to a line that must come from afar.
    SimBench bench;
    auto& first = bench.word();
    auto& second = bench.word();
    std::uint64_t seen = 0;
    bench.at(0, 0, [&](Ctx& ctx) { ctx.fetch_add(first.value, 1u); });
    bench.at(500, kRemote, [&](Ctx& ctx) { ctx.fetch_add(second.value, 1u); });
    ASSERT_TRUE(bench.run());
    bench.at(1000, kRemote, [&](Ctx& ctx) {
        ctx.store(first.value, 7u);   // its own at 1120
        ctx.store(second.value, 8u);  // not to be seen before that
    });
    bench.at(1010, kRemote + 2, [&](Ctx& ctx) {
        EXPECT_EQ(ctx.load(second.value), 8u);
        seen = ctx.now();
    });
    ASSERT_TRUE(bench.run());
    EXPECT_EQ(seen, 1120u + 20u);
}

TEST(SimCosts, AHolderStillWritesForAMomentAfterTheNextRequest) {
    // CPU 2 asks for the line while it is on its way to CPU 0; CPU 0 writes at once, and 5 ns later. The
    // window is uniform in 0 to 10 ns.
    unsigned at_once = 0;
    unsigned later = 0;
    constexpr unsigned kSeeds = 400;
    for (unsigned seed = 0; seed < kSeeds; ++seed) {
        for (const std::uint64_t wait : {0u, 5u, 11u}) {
            SimBench bench(round_profile(), seed);
            auto& word = bench.word();
            bench.at(0, kSocket, [&](Ctx& ctx) { ctx.fetch_add(word.value, 1u); });
            bench.at(1000, 0, [&](Ctx& ctx) {
                ctx.fetch_add(word.value, 1u);
                ctx.work(wait);
                const bool local = SimBench::time(ctx, [&] { ctx.fetch_add(word.value, 1u); }) == 5;
                at_once += wait == 0 && local;
                later += wait == 5 && local;
                EXPECT_FALSE(wait == 11 && local);
            });
            bench.at(1010, kNear, [&](Ctx& ctx) { ctx.fetch_add(word.value, 1u); });
            ASSERT_TRUE(bench.run());
        }
    }
    EXPECT_GT(at_once, kSeeds * 98 / 100);
    EXPECT_GT(later, kSeeds * 40 / 100);
    EXPECT_LT(later, kSeeds * 60 / 100);
}

TEST(SimCosts, APayloadsLinesOverlap) {
    WorkloadCosts costs;
    costs.payload_lines = 4;
    SimBench bench(round_profile(), 1, 16, costs);
    SimMachine::Block block = bench.machine().make_block(bench.arena(), 1500);
    std::vector<std::uint64_t> times;
    const auto touch = [&](bool write) {
        return
            [&, write](Ctx& ctx) { times.push_back(SimBench::time(ctx, [&] { ctx.touch(block, write); })); };
    };
    bench.at(0, 0, touch(true));            // memory: 4 x 70 / 2
    bench.at(1000, kRemote, touch(false));  // modified: 4 x 100 / 2
    ASSERT_TRUE(bench.run());
    bench.at(2000, 0, touch(true));        // invalidate: 4 x 64 / 2
    bench.at(3000, kSocket, touch(true));  // own: 4 x 48 / 2
    ASSERT_TRUE(bench.run());
    bench.at(4000, kSocket, touch(true));  // hits
    ASSERT_TRUE(bench.run());
    EXPECT_THAT(times, ElementsAre(140, 200, 128, 96, 4));
    EXPECT_EQ(bench.machine().transactions(), 16u);
}

TEST(SimCosts, WorkIsChargedAtTheMachinesSpeed) {
    MachineProfile profile = round_profile();
    profile.compute_factor = 0.5;
    WorkloadCosts costs;
    costs.enqueue_ns = 40;
    SimBench bench(profile, 1, 16, costs);
    bench.at(0, 0, [&](Ctx& ctx) {
        EXPECT_EQ(SimBench::time(ctx, [&] { ctx.charge(Cost::Enqueue); }), 20u);
        EXPECT_EQ(SimBench::time(ctx, [&] { ctx.work(40); }), 40u);
    });
    ASSERT_TRUE(bench.run());
}

MachineProfile bus_profile(bool serialise) {
    MachineProfile profile = round_profile();
    profile.coherence.bus = FrontSideBus{.address_slot = 6,
                                         .snoop_phase = 12,
                                         .snoop_lookup = 4,
                                         .cross_slot = 5,
                                         .data_phase = 7,
                                         .serialise = serialise};
    return profile;
}

/// When two CPUs that read a line each at 1000 are done.
std::array<std::uint64_t, 2> both_read(unsigned first, unsigned second, unsigned owner, unsigned owner2) {
    SimBench bench(bus_profile(false));
    auto& a = bench.word();
    auto& b = bench.word();
    std::array<std::uint64_t, 2> done{};
    bench.at(0, owner, [&](Ctx& ctx) {
        ctx.fetch_add(a.value, 1u);
        if (owner == owner2) ctx.fetch_add(b.value, 1u);
    });
    if (owner != owner2) bench.at(0, owner2, [&](Ctx& ctx) { ctx.fetch_add(b.value, 1u); });
    EXPECT_TRUE(bench.run());
    bench.at(999, 15, [](Ctx&) {});  // the running CPU goes on at equal times: this one is not asked for
    bench.at(1000, first, [&](Ctx& ctx) {
        ctx.load(a.value);
        done[0] = ctx.now() - 1000;
    });
    bench.at(1000, second, [&](Ctx& ctx) {
        ctx.load(b.value);
        done[1] = ctx.now() - 1000;
    });
    EXPECT_TRUE(bench.run());
    return done;
}

TEST(SimCosts, RequestsShareTheFrontSideBus) {
    // One bus: an address slot of 6 and a data phase of 7 later.
    EXPECT_THAT(both_read(4, 6, 0, 0), ElementsAre(40, 47));
    // Two buses, lines within each socket: they meet at the snoop filter.
    EXPECT_THAT(both_read(4, 12, 0, 8), ElementsAre(40, 44));
    // Inside a die nothing needs the bus.
    EXPECT_THAT(both_read(2, 6, 0, 4), ElementsAre(20, 20));
    // Both cross: the second waits for the slot that the first has on its own bus.
    EXPECT_THAT(both_read(0, 8, 12, 4), ElementsAre(100, 106));
}

TEST(SimCosts, OnABusReadersOfOneLineMayWaitForEachOther) {
    for (const bool serialise : {false, true}) {
        SimBench bench(bus_profile(serialise));
        auto& word = bench.word();
        std::uint64_t done = 0;
        bench.at(0, 0, [&](Ctx& ctx) { ctx.fetch_add(word.value, 1u); });
        bench.at(500, kSocket, [&](Ctx& ctx) { ctx.load(word.value); });
        ASSERT_TRUE(bench.run());
        bench.at(999, 15, [](Ctx&) {});
        bench.at(1000, kRemote, [&](Ctx& ctx) { ctx.load(word.value); });
        bench.at(1000, kRemote + 4, [&](Ctx& ctx) {
            ctx.load(word.value);
            done = ctx.now();
        });
        ASSERT_TRUE(bench.run());
        // Shared at 60: the next one 16 from the new neighbour, after 20 or after the whole read.
        EXPECT_EQ(done, serialise ? 1000u + 60 + 16 : 1000u + 20 + 16);
    }
}

}  // namespace
}  // namespace spinscope
