// SPDX-License-Identifier: GPL-3.0-or-later
// Every strategy on simulated machines of several sizes: nothing is lost, nothing hangs, a switch works, and
// a seed gives the same run everywhere.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "core/topology/placement.h"
#include "tests/support/sim_case.h"
#include "tests/support/strategy_names.h"

namespace spinscope {
namespace {

struct Shape {
    std::string profile;
    unsigned cpus;
};
void PrintTo(const Shape& shape, std::ostream* out) {
    *out << shape.cpus << " of " << shape.profile;
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const StrategyInfo& info : simulatable_strategies()) all.emplace_back(info.id);
    return all;
}

std::unique_ptr<SimCase> make_case(const Shape& shape, const Experiment& experiment) {
    const ProfilePtr profile = load_profile(shape.profile);
    const auto topology = topology_of(*profile);
    const Placement placement = plan_placement(*topology, {shape.cpus, "one-per-core", {}});
    return std::make_unique<SimCase>(profile, topology, placement.cpus, experiment);
}

/// Conservation, at any moment: what a worker has in its hands is between offered and done.
void expect_balance(SimCase& sim) {
    const std::uint64_t done = sim.sent() + sim.dropped();
    EXPECT_LE(done, sim.offered());
    std::uint64_t completed = 0;
    for (unsigned i = 0; i < sim.workers(); ++i) completed += sim.workload().completed(i);
    EXPECT_LE(completed, sim.sent());
}
void expect_exact_balance(SimCase& sim) {
    EXPECT_EQ(sim.offered(), sim.sent() + sim.dropped() + sim.workload().queued(sim.control()));
    std::uint64_t completed = 0;
    for (unsigned i = 0; i < sim.workers(); ++i) completed += sim.workload().completed(i);
    EXPECT_EQ(completed, sim.sent());
}

class SimStrategies : public testing::TestWithParam<std::tuple<std::string, Shape>> {
 protected:
    std::string strategy() const { return std::get<0>(GetParam()); }
    Shape shape() const { return std::get<1>(GetParam()); }
    std::unique_ptr<SimCase> make(bool open_loop) const {
        Experiment e;
        e.strategy = strategy();
        if (open_loop) e.in_flight.reset();
        return make_case(shape(), e);
    }
};

TEST_P(SimStrategies, LoseNothing) {
    for (const bool open_loop : {false, true}) {
        auto sim = make(open_loop);
        for (std::uint64_t at = 50'000; at <= 500'000; at += 50'000) {
            ASSERT_TRUE(sim->machine().run_until(at));
            expect_balance(*sim);
        }
        EXPECT_TRUE(sim->end());
        EXPECT_GE(sim->offered(), shape().cpus);
        EXPECT_GT(sim->sent() + sim->dropped(), 0u);
        expect_exact_balance(*sim);
    }
}

TEST_P(SimStrategies, SwitchWhileTheyRun) {
    auto sim = make(true);
    const std::vector<std::string> others{"busylock", "llist", strategy(), "mcs", "ticket"};
    std::uint64_t switched = 0;
    std::uint64_t lost = 0;
    sim->command([&](SimCase::Ctx& ctx) {
        for (const std::string& next : others) {
            ctx.work(40'000);
            lost += sim->crew().switch_strategy(ctx, next, {}, sim->worker_contexts(), kForever);
            ++switched;
        }
    });
    ASSERT_TRUE(sim->machine().run_until(20'000'000));
    EXPECT_EQ(switched, others.size());
    EXPECT_EQ(lost, 0u);
    EXPECT_TRUE(sim->end());
    expect_exact_balance(*sim);
}

TEST_P(SimStrategies, DrainWhenTheProducersStop) {
    Experiment e;
    e.strategy = strategy();
    e.count = 20 * shape().cpus + 1;
    auto sim = make_case(shape(), e);
    // Everybody waits for ever then.
    EXPECT_FALSE(sim->machine().run_until(1'000'000'000));
    EXPECT_TRUE(sim->workload().finished());
    EXPECT_EQ(sim->offered(), *e.count);
    EXPECT_EQ(sim->sent() + sim->dropped(), *e.count);
    EXPECT_TRUE(sim->end());
}

std::string test_name(const testing::TestParamInfo<SimStrategies::ParamType>& info) {
    std::string name = std::get<0>(info.param) + "_" + std::to_string(std::get<1>(info.param).cpus);
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, SimStrategies,
                         testing::Combine(testing::ValuesIn(names()),
                                          testing::Values(Shape{"x5570", 2}, Shape{"e5450", 8},
                                                          Shape{"granite-rapids", 64})),
                         test_name);

/// FNV-1a over everything a run leaves behind.
class Fingerprint {
 public:
    void add(std::uint64_t value) {
        for (unsigned i = 0; i < 8; ++i) {
            hash_ = (hash_ ^ (value >> (8 * i) & 0xff)) * 0x100000001b3u;
        }
    }
    void add(const std::string& text) {
        for (const char c : text) add(static_cast<unsigned char>(c));
    }
    std::uint64_t value() const { return hash_; }

 private:
    std::uint64_t hash_ = 0xcbf29ce484222325u;
};

std::uint64_t fingerprint(const Shape& shape, const std::string& strategy, std::uint64_t seed) {
    Experiment e;
    e.strategy = strategy;
    e.seed = seed;
    auto sim = make_case(shape, e);
    sim->machine().run_until(300'000);
    Fingerprint print;
    print.add(sim->machine().transactions());
    for (unsigned i = 0; i < sim->workers(); ++i) {
        const WorkerCounters& counters = sim->counters(i);
        print.add(counters.offered.get());
        print.add(counters.transmitted.get());
        for (const auto& lock : counters.locks) print.add(lock.handoffs.get());
        for (const auto& histogram : counters.wait) {
            Histogram wait;
            histogram.read(wait);
            print.add(wait.sum());
        }
    }
    for (const LedgerCounts& row : sim->machine().ledger().rows()) {
        print.add(row.name);
        print.add(row.transfers);
        print.add(row.remote);
        for (const auto& pull : row.pulls) print.add(pull.to << 16 | pull.from);
    }
    return print.value();
}

std::uint64_t fingerprint_of_all(std::uint64_t seed) {
    Fingerprint all;
    for (const Shape& shape : {Shape{"x5570", 8}, Shape{"e5450", 8}, Shape{"granite-rapids", 80}}) {
        for (const std::string& name : names()) all.add(fingerprint(shape, name, seed));
    }
    return all.value();
}

TEST(SimDeterminism, TheSameSeedIsTheSameRun) {
    const Shape shape{"x5570", 8};
    for (const std::string& name : names()) {
        const std::uint64_t once = fingerprint(shape, name, 42);
        // Other memory and other fibers in between.
        const auto other = make_case({"granite-rapids", 16}, {});
        other->machine().run_until(10'000);
        EXPECT_EQ(once, fingerprint(shape, name, 42)) << name;
        // Where nobody meets anybody, chance has nothing to decide.
        if (find_strategy(name)->queues == 1) {
            EXPECT_NE(once, fingerprint(shape, name, 43)) << name;
        }
    }
}

/// The same with every compiler and every optimisation. It changes with the model, a profile or a strategy,
/// and with nothing else: where it does, the new value belongs into the same commit.
TEST(SimDeterminism, EveryCompilerMakesTheSameRun) {
    constexpr std::uint64_t kGolden = 14745764940012814215u;
    EXPECT_EQ(fingerprint_of_all(42), kGolden);
}

}  // namespace
}  // namespace spinscope
