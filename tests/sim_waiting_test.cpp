// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting, waking, grace periods and pauses of the simulated machine.
#include <algorithm>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/lock/ticket_lock.h"
#include "tests/support/sim_bench.h"

namespace spinscope {
namespace {

using Ctx = SimBench::Ctx;
using testing::ElementsAre;

constexpr auto kNotZero = [](std::uint32_t value) { return value != 0; };

TEST(SimWaiting, ASpinnerCostsOneReadPerWriteAndNonePerLook) {
    SimBench bench;
    auto& word = bench.word();
    std::uint64_t woken = 0;
    bench.at(0, 2, [&](Ctx& ctx) {
        EXPECT_EQ(ctx.spin_until(word.value, [](std::uint32_t v) { return v == 3; }), 3u);
        woken = ctx.now();
    });
    bench.at(10'000, 0, [&](Ctx& ctx) {
        for (unsigned i = 0; i < 3; ++i) {
            ctx.fetch_add(word.value, 1u);
            ctx.work(100'000);
        }
    });
    ASSERT_TRUE(bench.run());
    // Cold; then for each of three writes the write and the re-read.
    EXPECT_EQ(bench.machine().transactions(), 1u + 3 * 2);
    // The third write begins 2 x 100 us + 24 + 12 after the first, and takes 12; the read of it 20. The
    // spinner's first copy was its own alone.
    EXPECT_EQ(woken, 210'000u + 24 + 12 + 12 + 20);
}

TEST(SimWaiting, ACrowdReadsAgainOneAfterTheOther) {
    SimBench bench;
    auto& word = bench.word();
    std::vector<std::uint64_t> woken(16);
    for (const unsigned cpu : {2u, 4u, 6u, 8u, 10u, 12u, 14u}) {
        bench.at(0, cpu, [&, cpu](Ctx& ctx) {
            ctx.spin_until(word.value, kNotZero);
            woken[cpu] = ctx.now();
        });
    }
    std::uint64_t written = 0;
    bench.at(50'000, 0, [&](Ctx& ctx) {
        ctx.fetch_add(word.value, 1u);
        written = ctx.now();
    });
    ASSERT_TRUE(bench.run());
    // Seven reads to begin with, the write, and seven reads again.
    EXPECT_EQ(bench.machine().transactions(), 7u + 1 + 7);
    std::set<std::uint64_t> times;
    for (const unsigned cpu : {2u, 4u, 6u, 8u, 10u, 12u, 14u}) {
        EXPECT_GT(woken[cpu], written);
        times.insert(woken[cpu]);
    }
    // Six shared reads keep the line busy for 2 to 20 ns each, after the first read of 20 to 100 ns.
    EXPECT_LT(*times.rbegin(), written + 100 + 6 * 20 + 60);
    EXPECT_GT(*times.rbegin(), written + 20 + 5 * 2);
}

TEST(SimWaiting, NobodyInACrowdIsAlwaysFirst) {
    std::set<unsigned> first;
    for (unsigned seed = 0; seed < 40; ++seed) {
        SimBench bench(round_profile(), seed);
        auto& word = bench.word();
        std::vector<std::pair<std::uint64_t, unsigned>> woken;
        for (const unsigned cpu : {8u, 10u, 12u}) {
            bench.at(0, cpu, [&, cpu](Ctx& ctx) {
                ctx.spin_until(word.value, kNotZero);
                woken.emplace_back(ctx.now(), cpu);
            });
        }
        bench.at(50'000, 0, [&](Ctx& ctx) { ctx.fetch_add(word.value, 1u); });
        ASSERT_TRUE(bench.run());
        first.insert(std::min_element(woken.begin(), woken.end())->second);
    }
    EXPECT_THAT(first, ElementsAre(8u, 10u, 12u));
}

TEST(SimWaiting, AStoreThatCoalescesIsSeenToo) {
    SimBench bench;
    auto& word = bench.word();
    std::uint64_t woken = 0;
    bench.at(0, 8, [&](Ctx& ctx) {
        ctx.spin_until(word.value, [](std::uint32_t v) { return v == 2; });
        woken = ctx.now();
    });
    bench.at(10'000, 0, [&](Ctx& ctx) {
        ctx.store(word.other, 1u);  // asks for the line
        ctx.store(word.value, 2u);  // rides along
    });
    ASSERT_TRUE(bench.run());
    EXPECT_EQ(woken, 10'000u + 120 + 100);
    EXPECT_EQ(bench.machine().transactions(), 3u);
}

TEST(SimWaiting, ASleeperWakesTwoMicrosecondsAfterTheCall) {
    SimBench bench;
    auto& word = bench.word();
    std::vector<std::uint64_t> woken;
    const auto sleeper = [&](Ctx& ctx) {
        ctx.block_until(
            word.value, [](std::uint32_t v) { return v == 2; }, kForever);
        woken.push_back(ctx.now());
    };
    bench.at(0, 2, sleeper);
    bench.at(10'000, 0, [&](Ctx& ctx) {
        ctx.publish(word.value, 1u);  // not yet
        ctx.work(10'000);
        ctx.store(word.value, 2u);  // a plain store wakes nobody
        ctx.work(10'000);
        EXPECT_TRUE(woken.empty());
        ctx.wake(word.value);
    });
    ASSERT_TRUE(bench.run());
    // And reads the word again.
    EXPECT_EQ(woken.at(0), 30'000u + 2 + 2000 + 20);
    // Asleep it costs nothing: cold, own, read again.
    EXPECT_EQ(bench.machine().transactions(), 3u);
}

TEST(SimWaiting, ASleeperWakesAtItsDeadline) {
    SimBench bench;
    auto& word = bench.word();
    bench.at(0, 2, [&](Ctx& ctx) {
        EXPECT_EQ(ctx.block_until(word.value, kNotZero, 50'000), 0u);
        EXPECT_EQ(ctx.now(), 52'001u);
        // Nobody remembers it: this wakes no one.
        ctx.publish(word.value, 1u);
    });
    ASSERT_TRUE(bench.run());
}

TEST(SimWaiting, TheControlPaysNothingAndIsHeard) {
    SimBench bench;
    auto& word = bench.word();
    std::uint64_t woken = 0;
    bench.at(0, 2, [&](Ctx& ctx) {
        ctx.spin_until(word.value, kNotZero);
        woken = ctx.now();
        ctx.publish(word.other, 1u);
    });
    bench.machine().spawn(bench.control(), [&](Ctx& ctx) {
        ctx.work(5000);
        ctx.store(word.value, 1u);
        EXPECT_EQ(ctx.now(), 5000u);
        ctx.block_until(word.other, kNotZero, kForever);
        EXPECT_EQ(ctx.now(), woken + 1);  // the store itself takes 1
    });
    ASSERT_TRUE(bench.run());
    EXPECT_EQ(woken, 5000u);
}

TEST(SimWaiting, WordsOutsideOfArenasWakeToo) {
    SimBench bench;
    SimMachine::Atomic<std::uint32_t> outside{0};
    std::uint64_t woken = 0;
    bench.at(0, 2, [&](Ctx& ctx) {
        ctx.spin_until(outside, kNotZero);
        woken = ctx.now();
    });
    bench.at(1000, 3, [&](Ctx& ctx) { ctx.fetch_add(outside, 1u); });
    ASSERT_TRUE(bench.run());
    EXPECT_EQ(woken, 1000u);
    EXPECT_EQ(bench.machine().transactions(), 0u);
}

TEST(SimWaiting, AGracePeriodEndsWithTheLastPacketBoundary) {
    SimBench bench;
    std::uint64_t over = 0;
    for (const unsigned cpu : {0u, 1u}) {
        bench.at(0, cpu, [cpu](Ctx& ctx) {
            ctx.online();
            ctx.work(1000 * (cpu + 1));
            ctx.quiescent();
            ctx.work(5000);
            ctx.offline();
        });
    }
    bench.at(0, 2, [](Ctx& ctx) {
        ctx.work(200);
        ctx.online();  // after the call: not waited for
        ctx.work(9000);
        ctx.offline();
    });
    bench.machine().spawn(bench.control(), [&](Ctx& ctx) {
        ctx.work(100);
        ctx.synchronize();
        over = ctx.now();
        ctx.work(20'000);
        ctx.synchronize();  // nobody is online
        EXPECT_EQ(ctx.now(), over + 20'000);
    });
    ASSERT_TRUE(bench.run());
    EXPECT_EQ(over, 2000u);
}

TEST(SimWaiting, RunsInStretchesAsItRunsAtOnce) {
    const auto run = [](std::uint64_t stretch) {
        SimBench bench;
        auto& word = bench.word();
        for (unsigned cpu = 0; cpu < 8; ++cpu) {
            bench.at(cpu * 3, cpu, [&](Ctx& ctx) {
                for (unsigned i = 0; i < 100; ++i) {
                    ctx.fetch_add(word.value, 1u);
                    ctx.work(ctx.worker() * 7);
                }
            });
        }
        std::uint64_t now = 0;
        while (bench.machine().run_until(now += stretch)) EXPECT_EQ(bench.machine().now(), now);
        return std::pair{bench.machine().transactions(), bench.machine().now()};
    };
    EXPECT_EQ(run(1'000'000'000), run(100));
}

TEST(SimWaiting, StopsAtAHandoff) {
    SimBench bench;
    auto& lock = bench.arena().make<TicketLock<SimMachine>>(std::span<NoNode>{});
    std::vector<unsigned> order;
    for (unsigned cpu = 0; cpu < 3; ++cpu) {
        bench.at(cpu * 100, cpu * 2, [&](Ctx& ctx) {
            NoNode node;
            acquire(ctx, lock, node, Site::Root);
            order.push_back(ctx.worker());
            ctx.work(1000);
            release(ctx, lock, node, Site::Root);
        });
    }
    using Pause = SimMachine::Pause;
    ASSERT_TRUE(bench.machine().run_until(1'000'000, Pause::Handoff));
    EXPECT_THAT(order, ElementsAre(0, 2));
    EXPECT_EQ(bench.counters(2).locks[Site::Root].handoffs.get(), 1u);
    EXPECT_EQ(bench.counters(4).locks[Site::Root].handoffs.get(), 0u);
    ASSERT_TRUE(bench.machine().run_until(1'000'000, Pause::Handoff));
    EXPECT_THAT(order, ElementsAre(0, 2, 4));
    EXPECT_FALSE(bench.machine().run_until(1'000'000, Pause::Handoff));
}

TEST(SimWaiting, SaysWhenAllWaitForEver) {
    SimBench bench;
    auto& word = bench.word();
    bench.at(0, 0, [&](Ctx& ctx) { ctx.spin_until(word.value, kNotZero); });
    EXPECT_FALSE(bench.machine().run_until(1'000'000));
    // Somebody comes after all.
    bench.at(0, 1, [&](Ctx& ctx) { ctx.publish(word.value, 1u); });
    EXPECT_FALSE(bench.machine().run_until(2'000'000));
    bench.at(0, 0, [](Ctx&) {});
}

TEST(SimWaiting, ItsTimeIsTheEndOfTheLastWhenAllHaveEnded) {
    SimBench bench;
    std::uint64_t last = 0;
    bench.at(0, 0, [](Ctx& ctx) { ctx.work(300); });
    bench.at(0, 2, [&](Ctx& ctx) {
        ctx.work(1'000);
        ctx.work(500);
        last = ctx.now();
    });
    ASSERT_TRUE(bench.run());
    EXPECT_GE(last, 1'500u);
    EXPECT_EQ(bench.machine().now(), last);
}

TEST(SimWaiting, AbandonsItsFibers) {
    SimBench bench;
    auto& word = bench.word();
    for (unsigned cpu = 0; cpu < 16; ++cpu) {
        bench.at(0, cpu, [&](Ctx& ctx) {
            for (;;) {
                ctx.fetch_add(word.value, 1u);
                ctx.spin_until(word.other, [](std::uint32_t v) { return v == 1; });
            }
        });
    }
    EXPECT_FALSE(bench.machine().run_until(10'000));
}

TEST(SimWaiting, HandsOnWhatABodyThrows) {
    SimBench bench;
    bench.at(0, 0, [](Ctx&) { throw std::runtime_error("in the body"); });
    EXPECT_THROW(bench.machine().run_until(1000), std::runtime_error);
    EXPECT_FALSE(bench.machine().run_until(1000));
}

TEST(SimWaiting, RefusesMachinesThatMakeNoSense) {
    const auto make = [](std::vector<unsigned> cpus) {
        const MachineProfile profile = round_profile();
        SimMachine machine(std::make_shared<MachineProfile>(profile), Topology::synthetic(profile.shape),
                           cpus, WorkloadCosts{}, Waiting::Spin, 1);
    };
    EXPECT_THROW(make({}), UsageError);
    EXPECT_THROW(make({0, 16}), UsageError);
    EXPECT_THROW(make({3, 3}), UsageError);
    EXPECT_NO_THROW(make({3, 4}));
}

TEST(SimLedger, CountsByNameAndDistance) {
    SimBench bench;
    auto& lock = bench.word();
    auto& data = bench.word();
    Ledger& ledger = bench.machine().ledger();
    ledger.name("lock", &lock.value, sizeof lock.value);
    ledger.name("count", &lock.other, sizeof lock.other);
    ledger.name("data", &data, sizeof data);
    bench.at(0, 0, [&](Ctx& ctx) { ctx.fetch_add(lock.value, 1u); });
    bench.at(1000, 2, [&](Ctx& ctx) {
        ctx.fetch_add(lock.value, 1u);
        ctx.load(lock.other);
        ctx.store(data.value, 1u);
    });
    bench.at(2000, 8, [&](Ctx& ctx) { ctx.fetch_add(lock.other, 1u); });
    ASSERT_TRUE(bench.run());
    const auto rows = ledger.rows();
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].name, "lock, count");
    EXPECT_EQ(rows[0].transfers, 3u);
    EXPECT_EQ(rows[0].local, 1u);
    EXPECT_EQ(rows[0].remote, 1u);
    EXPECT_EQ(rows[0].cold, 1u);
    ASSERT_EQ(rows[0].pulls.size(), 2u);
    EXPECT_EQ(rows[0].pulls[0].to, 2u);
    EXPECT_EQ(rows[0].pulls[0].from, 0u);
    EXPECT_EQ(rows[0].pulls[1].to, 8u);
    EXPECT_EQ(rows[0].pulls[1].from, 2u);
    EXPECT_EQ(rows[1].name, "data");
    EXPECT_EQ(rows[1].cold, 1u);
}

TEST(SimLedger, ForgetsALineWithItsArena) {
    SimBench bench;
    Ledger& ledger = bench.machine().ledger();
    for (const char* name : {"first", "second"}) {
        auto arena = bench.machine().make_arena(64);
        auto& word = arena->make<SimBench::Word>();
        ledger.name(name, &word, sizeof word);
        bench.at(0, 0, [&](Ctx& ctx) { EXPECT_EQ(ctx.fetch_add(word.value, 1u), 0u); });
        bench.at(1000, 1, [&](Ctx& ctx) { ctx.load(word.value); });
        bench.machine().run_until(bench.machine().now() + 10'000);
    }
    const auto rows = ledger.rows();
    ASSERT_EQ(rows.size(), 2u);
    for (const auto& row : rows) EXPECT_EQ(row.cold, 1u) << row.name;
}

}  // namespace
}  // namespace spinscope
