// SPDX-License-Identifier: GPL-3.0-or-later
// What a packet costs in read-modify-writes and in handoffs of the root lock, by strategy: exact where one
// CPU sends alone, by shape where eight of them fight; and who has to wait how long then.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/topology/placement.h"
#include "tests/support/sim_case.h"
#include "tests/support/strategy_names.h"

namespace spinscope {
namespace {

constexpr unsigned kCrowd = 8;

std::unique_ptr<SimCase> make_case(unsigned cpus, const Experiment& experiment) {
    const ProfilePtr profile = load_profile("x5570");
    const auto topology = topology_of(*profile);
    const Placement placement = plan_placement(*topology, {cpus, "one-per-core", {}});
    return std::make_unique<SimCase>(profile, topology, placement.cpus, experiment, experiment.costs);
}
std::uint64_t updates(SimCase& sim) {
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < sim.workers(); ++i) sum += sim.machine().updates(i);
    return sum;
}
std::uint64_t root_handoffs(SimCase& sim) {
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < sim.workers(); ++i) {
        const auto& locks = sim.counters(i).locks;
        sum += locks[Site::Root].handoffs.get() + locks[Site::Relock].handoffs.get();
    }
    return sum;
}

/// The read-modify-writes of one packet that meets nobody, as its queue is made: the root lock and its
/// relock, the tx lock, RUNNING where it is a bit of a shared word, and the gate. Without a root lock:
/// ownership taken and given back with a fence, and the tx lock.
std::uint64_t alone(const StrategyInfo& info) {
    if (info.lock == "none") return 3;
    const std::uint64_t lock = info.lock == "mcs" ? 2 : 1;  // MCS asks at the release whether somebody came
    const std::uint64_t running = info.layout.starts_with("2.6.34") ? 2 : 0;
    const std::uint64_t gate = info.gate == "enqueue-lock" ? 1 : info.gate == "llist" ? 2 : 0;
    return 2 * lock + 1 + running + gate;
}

class SimCounts : public testing::TestWithParam<StrategyInfo> {};

TEST_P(SimCounts, APacketAloneTakesTheReadModifyWritesOfItsPieces) {
    constexpr std::uint64_t kPackets = 500;
    Experiment experiment;
    experiment.strategy = GetParam().id;
    experiment.count = kPackets;
    const auto sim = make_case(1, experiment);
    EXPECT_FALSE(sim->machine().run_until(1'000'000'000));
    ASSERT_EQ(sim->sent(), kPackets);
    // One more each: a packet's way back to its producer.
    EXPECT_EQ(updates(*sim), kPackets * (alone(GetParam()) + 1));
    EXPECT_EQ(root_handoffs(*sim), 0u);
}

INSTANTIATE_TEST_SUITE_P(Registry, SimCounts, testing::ValuesIn(simulatable_strategies()),
                         strategy_test_name);

/// Per transmitted packet, eight CPUs offering all the time.
struct PerPacket {
    double updates;   ///< without a packet's way back
    double handoffs;  ///< of the root lock
    double dropped;
};
PerPacket crowded(const std::string& strategy) {
    constexpr std::uint64_t kWarmup = 1'000'000;
    Experiment experiment;
    experiment.strategy = strategy;
    experiment.in_flight.reset();
    const auto sim = make_case(kCrowd, experiment);
    sim->machine().run_until(kWarmup);
    const std::uint64_t updates_then = updates(*sim), handoffs_then = root_handoffs(*sim);
    const std::uint64_t sent_then = sim->sent(), dropped_then = sim->dropped();
    sim->machine().run_until(4 * kWarmup);
    const auto sent = static_cast<double>(sim->sent() - sent_then);
    const auto dropped = static_cast<double>(sim->dropped() - dropped_then);
    const auto updated = static_cast<double>(updates(*sim) - updates_then);
    const auto handed = static_cast<double>(root_handoffs(*sim) - handoffs_then);
    // The way back is one, or two where a drop is counted.
    return {(updated - sent - 2 * dropped) / sent, handed / sent, dropped / sent};
}

TEST(SimCountsInACrowd, BehindAFifoLockTheOwnerWaitsForEverybody) {
    for (const char* strategy : {"ticket", "mcs", "clh", "qspinlock", "priority-relock"}) {
        const PerPacket packet = crowded(strategy);
        EXPECT_NEAR(packet.handoffs, kCrowd, 0.5) << strategy;
        // Those who bounce off the owner's flag do not enqueue.
        if (strategy == std::string("priority-relock")) {
            EXPECT_LT(packet.dropped, 2.0);
        } else {
            EXPECT_GT(packet.dropped, kCrowd - 2.5) << strategy;
        }
    }
}
TEST(SimCountsInACrowd, AGateOrALentTurnLeavesTheOwnerFewToWaitFor) {
    EXPECT_LT(crowded("enqueue-lock").handoffs, 2.2);
    EXPECT_LT(crowded("busylock").handoffs, 2.2);
    EXPECT_LT(crowded("greedy-ticket").handoffs, kCrowd / 2.0);
}
TEST(SimCountsInACrowd, OneTakesTheListForMany) {
    const PerPacket packet = crowded("llist");
    // By packets taken from producers: most are dropped here, a list at a time.
    EXPECT_LT(packet.handoffs / (1 + packet.dropped), 0.5);
}
TEST(SimCountsInACrowd, ReadModifyWritesAreThoseOfTheStepsTaken) {
    // Of each packet that comes to the queue: root lock, the try for RUNNING where it is atomic, gate. Of
    // each that is sent: tx lock and relock.
    const std::map<std::string, double> arriving{{"ticket", 2},       {"clh", 2},      {"mcs", 2},
                                                 {"enqueue-lock", 3}, {"busylock", 2}, {"greedy-ticket", 2}};
    for (const auto& [strategy, each] : arriving) {
        const PerPacket packet = crowded(strategy);
        EXPECT_NEAR(packet.updates, each * (1 + packet.dropped) + 2, 0.5) << strategy;
    }
}

/// The longest wait of each producer, of 3 ms with a device that takes no time.
std::vector<std::uint64_t> longest_waits(const std::string& strategy) {
    Experiment experiment;
    experiment.strategy = strategy;
    experiment.in_flight.reset();
    experiment.costs.driver_ns = 0;
    const auto sim = make_case(kCrowd, experiment);
    std::vector<std::uint64_t> calls(kCrowd);
    for (std::uint64_t at = 1'000'000; at <= 3'000'000; at += 1'000'000) {
        sim->machine().run_until(at);
        for (unsigned i = 0; i < kCrowd; ++i) {
            const std::uint64_t now = sim->counters(i).calls.get();
            EXPECT_GT(now, calls[i]) << strategy << ": producer " << i << " stands still";
            calls[i] = now;
        }
    }
    std::vector<std::uint64_t> longest;
    for (unsigned i = 0; i < kCrowd; ++i) {
        const WorkerCounters& counters = sim->counters(i);
        const std::uint64_t since = counters.wait_since.get();
        std::uint64_t most = since == 0 ? 0 : sim->machine().now() - since;
        for (const auto& histogram : counters.wait) {
            Histogram wait;
            histogram.read(wait);
            most = std::max(most, wait.max());
        }
        longest.push_back(most);
        testing::Test::RecordProperty(strategy + " producer " + std::to_string(i) + " ns",
                                      std::to_string(most));
    }
    return longest;
}
TEST(Starvation, NobodyStandsStillThoughTheDeviceTakesNoTime) {
    const auto worst = [](const std::vector<std::uint64_t>& waits) {
        return *std::max_element(waits.begin(), waits.end());
    };
    const std::uint64_t ticket = worst(longest_waits("ticket"));
    const std::uint64_t greedy = worst(longest_waits("greedy-ticket"));
    // Passed by an owner at each turn, no more.
    EXPECT_LT(greedy, 2 * ticket);
    // Producers that bounce start again at the end of the line: it can be long, and it ends.
    for (const char* strategy : {"priority-relock", "priority-relock-tas"}) {
        const std::uint64_t bounced = worst(longest_waits(strategy));
        EXPECT_GT(bounced, 10 * ticket) << strategy;
        EXPECT_LT(bounced, 1'000'000u) << strategy;
    }
}

}  // namespace
}  // namespace spinscope
