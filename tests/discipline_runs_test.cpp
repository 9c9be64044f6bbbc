// SPDX-License-Identifier: GPL-3.0-or-later
// Each discipline behind a lock, with workers: nothing is lost, stranded or faster than it may be, also
// across switches; and the cake regression of 2025.
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/live_switch.h"
#include "core/engine/presets.h"
#include "core/engine/published_figures.h"
#include "core/engine/registry.h"
#include "core/engine/sim_run.h"
#include "core/topology/placement.h"
#include "tests/support/sim_case.h"

namespace spinscope {
namespace {

std::unique_ptr<SimCase> make_case(const Experiment& experiment) {
    const ProfilePtr profile = load_profile("x5570");
    const auto topology = topology_of(*profile);
    return std::make_unique<SimCase>(profile, topology, std::vector<unsigned>{0, 2, 4, 6}, experiment);
}

std::vector<std::string> discipline_ids() {
    std::vector<std::string> ids;
    for (const DisciplineInfo& info : disciplines()) ids.emplace_back(info.id);
    return ids;
}

class DisciplineRuns : public testing::TestWithParam<std::tuple<std::string, std::string>> {
 protected:
    Experiment experiment() const {
        Experiment e;
        e.discipline = std::get<0>(GetParam());
        e.strategy = std::get<1>(GetParam());
        e.flows = 3;
        return e;
    }
};

TEST_P(DisciplineRuns, LoseNothingWhereTheQueueIsFull) {
    Experiment e = experiment();
    e.in_flight.reset();
    e.limit = 10;
    e.device.batch = 4;
    auto sim = make_case(e);
    ASSERT_TRUE(sim->machine().run_until(400'000));
    EXPECT_TRUE(sim->end());
    EXPECT_GT(sim->sent(), 0u);
    EXPECT_GT(sim->dropped(), 0u);
    EXPECT_EQ(sim->offered(), sim->sent() + sim->dropped() + sim->workload().queued(sim->control()));
}

TEST_P(DisciplineRuns, StrandNothingWhenTheProducersStop) {
    Experiment e = experiment();
    e.count = 203;
    auto sim = make_case(e);
    EXPECT_FALSE(sim->machine().run_until(1'000'000'000)) << "somebody still works";
    EXPECT_TRUE(sim->workload().finished());
    EXPECT_EQ(sim->sent() + sim->dropped(), 203u);
    EXPECT_TRUE(sim->end());
}

TEST_P(DisciplineRuns, SwitchToEachOther) {
    Experiment e = experiment();
    e.in_flight.reset();
    e.limit = 50;
    auto sim = make_case(e);
    std::uint64_t lost = 0;
    std::size_t switched = 0;
    sim->command([&](SimCase::Ctx& ctx) {
        for (const std::string& next : discipline_ids()) {
            ctx.work(50'000);
            lost += sim->crew().switch_strategy(ctx, e.strategy, {{"discipline", next}, {"limit", "20"}},
                                                sim->worker_contexts(), kForever);
            ++switched;
        }
    });
    ASSERT_TRUE(sim->machine().run_until(20'000'000));
    EXPECT_EQ(switched, discipline_ids().size());
    EXPECT_EQ(lost, 0u);
    EXPECT_TRUE(sim->end());
    EXPECT_EQ(sim->offered(), sim->sent() + sim->dropped() + sim->workload().queued(sim->control()));
}

INSTANTIATE_TEST_SUITE_P(All, DisciplineRuns,
                         testing::Combine(testing::ValuesIn(discipline_ids()),
                                          testing::Values("ticket", "busylock", "llist")),
                         [](const auto& row) {
                             return std::get<0>(row.param) + "_" + std::get<1>(row.param);
                         });

TEST(TokenBucket, LetsTheRateThroughWhateverIsOffered) {
    Experiment e;
    e.discipline = "tbf";
    e.options = {{"rate", "300000"}, {"burst", "10"}};
    e.in_flight.reset();
    auto sim = make_case(e);
    ASSERT_TRUE(sim->machine().run_until(20'000'000));
    EXPECT_LE(sim->sent(), 10 + 6000u + 1);
    EXPECT_GE(sim->sent(), 6000u - 10);
    EXPECT_TRUE(sim->end());
}

/// The cake regression scaled down, with BLUE's clock a hundred times as fast as the kernel's and a shorter
/// queue: what took seconds takes milliseconds of virtual time. Sent in the last of them, packets/s.
double settled_pps(const std::string& strategy, Options changes) {
    changes.insert({{"target-us", "50"}, {"limit", "2048"}});
    Experiment experiment = after_switch(preset_by_id("2025-cake").experiment, strategy, changes);
    experiment.probe = ProbeMode::Off;
    experiment.warmup_s = 0.03;  // 256 steps of 50 us, each flow's turn to be the longest, the first overflow
    experiment.duration_s = 0.01;
    const RunResult result = simulate(experiment);
    EXPECT_EQ(result.balance(), 0);
    return result.transmitted_pps.value_or(0);
}

TEST(CakeCollapse, TheListCollapsesWhereTheBusylockDoesNot) {
    const double busylock = settled_pps("busylock-qspinlock", {});
    const double collapsed = settled_pps("llist", {{"deferred-frees", "off"}});
    EXPECT_GT(busylock, 500e3);
    EXPECT_LT(collapsed, busylock / 10);
    EXPECT_LT(settled_pps("llist", {{"deferred-frees", "off"}, {"limit", "256"}}), busylock / 5)
        << "no remedy";
    EXPECT_GT(settled_pps("llist", {{"deferred-frees", "off"}, {"limit", "8"}}), busylock / 2);
    EXPECT_GT(settled_pps("llist", {{"deferred-frees", "off"}, {"blue", "off"}}), 5 * collapsed);
    EXPECT_GT(settled_pps("llist", {{"deferred-frees", "off"}, {"blue-cap", "0.5"}}), 5 * collapsed);
    EXPECT_GT(settled_pps("llist", {{"deferred-frees", "on"}}), 5 * collapsed);
}

TEST(Presets, RunAndTellTheirStories) {
    std::set<std::string> figures;
    for (const PublishedFigure& figure : published_figures()) figures.insert(figure.id);
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.id);
        Experiment experiment;
        apply_preset(experiment, preset);
        EXPECT_EQ(experiment.preset, preset.id);
        EXPECT_FALSE(preset.summary.empty());
        EXPECT_FALSE(preset.story.empty());
        for (const std::string& figure : preset.figures) EXPECT_EQ(figures.count(figure), 1u) << figure;
        double at = 0;
        for (const PresetStep& step : preset.story)
            experiment.switches.push_back({at += 0.00005, step.strategy, step.options});
        experiment.duration_s = at + 0.00005;
        EXPECT_NO_THROW(validate(experiment));
        if (!simulated(experiment)) continue;
        const RunResult result = simulate(experiment);
        EXPECT_GT(result.transmitted_pps.value_or(0), 0);
        EXPECT_EQ(result.balance(), 0);
        EXPECT_EQ(result.switches.size(), preset.story.size());
        for (const Mark& change : result.switches) EXPECT_EQ(change.lost, 0u);
    }
}

TEST(Presets, AnUnknownOneIsRefusedWithTheKnownOnes) {
    try {
        preset_by_id("nope");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_NE(error.line().find("2010-duyck"), std::string::npos);
    }
}

}  // namespace
}  // namespace spinscope
