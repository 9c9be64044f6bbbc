// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/compare.h"
#include "core/engine/ranking.h"
#include "core/engine/registry.h"
#include "core/engine/sim_run.h"
#include "core/record/comparison_record.h"
#include "tests/support/random.h"

namespace spinscope {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

ComparisonPlan plan(unsigned rounds = 4) {
    ComparisonPlan plan;
    set_machine(plan.base, "x5570");
    plan.base.workers = 2;
    plan.base.duration_s = 0.0005;
    plan.strategies = {"ticket", "busylock", "llist"};
    plan.rounds = rounds;
    return plan;
}

ComparisonData finished(const ComparisonPlan& plan, unsigned threads = 0) {
    Comparison comparison(plan);
    comparison.start({}, threads);
    EXPECT_TRUE(comparison.wait(120s));
    EXPECT_THAT(comparison.problems(), testing::IsEmpty());
    return comparison.data();
}

/// Rounds whose packets per second are given, strategy by strategy.
ComparisonData made(std::vector<std::string> strategies, const std::vector<std::vector<double>>& rounds) {
    ComparisonData data;
    data.strategies = std::move(strategies);
    for (const auto& row : rounds) {
        ComparisonRound round;
        round.number = static_cast<unsigned>(data.rounds.size());
        round.order = order_of_round(static_cast<int>(round.number), row.size());
        for (const double pps : row) {
            Measures measures;
            measures[Metric::Pps] = pps;
            round.values.emplace_back(measures);
        }
        data.rounds.push_back(std::move(round));
    }
    return data;
}

TEST(ComparisonOrder, GoesForthAndBack) {
    EXPECT_THAT(order_of_round(0, 3), ElementsAre(0, 1, 2));
    EXPECT_THAT(order_of_round(1, 3), ElementsAre(2, 1, 0));
    EXPECT_THAT(order_of_round(2, 3), ElementsAre(0, 1, 2));
    EXPECT_THAT(order_of_round(-1, 3), ElementsAre(2, 1, 0)) << "the last of the warm-up";
    EXPECT_THAT(order_of_round(-2, 3), ElementsAre(0, 1, 2));
}

TEST(Comparison, RunsEachStrategyWithTheSeedOfItsRound) {
    const ComparisonData data = finished(plan());
    ASSERT_EQ(data.rounds.size(), 4u);
    EXPECT_EQ(data.complete(), 4u);
    EXPECT_FALSE(data.partial);
    for (unsigned i = 0; i < 4; ++i) {
        EXPECT_EQ(data.rounds[i].number, i);
        EXPECT_EQ(data.rounds[i].order, order_of_round(static_cast<int>(i), 3));
        for (std::size_t s = 0; s < 3; ++s) {
            Experiment alone = plan().base;
            alone.strategy = data.strategies[s];
            alone.seed = 42 + i;
            EXPECT_EQ(simulate(alone).transmitted_pps, (*data.rounds[i].values[s])[Metric::Pps]);
        }
    }
}

TEST(Comparison, IsTheSameOnAnyNumberOfThreads) {
    const auto text = [](unsigned threads) { return comparison_csv(finished(plan(), threads)); };
    EXPECT_EQ(text(1), text(3));
}

TEST(Comparison, LeavesTheWarmUpOut) {
    ComparisonPlan warm = plan(2);
    warm.warmup_rounds = 3;
    Comparison comparison(warm);
    EXPECT_EQ(comparison.total(), 15u);
    comparison.start();
    ASSERT_TRUE(comparison.wait(60s));
    EXPECT_EQ(comparison.finished(), 15u);
    EXPECT_EQ(comparison_csv(comparison.data()), comparison_csv(finished(plan(2))));
}

TEST(Comparison, GoesOnWhereAnEarlierOneEnded) {
    ComparisonData data = finished(plan(3));
    ComparisonPlan more = plan(2);
    more.first_round = 3;
    data.append(finished(more));
    EXPECT_EQ(comparison_csv(data), comparison_csv(finished(plan(5))));
}

TEST(Comparison, KeepsWhatIsFinishedWhenItIsCancelled) {
    Comparison comparison(plan(5000));
    comparison.start({}, 2);
    while (comparison.finished() < 7) std::this_thread::yield();
    comparison.cancel();
    ASSERT_TRUE(comparison.wait(20s));
    const ComparisonData data = comparison.data();
    EXPECT_TRUE(data.partial);
    EXPECT_GE(data.rounds.size(), 2u);
    EXPECT_LT(data.rounds.size(), 5000u);
    EXPECT_THAT(comparison_text(comparison.plan(), data), HasSubstr("PARTIAL"));
    EXPECT_EQ(nlohmann::json::parse(comparison_json(comparison.plan(), data, ""))["partial"], true);
}

TEST(Comparison, EndsInUnderASecondWithItself) {
    ComparisonPlan endless = plan();
    endless.base.duration_s = 1000;
    auto comparison = std::make_unique<Comparison>(endless);
    comparison->start();
    const auto asked = std::chrono::steady_clock::now();
    comparison.reset();
    EXPECT_LT(std::chrono::steady_clock::now() - asked, 1s);
}

TEST(Comparison, RunsOnThisComputerInTurn) {
    ComparisonPlan host = plan(2);
    set_machine(host.base, "host");
    host.base.workers = 2;
    host.base.device.kind = "null";
    host.base.duration_s.reset();
    host.base.count = 2000;
    host.strategies = {"tas", "tas"};
    const ComparisonData data = finished(host);
    ASSERT_EQ(data.complete(), 2u);
    const auto cpu = (*data.rounds[0].values[0])[Metric::CpuPerPacket];
    ASSERT_TRUE(cpu) << "measured on the host";
    EXPECT_GT(*cpu, 250 * 0.9) << "the device alone takes that";
    EXPECT_LT(*cpu, 1e6);
    EXPECT_FALSE((*finished(plan(1)).rounds[0].values[0])[Metric::CpuPerPacket]) << "not known there";
}

TEST(Comparison, RefusesWhatMakesNoSense) {
    ComparisonPlan p = plan();
    p.strategies = {"ticket"};
    EXPECT_THROW(Comparison{p}, UsageError);
    p = plan();
    p.strategies.push_back("nonsense");
    EXPECT_THROW(Comparison{p}, UsageError);
    p = plan();
    p.base.workers = 17;
    EXPECT_THROW(Comparison{p}, UsageError);
    p = plan(0);
    EXPECT_THROW(Comparison{p}, UsageError);
    p = plan();
    p.base.duration_s.reset();
    EXPECT_THROW(Comparison{p}, UsageError);
    p = plan();
    p.base.options = {{"nobody-knows", "5"}};
    EXPECT_THROW(Comparison{p}, UsageError);
}

TEST(Ranking, ComparesEachRoundWithItself) {
    // The machine gets slower all the time; b is 10 % behind in every round.
    std::vector<std::vector<double>> rounds;
    for (int i = 0; i < 8; ++i) rounds.push_back({900.0 - 90 * i, 1000.0 - 100 * i});
    const Ranking ranking = rank(made({"b", "a"}, rounds));
    ASSERT_EQ(ranking.strategies.size(), 2u);
    EXPECT_EQ(ranking.strategies[0].strategy, "a");
    EXPECT_DOUBLE_EQ(ranking.strategies[0][Metric::Pps]->median, 650);
    EXPECT_FALSE(ranking.strategies[0][Metric::Jain]);
    ASSERT_EQ(ranking.pairs.size(), 1u);
    const ComparedPair& pair = ranking.pairs[0];
    EXPECT_EQ(pair.verdict, Verdict::Faster);
    EXPECT_NEAR(pair.ratio->median, 1 / 0.9, 1e-9);
    EXPECT_NEAR(pair.ratio->interval->low, 1 / 0.9, 1e-9);
    EXPECT_DOUBLE_EQ(pair.difference_pps->median, 65);
    EXPECT_EQ(pair_title(ranking, pair), "a before b");
}

TEST(Ranking, SaysSoWhenThereIsNoDifference) {
    std::vector<std::vector<double>> rounds;
    for (int i = 0; i < 8; ++i) rounds.push_back({i % 2 == 0 ? 101.0 : 99.0, 100.0});
    const Ranking same = rank(made({"a", "b"}, rounds));
    EXPECT_EQ(same.pairs[0].verdict, Verdict::NoDifference);
    EXPECT_EQ(pair_title(same, same.pairs[0]), "a, b");
    rounds.resize(5);
    EXPECT_EQ(rank(made({"a", "b"}, rounds)).pairs[0].verdict, Verdict::TooFewRounds);
}

TEST(Ranking, LeavesOutRoundsThatMissOneOfThePair) {
    ComparisonData data = made({"a", "b"}, {{2, 1}, {2, 1}, {2, 1}, {2, 1}, {2, 1}, {2, 1}, {2, 1}});
    data.rounds[3].values[1].reset();
    EXPECT_EQ(data.complete(), 6u);
    EXPECT_EQ(rank(data).pairs[0].ratio->count, 6u);
    EXPECT_EQ(rank(data).strategies[0][Metric::Pps]->count, 7u);
}

/// Noise with a drift, both the same for A and B: 16 rounds, a hundred times.
TEST(AgainstItself, NoiseShowsNoDifferenceInNinetyFiveOfAHundred) {
    Random random(3);
    const auto noise = [&random] {
        const double u = static_cast<double>(random.below(1'000'000)) + 1;
        return 1e6 * (1 + 1e-8 * u + (u > 990'000 ? 0.3 : 0));  // now and then something disturbs
    };
    int none = 0;
    for (int trial = 0; trial < 100; ++trial) {
        std::vector<std::vector<double>> rounds;
        for (unsigned i = 0; i < kUsualRounds; ++i) rounds.push_back({noise(), noise()});
        none += rank(made({"a", "a"}, rounds)).pairs[0].verdict == Verdict::NoDifference ? 1 : 0;
    }
    EXPECT_GE(none, 95);
}

/// Runs of a strategy against runs of the same one with other seeds: fifty times 7 rounds of each of two.
TEST(AgainstItself, ASimulatedRunShowsNoDifferenceInNinetyFiveOfAHundred) {
    constexpr std::size_t kTimes = 50;
    constexpr std::size_t kRounds = 7;
    ComparisonPlan both = plan(2 * kTimes * kRounds);
    both.strategies = {"busylock", "llist"};
    both.base.workers = 5;
    both.base.duration_s = 0.0006;
    const ComparisonData data = finished(both);
    int none = 0;
    std::size_t equal = 0;
    for (std::size_t strategy = 0; strategy < 2; ++strategy) {
        const auto pps = [&](std::size_t round) {
            return *(*data.rounds[round].values[strategy])[Metric::Pps];
        };
        for (std::size_t trial = 0; trial < kTimes; ++trial) {
            std::vector<std::vector<double>> rounds;
            for (std::size_t i = trial * kRounds; i < (trial + 1) * kRounds; ++i) {
                rounds.push_back({pps(2 * i), pps(2 * i + 1)});
                equal += pps(2 * i) == pps(2 * i + 1) ? 1 : 0;
            }
            none += rank(made({"a", "a"}, rounds)).pairs[0].verdict == Verdict::NoDifference ? 1 : 0;
        }
    }
    EXPECT_LT(equal, kTimes * kRounds) << "of twice as many: seeds make a difference";
    EXPECT_GE(none, 95);
}

TEST(AgainstItself, WithTheSameSeedASimulatedRunIsTheSame) {
    ComparisonPlan twice = plan(6);
    twice.strategies = {"llist", "llist"};
    const Ranking ranking = rank(finished(twice));
    EXPECT_EQ(ranking.pairs[0].verdict, Verdict::NoDifference);
    EXPECT_EQ(ranking.pairs[0].ratio->interval->high, 1);
}

TEST(ComparisonRecord, HasEverythingInItsPlace) {
    ComparisonPlan p = plan(6);
    p.base.workers = 8;
    p.base.duration_s = 0.002;
    const ComparisonData data = finished(p);
    const auto json = nlohmann::json::parse(comparison_json(p, data, "spinscope compare"));
    EXPECT_EQ(json["schema"], "spinscope.compare/1");
    EXPECT_EQ(json["partial"], false);
    EXPECT_EQ(json["machine"]["profile"], "x5570");
    EXPECT_EQ(json["rounds"]["complete"], 6);
    ASSERT_EQ(json["ranking"].size(), 3u);
    EXPECT_EQ(json["ranking"][2]["strategy"], "ticket") << "collapses on 8 CPUs";
    EXPECT_GT(json["ranking"][0]["transmitted_pps"]["low"], json["ranking"][2]["transmitted_pps"]["high"]);
    EXPECT_TRUE(json["ranking"][0]["cpu_ns_per_packet"].is_null());
    ASSERT_EQ(json["pairs"].size(), 2u);
    EXPECT_EQ(json["pairs"][1]["second"], "ticket");
    EXPECT_EQ(json["pairs"][1]["verdict"], "faster");
    EXPECT_GT(json["pairs"][1]["ratio"]["low"], 1.5);
    ASSERT_EQ(json["runs"].size(), 6u);
    EXPECT_EQ(json["runs"][1]["runs"][0]["strategy"], "llist");
    EXPECT_EQ(json["runs"][1]["seed"], 43);
    EXPECT_EQ(json.dump().find("winner"), std::string::npos);
    const std::string csv = comparison_csv(data);
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 19);
    EXPECT_THAT(csv, HasSubstr("\n1,43,0,llist,"));
    const std::string text = comparison_text(p, data);
    EXPECT_THAT(text, HasSubstr("Ranking for these conditions"));
    EXPECT_THAT(text, HasSubstr(" before ticket: × "));
    EXPECT_THAT(text, Not(HasSubstr("PARTIAL")));
}

}  // namespace
}  // namespace spinscope
