// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs on simulated machines: the same seed gives the same bytes, nothing is lost, the experiment is
// followed to the nanosecond.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <utility>

#include "core/base/error.h"
#include "core/engine/registry.h"
#include "core/engine/sim_run.h"
#include "core/record/run_json.h"
#include "tests/support/strategy_names.h"

namespace spinscope {
namespace {

Experiment experiment(unsigned workers = 8, double duration_s = 0.004) {
    Experiment e;
    set_machine(e, "x5570");
    e.workers = workers;
    e.duration_s = duration_s;
    return e;
}

double rate(const std::string& strategy, unsigned workers) {
    Experiment e = experiment(workers, 0.02);
    e.strategy = strategy;
    return simulate(e).transmitted_pps.value();
}

class SimulatedRun : public testing::TestWithParam<StrategyInfo> {};

TEST_P(SimulatedRun, IsTheSameBytesForASeedAndOthersForAnother) {
    Experiment e = experiment();
    e.strategy = GetParam().id;
    if (GetParam().queues > 1) e.queues = 2;  // a worker alone with its queue meets no chance
    const RunResult once = simulate(e);
    EXPECT_EQ(run_json(once), run_json(simulate(e)));
    e.seed = 43;
    // Of the machine itself, not of what the probe samples.
    const RunResult other = simulate(e);
    EXPECT_NE(std::pair(once.packets.offered, once.locks[0].contended),
              std::pair(other.packets.offered, other.locks[0].contended));
}

TEST_P(SimulatedRun, LosesNothingAcrossSwitches) {
    Experiment e = experiment();
    e.strategy = GetParam().id;
    e.limit = 50;
    for (const StrategyInfo& info : simulatable_strategies()) {
        e.switches.push_back({0.0001 * static_cast<double>(e.switches.size() + 1), std::string(info.id), {}});
    }
    const RunResult result = simulate(e);
    EXPECT_EQ(result.balance(), 0);
    ASSERT_EQ(result.switches.size(), simulatable_strategies().size());
    for (const Mark& mark : result.switches) {
        EXPECT_EQ(mark.lost, 0u) << mark.strategy;
        EXPECT_GT(mark.took_ns, 0u) << mark.strategy;
        EXPECT_LT(mark.took_ns, 1'000'000u) << mark.strategy;
    }
    EXPECT_DOUBLE_EQ(result.switches[0].at_s, 0.0001);
}

INSTANTIATE_TEST_SUITE_P(Registry, SimulatedRun, testing::ValuesIn(simulatable_strategies()),
                         strategy_test_name);

TEST(SimulatedRuns, SideBySideAreTheSameAsAlone) {
    const Experiment e = experiment();
    const std::string alone = run_json(simulate(e));
    std::vector<std::string> together(3);
    std::vector<std::thread> threads;
    for (std::string& text : together) threads.emplace_back([&] { text = run_json(simulate(e)); });
    for (std::thread& thread : threads) thread.join();
    for (const std::string& text : together) EXPECT_EQ(text, alone);
}

TEST(SimulatedRuns, ShowTheCollapseAndItsCure) {
    const double four = rate("ticket", 4);
    const double five = rate("ticket", 5);
    const double eight = rate("ticket", 8);
    EXPECT_LT(five, 0.7 * four);  // the second socket
    EXPECT_LT(eight, five);
    EXPECT_GT(rate("busylock", 8), 2.5 * eight);
}

TEST(SimulatedRuns, TellVirtualTimeCostsAndTheirLines) {
    Experiment e = experiment();
    e.costs.produce_ns = 1500;
    const RunResult result = simulate(e);
    EXPECT_DOUBLE_EQ(result.elapsed_s, 0.004);
    EXPECT_FALSE(result.partial);
    EXPECT_GT(result.real_s.value(), 0);
    EXPECT_TRUE(result.run->simulated);
    EXPECT_EQ(result.run->profile->id, "x5570");
    EXPECT_EQ(result.run->experiment.costs.produce_ns, 1500u);
    EXPECT_EQ(result.probe_overhead_percent, 0);
    EXPECT_EQ(result.events_lost, 0u);
    ASSERT_FALSE(result.ledger.empty());
    for (const LedgerRow& row : result.ledger) {
        EXPECT_EQ(row.transfers, row.local + row.remote + row.cold) << row.name;
        for (const auto& pull : row.pulls) EXPECT_LT(std::max(pull.to, pull.from), 8u) << row.name;
    }
    // Producing takes 1200 ns on this CPU: no more packets can be offered than that leaves time for.
    EXPECT_LT(result.packets.offered, 8 * 0.004 / 1200e-9 + 8);
}

TEST(SimulatedRuns, WithTheFullProbeLoseNoEvent) {
    Experiment e = experiment(2, 0.02);
    e.probe = ProbeMode::Full;
    e.costs = {.produce_ns = 0, .enqueue_ns = 0, .dequeue_ns = 0, .driver_ns = 0, .complete_ns = 0};
    EXPECT_EQ(simulate(e).events_lost, 0u);
}

TEST(SimulatedRuns, EndAfterExactlyTheCountedPackets) {
    for (const std::uint64_t count : {1u, 7u, 5'000u}) {
        Experiment e = experiment(3);
        e.duration_s.reset();
        e.count = count;
        const RunResult result = simulate(e);
        EXPECT_EQ(result.packets.offered, count);
        EXPECT_EQ(result.packets.queued, 0u);
        EXPECT_GT(result.elapsed_s, 0);
        EXPECT_LT(result.elapsed_s, 0.1);
    }
}

TEST(SimulatedRuns, LeaveOutTheWarmUp) {
    Experiment e = experiment();
    e.warmup_s = 0.0021;  // beside the times of the snapshots
    const RunResult result = simulate(e);
    EXPECT_NEAR(result.elapsed_s, 0.004, 1e-9);
    EXPECT_NEAR(result.at_s, 0.0061, 1e-9);
    EXPECT_GT(result.carried_in, 0u);
    EXPECT_EQ(result.balance(), 0);
}

TEST(SimulatedRuns, OfferWhatIsAskedFor) {
    Experiment e = experiment(4, 0.05);
    e.offered_pps = 100'000;
    const RunResult result = simulate(e);
    EXPECT_NEAR(static_cast<double>(result.packets.offered) / result.elapsed_s, 100'000, 2'000);
    EXPECT_EQ(result.packets.dropped.total(), 0u);
}

TEST(SimulatedRuns, AreHeldBackByAWireOfItsOwnRate) {
    Experiment e = experiment(2, 0.05);
    e.costs.device_pps = 50'000;
    e.costs.ring = 64;
    const RunResult result = simulate(e);
    // The ring fills at once, then the wire decides; a busy device is looked at again after 1 ms at most.
    EXPECT_LT(result.packets.transmitted, 50'000 * 0.05 + 64 + 1);
    EXPECT_GT(result.packets.transmitted, 50'000 * 0.05 * 0.9);
    EXPECT_EQ(result.balance(), 0);
}

TEST(SimulatedRuns, TakeADriverTimeAsItIsGiven) {
    Experiment e = experiment(1, 0.01);
    e.costs = {.produce_ns = 0, .enqueue_ns = 0, .dequeue_ns = 0, .driver_ns = 10'000, .complete_ns = 0};
    const double scaled = simulate(e).transmitted_pps.value();
    e.costs.driver_as_given = true;
    const double given = simulate(e).transmitted_pps.value();
    EXPECT_NEAR(given, 1e5, 3e3);
    EXPECT_NEAR(scaled, 1.25e5, 4e3);  // x 0.8 on this CPU
}

TEST(SimulatedRuns, StopWhenAsked) {
    std::stop_source stop;
    stop.request_stop();
    const RunResult result = simulate(experiment(8, 1000), stop.get_token());
    EXPECT_TRUE(result.partial);
    EXPECT_EQ(result.balance(), 0);
}

TEST(SimulatedRuns, RefuseWhatMakesNoSense) {
    Experiment e = experiment(17);
    EXPECT_THROW(simulate(e), UsageError);  // 16 CPUs
    e = experiment();
    e.device.kind = "udp";
    EXPECT_THROW(simulate(e), UsageError);
    e = experiment();
    e.costs.ring = 0;
    EXPECT_THROW(simulate(e), UsageError);
    e = experiment();
    e.machine = "x5571";
    EXPECT_THROW(simulate(e), UsageError);
    e = experiment();
    e.strategy = "llist";
    e.options = {{"burst-limit", "many"}};
    EXPECT_THROW(simulate(e), UsageError);
    set_machine(e, "host");
    EXPECT_THROW(simulate(e), UsageError);
    e = Experiment{};
    e.device.kind = "modelled";
    EXPECT_THROW(validate(e), UsageError);
    e = Experiment{};
    e.costs.produce_ns = 1;
    EXPECT_THROW(validate(e), UsageError);
}

TEST(SetMachine, GivesEachMachineItsDefaults) {
    Experiment e;
    e.cpus = {0, 1};
    e.device.kind = "null";
    set_machine(e, "e5450");
    EXPECT_EQ(e.device.kind, "modelled");
    EXPECT_EQ(e.waiting, Waiting::Spin);
    EXPECT_EQ(e.placement, "cores-first");
    EXPECT_FALSE(e.in_flight);
    EXPECT_TRUE(e.cpus.empty());
    e.costs.ring = 7;
    e.strategy = "mcs";
    set_machine(e, "x5570");
    EXPECT_EQ(e.costs.ring, 7u);
    set_machine(e, "host");
    Experiment host;
    host.strategy = "mcs";
    EXPECT_EQ(e, host);
}

}  // namespace
}  // namespace spinscope
