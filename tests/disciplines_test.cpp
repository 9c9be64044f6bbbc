// SPDX-License-Identifier: GPL-3.0-or-later
// Each discipline by itself: what it keeps, in which order it gives it back, and what it gives up. Packets
// are written as their flow and number: "a0 b0 a1".
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/queue/disciplines.h"
#include "tests/support/random.h"
#include "tests/support/sim_bench.h"

namespace spinscope {
namespace {

using Sim = SimMachine;
using Ctx = Sim::Ctx;

constexpr unsigned kFlows = 16;

/// A discipline with packets, outside of any run: nothing costs time unless a script says so.
class Bench {
 public:
    explicit Bench(const std::string& id, Options options = {}, std::uint32_t limit = 1000)
        : options_(std::move(options)),
          arena_(bench_.machine().make_arena(find_discipline(id)->memory + 64)),
          list_(arena_->make<PacketList<Sim>>()),
          discipline_(make_discipline<Sim>(id, {*arena_, list_, limit, kFlows, options_, 1})) {}

    /// What follows is done by CPU 0 at virtual times of its own: wait() passes some.
    void script(const std::function<void()>& body) {
        bench_.at(0, 0, [&](Ctx&) { body(); });
        ASSERT_TRUE(bench_.run());
    }
    void wait(std::uint64_t ns) { ctx().work(ns); }
    std::uint64_t now() { return ctx().now(); }

    bool put(char flow, std::uint32_t size = 64, std::uint8_t priority = 1) {
        auto packet = std::make_unique<Packet<Sim>>();
        packet->flow = static_cast<std::uint32_t>(flow - 'a');
        packet->sequence = made_[flow]++;
        packet->size = size;
        packet->priority = priority;
        packets_.push_back(std::move(packet));
        DropList<Sim> drops;
        const bool kept = discipline_->enqueue(ctx(), *packets_.back(), drops);
        if (!kept) ++refused_;
        note(drops);
        return kept;
    }
    void put_all(const std::string& flows) {
        for (const char flow : flows) put(flow);
    }
    /// The next packet; empty when there is none.
    std::string get() {
        DropList<Sim> drops;
        const Packet<Sim>* packet = discipline_->dequeue(ctx(), drops);
        note(drops);
        return packet == nullptr ? std::string() : name(*packet);
    }
    std::string get_all(unsigned most = 1'000'000) {
        std::string names;
        for (unsigned i = 0; i < most; ++i) {
            const std::string packet = get();
            if (packet.empty()) break;
            names += (names.empty() ? "" : " ") + packet;
        }
        return names;
    }
    std::string drain() {
        std::string names;
        for (Packet<Sim>* packet = discipline_->drain(ctx()); packet != nullptr;
             packet = ctx().get(packet->next)) {
            names += (names.empty() ? "" : " ") + name(*packet);
        }
        return names;
    }
    /// Given up since the last call, with the reason: "a0 limit".
    std::string dropped() { return std::exchange(dropped_, {}); }
    std::size_t drops() const { return drops_; }
    std::size_t refused() const { return refused_; }
    std::size_t made() const { return packets_.size(); }
    std::uint32_t length() { return ctx().get(list_.length); }
    Discipline<Sim>& discipline() { return *discipline_; }
    Ctx& ctx() { return bench_.ctx(0); }

    static std::string name(const Packet<Sim>& packet) {
        return static_cast<char>('a' + packet.flow) + std::to_string(packet.sequence);
    }

 private:
    void note(DropList<Sim>& drops) {
        drops.free_all(ctx(), [&](const Packet<Sim>& packet) {
            const char* reason = packet.drop_reason == DropReason::Aqm ? "aqm" : "limit";
            dropped_ += (dropped_.empty() ? "" : ", ") + name(packet) + " " + reason;
            ++drops_;
        });
    }

    SimBench bench_;
    const Options options_;
    const std::unique_ptr<Arena> arena_;
    PacketList<Sim>& list_;
    const std::unique_ptr<Discipline<Sim>> discipline_;
    std::vector<std::unique_ptr<Packet<Sim>>> packets_;
    std::map<char, std::uint64_t> made_;
    std::string dropped_;
    std::size_t drops_ = 0;
    std::size_t refused_ = 0;
};

std::vector<std::string> all_disciplines() {
    std::vector<std::string> ids;
    for_each_discipline([&]<class Row>(Row) { ids.emplace_back(Row::kInfo.id); });
    return ids;
}

class EveryDiscipline : public testing::TestWithParam<std::string> {};

TEST_P(EveryDiscipline, KeepsTheOrderOfAFlowAndLosesNothing) {
    Bench bench(GetParam(), {}, 40);
    Random random(7);
    std::map<char, std::uint64_t> last;  // sent, plus one
    std::size_t sent = 0;
    const auto take = [&] {
        const std::string packet = bench.get();
        if (packet.empty()) return;
        const std::uint64_t number = std::stoull(packet.substr(1)) + 1;
        EXPECT_GT(number, last[packet[0]]) << packet << " after a later one of its flow";
        last[packet[0]] = number;
        ++sent;
    };
    bench.script([&] {
        for (int i = 0; i < 5000; ++i) {
            // In waves, so that it is full now and empty then.
            const bool fills = i % 400 < 200;
            if (random.below(8) < (fills ? 6u : 2u)) {
                bench.put(static_cast<char>('a' + random.below(kFlows)));
            } else {
                take();
            }
            bench.wait(random.below(100'000));
            EXPECT_EQ(bench.length(), bench.made() - sent - bench.drops() - bench.refused());
        }
        EXPECT_GT(bench.refused() + bench.drops(), 0u) << "it was never full";
        while (bench.length() != 0) {
            bench.wait(100'000);
            take();
        }
    });
    EXPECT_EQ(bench.made(), sent + bench.drops() + bench.refused());
}

TEST_P(EveryDiscipline, DrainsInTheOrderInWhichItWouldSend) {
    const std::string traffic = "aabacbbddaeaabc";
    Bench sends(GetParam());
    sends.put_all(traffic);
    Bench drains(GetParam());
    drains.put_all(traffic);
    EXPECT_EQ(drains.drain(), sends.get_all());
    EXPECT_EQ(drains.length(), 0u);
    // And is as new.
    drains.put_all("ab");
    EXPECT_THAT(drains.get_all(), testing::AnyOf("a6 b4", "b4 a6"));
}

TEST_P(EveryDiscipline, HoldsExactlyItsLimit) {
    Bench bench(GetParam(), {}, 5);
    bench.put_all("aaaaaaaa");
    EXPECT_EQ(bench.length(), 5u);
    EXPECT_EQ(bench.refused() + bench.drops(), 3u);
    bench.get();
    bench.put('a');
    EXPECT_EQ(bench.length(), 5u);
}

TEST_P(EveryDiscipline, WithALimitOfNothingRefusesEverything) {
    Bench bench(GetParam(), {}, 0);
    EXPECT_FALSE(bench.put('a'));
    EXPECT_EQ(bench.length(), 0u);
    EXPECT_EQ(bench.dropped(), "") << "a refused packet is the caller's";
    EXPECT_EQ(bench.get(), "");
}

INSTANTIATE_TEST_SUITE_P(Disciplines, EveryDiscipline, testing::ValuesIn(all_disciplines()),
                         [](const auto& id) { return id.param; });

TEST(PfifoFast, ServesTheHighestBandFirst) {
    Bench bench("pfifo_fast", {}, 4);
    bench.put('a', 64, 2);
    bench.put('b', 64, 1);
    bench.put('c', 64, 0);
    bench.put('d', 64, 9);  // no such band: the last
    EXPECT_FALSE(bench.put('e', 64, 0)) << "the limit is that of all bands";
    EXPECT_EQ(bench.get_all(), "c0 b0 a0 d0");
}

TEST(Prio, ServesTheHighestBandFirst) {
    Bench bench("prio", {{"bands", "2"}, {"filter", "flow"}}, 3);
    bench.put_all("bbbaca");  // flows a and c are band 0, b is band 1
    EXPECT_FALSE(bench.put('b')) << "the limit is each band's";
    EXPECT_EQ(bench.get(), "a0");
    EXPECT_EQ(bench.get(), "c0");
    bench.put('a');
    EXPECT_EQ(bench.get_all(), "a1 a2 b0 b1 b2");
}

TEST(Prio, GoesByThePacketsPriorityUnlessToldOtherwise) {
    Bench bench("prio");
    bench.put('a', 64, 1);
    bench.put('b', 64, 0);
    EXPECT_EQ(bench.get_all(), "b0 a0");
}

TEST(Fq, ServesFlowsInTurns) {
    Bench bench("fq", {{"quantum", "64"}});
    bench.put_all("aaaaaabbb");
    EXPECT_EQ(bench.get_all(), "a0 b0 a1 b1 a2 b2 a3 a4 a5");
}

TEST(Fq, CountsBytesAndNotPackets) {
    Bench bench("fq", {{"quantum", "128"}});
    for (int i = 0; i < 3; ++i) bench.put('a', 128);
    bench.put_all("bbbbbb");
    EXPECT_EQ(bench.get_all(), "a0 b0 b1 a1 b2 b3 a2 b4 b5");
}

TEST(Fq, AFlowThatBecomesActiveGoesFirst) {
    Bench bench("fq", {{"quantum", "64"}});
    bench.put_all("aaaa");
    EXPECT_EQ(bench.get_all(2), "a0 a1");
    bench.put('b');
    EXPECT_EQ(bench.get_all(), "b0 a2 a3");
}

TEST(Fq, RefusesTheFlowThatHasTooMuch) {
    Bench bench("fq", {{"flow-limit", "2"}}, 5);
    bench.put_all("aab");
    EXPECT_FALSE(bench.put('a'));
    EXPECT_TRUE(bench.put('b'));
    EXPECT_TRUE(bench.put('c'));
    EXPECT_FALSE(bench.put('c')) << "the limit of all";
}

TEST(Tbf, SendsABurstAndThenExactlyTheRate) {
    Bench bench("tbf", {{"rate", "3000000"}, {"burst", "10"}}, 100'000);
    bench.script([&] {
        for (int i = 0; i < 40'000; ++i) bench.put('a');
        const std::uint64_t begin = bench.now();
        unsigned sent = 0;
        while (!bench.get().empty()) ++sent;
        while (bench.now() < begin + 10'000'000) {
            const std::uint64_t at = bench.discipline().ready_at(bench.ctx());
            ASSERT_GT(at, bench.now());
            bench.wait(at - bench.now() + 7);
            while (!bench.get().empty()) ++sent;
        }
        const double exact = static_cast<double>(bench.now() - begin) * 0.003;
        EXPECT_NEAR(sent, 10 + exact, 2);
    });
}

TEST(Tbf, IsReadyWhenItSaysAndNotBefore) {
    Bench bench("tbf", {{"rate", "700"}, {"burst", "1"}});
    bench.script([&] {
        bench.put_all("aaa");
        EXPECT_EQ(bench.get(), "a0");
        const std::uint64_t at = bench.discipline().ready_at(bench.ctx());
        bench.wait(at - bench.now() - 50);
        EXPECT_EQ(bench.get(), "");
        bench.wait(100);
        EXPECT_EQ(bench.get(), "a1");
        EXPECT_EQ(bench.get(), "");
    });
}

TEST(Tbf, ARestSavesNoMoreThanTheBurst) {
    Bench bench("tbf", {{"rate", "1000000"}, {"burst", "3"}});
    bench.script([&] {
        bench.put_all("aaa");
        EXPECT_EQ(bench.get_all(), "a0 a1 a2");
        bench.wait(900'000'000);
        bench.put_all("aaaaa");
        EXPECT_EQ(bench.get_all(), "a3 a4 a5");
    });
}

using Probability = Blue<Sim>::Probability;

Probability probability_of(Bench& bench, char flow) {
    auto& cake = dynamic_cast<CakeRow::Queue<Sim>&>(bench.discipline());
    return cake.drop_probability(bench.ctx(), static_cast<std::uint32_t>(flow - 'a'));
}

TEST(Cake, CutsTheLongestFlowAtItsHead) {
    Bench bench("cake", {{"blue", "off"}, {"quantum", "64"}}, 5);
    bench.put_all("abbbc");
    EXPECT_TRUE(bench.put('c'));
    EXPECT_EQ(bench.dropped(), "b0 limit");
    EXPECT_TRUE(bench.put('c'));
    EXPECT_EQ(bench.dropped(), "c0 limit");
    EXPECT_EQ(bench.length(), 5u);
    EXPECT_EQ(bench.refused(), 0u);
}

TEST(Cake, RefusesThePacketThatIsItselfTheLongest) {
    Bench bench("cake", {{"blue", "off"}}, 2);
    bench.put_all("ab");
    EXPECT_FALSE(bench.put('c', 1000)) << "its flow is the longest, and it is the flow's head";
    EXPECT_EQ(bench.dropped(), "");
}

TEST(Cake, ServesFlowsInTurns) {
    Bench bench("cake", {{"quantum", "64"}});
    bench.put_all("aaaabb");
    EXPECT_EQ(bench.get_all(), "a0 b0 a1 b1 a2 a3");
}

TEST(Cake, BlueGoesUpOnceInATargetAndDownWhenEmpty) {
    Bench bench("cake", {{"target-us", "5000"}}, 2);
    bench.script([&] {
        bench.wait(6'000'000);
        bench.put_all("aa");
        EXPECT_EQ(probability_of(bench, 'a'), 0u);
        bench.put('a');
        EXPECT_EQ(probability_of(bench, 'a'), 1u << 24) << "1/256";
        bench.wait(4'900'000);
        bench.put('a');
        EXPECT_EQ(probability_of(bench, 'a'), 1u << 24) << "once in a target";
        bench.wait(200'000);
        bench.put('a');
        EXPECT_EQ(probability_of(bench, 'a'), 2u << 24);
        // Not for being served, and not within the target: the first visit finds it empty and too early.
        EXPECT_FALSE(bench.get().empty());
        bench.get_all();
        bench.put('b');
        bench.put('b');
        bench.get();
        EXPECT_EQ(probability_of(bench, 'a'), 2u << 24);
        bench.wait(5'100'000);
        bench.get();
        EXPECT_EQ(probability_of(bench, 'a'), (2u << 24) - (1u << 20)) << "1/4096";
        EXPECT_EQ(probability_of(bench, 'b'), 0u) << "each flow for itself";
    });
}

TEST(Cake, BlueSaturatesAtOneAndAFlowAlwaysKeepsItsLastPacket) {
    Bench bench("cake", {{"target-us", "10"}}, 3);
    bench.script([&] {
        bench.put_all("aaa");
        for (int i = 0; i < 255; ++i) {
            bench.wait(11'000);
            bench.put('a');
        }
        EXPECT_EQ(probability_of(bench, 'a'), 255u << 24);
        for (int i = 0; i < 10; ++i) {
            bench.wait(11'000);
            bench.put('a');
        }
        EXPECT_EQ(probability_of(bench, 'a'), ~0u);
        bench.dropped();
        // All but the last are dropped, one by one, in a single dequeue.
        EXPECT_EQ(bench.get(), "a267");
        EXPECT_EQ(bench.dropped(), "a266 aqm, a265 aqm");
        // The others are served.
        bench.put_all("bbb");
        EXPECT_EQ(bench.get_all(), "b0 b1 b2");
    });
}

TEST(Cake, TheCapIsNeverPassed) {
    Bench bench("cake", {{"target-us", "10"}, {"blue-cap", "0.25"}}, 3);
    bench.script([&] {
        Probability most = 0;
        for (int i = 0; i < 300; ++i) {
            bench.wait(11'000);
            bench.put('a');
            most = std::max(most, probability_of(bench, 'a'));
        }
        EXPECT_EQ(most, 0x3fffffffu);
    });
}

TEST(Cake, WithoutBlueNothingIsDroppedAtTheDequeue) {
    Bench bench("cake", {{"target-us", "10"}, {"blue", "off"}}, 3);
    bench.script([&] {
        for (int i = 0; i < 300; ++i) {
            bench.wait(11'000);
            bench.put('a');
        }
        bench.dropped();
        EXPECT_EQ(bench.get_all(), "a297 a298 a299");
        EXPECT_EQ(bench.dropped(), "");
    });
}

TEST(Cake, DrainingGivesNothingUp) {
    Bench bench("cake", {{"target-us", "10"}}, 3);
    bench.script([&] {
        for (int i = 0; i < 300; ++i) {
            bench.wait(11'000);
            bench.put('a');
        }
        EXPECT_EQ(bench.drain(), "a297 a298 a299");
    });
}

TEST(LongestFlow, IsThatOfASearchThroughAll) {
    SimBench bench;
    LongestFlow<Sim> longest(bench.arena(), 37);
    std::vector<std::uint32_t> bytes(37);
    Random random(3);
    for (int i = 0; i < 3000; ++i) {
        const auto flow = static_cast<std::uint32_t>(random.below(37));
        const auto by = static_cast<std::uint32_t>(random.below(200));
        if (random.below(2) == 0) {
            bytes[flow] += by;
            longest.grow(bench.ctx(0), flow, by);
        } else {
            const std::uint32_t less = std::min(by, bytes[flow]);
            bytes[flow] -= less;
            longest.shrink(bench.ctx(0), flow, less);
        }
        ASSERT_EQ(bytes[longest.longest(bench.ctx(0))], *std::max_element(bytes.begin(), bytes.end()));
    }
}

}  // namespace
}  // namespace spinscope
