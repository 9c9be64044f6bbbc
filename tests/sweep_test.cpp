// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/sweep.h"
#include "core/base/error.h"
#include "core/engine/registry.h"
#include "core/engine/sim_run.h"
#include "core/engine/sweep.h"
#include "core/record/sweep_record.h"

namespace spinscope {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

SweepPlan plan(double duration_s = 0.005) {
    SweepPlan plan;
    set_machine(plan.base, "x5570");
    plan.base.duration_s = duration_s;
    plan.strategies = {"ticket", "busylock"};
    plan.workers = {1, 4, 5};
    return plan;
}

TEST(Sweep, RunsEveryPointAsItIsRunAlone) {
    Sweep sweep(plan());
    std::atomic<int> calls{0};
    sweep.start([&] { ++calls; }, 3);
    ASSERT_TRUE(sweep.wait(60s));
    EXPECT_EQ(sweep.finished(), 6u);
    EXPECT_FALSE(sweep.partial());
    const auto points = sweep.points();
    ASSERT_EQ(points.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(points[i].strategy, i < 3 ? "ticket" : "busylock");
        EXPECT_EQ(points[i].workers, sweep.plan().workers[i % 3]);
        ASSERT_TRUE(points[i].result) << points[i].problem;
        Experiment alone = plan().base;
        alone.strategy = points[i].strategy;
        alone.workers = points[i].workers;
        EXPECT_EQ(simulate(alone).packets.transmitted, points[i].result->packets.transmitted);
        EXPECT_EQ(points[i].result->balance(), 0);
    }
    while (calls < 7) std::this_thread::yield();  // the last one comes after the end
}

TEST(Sweep, ShowsTheCliff) {
    Sweep sweep(plan());
    sweep.start();
    ASSERT_TRUE(sweep.wait(60s));
    const std::string text = sweep_text(sweep);
    EXPECT_THAT(text, HasSubstr("CPUs"));
    EXPECT_THAT(text, HasSubstr("▼ more than 30 % less than the row above"));
    const auto json = nlohmann::json::parse(sweep_json(sweep, "spinscope sweep"));
    EXPECT_EQ(json["schema"], "spinscope.sweep/1");
    EXPECT_EQ(json["machine"]["profile"], "x5570");
    EXPECT_EQ(json["partial"], false);
    ASSERT_EQ(json["points"].size(), 6u);
    EXPECT_EQ(json["points"][1]["cliff"], false);
    EXPECT_EQ(json["points"][2]["cliff"], true);
    EXPECT_EQ(json["points"][2]["workers"], 5);
    EXPECT_EQ(json["points"][5]["cliff"], false);
    const std::string csv = sweep_csv(sweep);
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
    EXPECT_THAT(csv, HasSubstr("\nticket,5,0.005,"));
}

TEST(Sweep, KeepsWhatItHasWhenItIsCancelled) {
    SweepPlan long_one = plan(1000);
    long_one.base.duration_s.reset();
    long_one.base.count = 200;
    long_one.workers = {1};
    long_one.strategies = {"ticket"};
    for (int i = 0; i < 2000; ++i) long_one.strategies.push_back("llist");
    Sweep sweep(long_one);
    sweep.start({}, 2);
    while (sweep.finished() == 0) std::this_thread::yield();
    sweep.cancel();
    ASSERT_TRUE(sweep.wait(20s));
    EXPECT_TRUE(sweep.partial());
    EXPECT_LT(sweep.finished(), sweep.total());
    const auto json = nlohmann::json::parse(sweep_json(sweep, ""));
    EXPECT_EQ(json["partial"], true);
    EXPECT_EQ(json["points"].size(), sweep.finished());
}

TEST(Sweep, EndsInUnderASecondWithItself) {
    auto sweep = std::make_unique<Sweep>(plan(1000));
    sweep->start();
    const auto asked = std::chrono::steady_clock::now();
    sweep.reset();
    EXPECT_LT(std::chrono::steady_clock::now() - asked, 1s);
}

TEST(Sweep, RunsOnTheHostOneByOne) {
    SweepPlan host;
    host.base.device.kind = "null";
    host.base.count = 500;
    host.strategies = {"tas", "mcs"};
    host.workers = {1, 2};
    Sweep sweep(host);
    sweep.start();
    ASSERT_TRUE(sweep.wait(60s));
    for (const SweepPoint& point : sweep.points()) {
        ASSERT_TRUE(point.result) << point.problem;
        EXPECT_EQ(point.result->packets.offered, 500u);
        EXPECT_FALSE(point.result->run->simulated);
    }
}

TEST(Sweep, RefusesAGridThatMakesNoSense) {
    SweepPlan p = plan();
    p.workers = {17};
    EXPECT_THROW(Sweep{p}, UsageError);
    p = plan();
    p.workers.clear();
    EXPECT_THROW(Sweep{p}, UsageError);
    p = plan();
    p.strategies.push_back("nonsense");
    EXPECT_THROW(Sweep{p}, UsageError);
    p = plan();
    p.base.duration_s.reset();
    EXPECT_THROW(Sweep{p}, UsageError);
    p = plan();
    p.base.options = {{"burst-limit", "5"}};
    EXPECT_THROW(Sweep{p}, UsageError);
    p.strategies.push_back("llist");
    EXPECT_NO_THROW(Sweep{p});
}

TEST(Cliffs, AreFallsOfMoreThanThirtyPercent) {
    EXPECT_THAT(cliffs({10.0, 7.1, 4.9, std::nullopt, 1.0, 0.71}),
                ElementsAre(false, false, true, false, false, false));
}

TEST(UsualWorkers, AreEveryCountOfASmallMachineAndSomeOfALargeOne) {
    EXPECT_THAT(usual_workers(1), ElementsAre(1));
    EXPECT_THAT(usual_workers(4), ElementsAre(1, 2, 3, 4));
    EXPECT_LT(usual_workers(480).size(), 30u);
    EXPECT_EQ(usual_workers(480).back(), 480u);
}

}  // namespace
}  // namespace spinscope
