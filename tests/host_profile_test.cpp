// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/host_profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/machine/sim/profile_file.h"

namespace spinscope {
namespace {

using testing::HasSubstr;

/// Two packages of two cores with two hardware threads, measured by hand.
HostCalibration hand_measured(const Topology& topology) {
    HostCalibration measured;
    measured.hits = {.cycle_ns = 0.25, .load_ns = 1, .store_ns = 0.3, .update_ns = 5};
    measured.matrix.cpus = topology.usable();
    for (std::size_t i = 0; i < topology.pus().size(); ++i) {
        for (std::size_t j = i + 1; j < topology.pus().size(); ++j) {
            const Pu& a = topology.pus()[i];
            const Pu& b = topology.pus()[j];
            const Distance far = distance(a, b);
            const double one_way = far == Distance::Sibling ? 8 : far == Distance::Socket ? 40 : 120;
            measured.matrix.pairs.push_back(
                {a.os_index, b.os_index, far, {one_way - 2, one_way, one_way + 30}});
        }
    }
    measured.matrix.possible_pairs = measured.matrix.pairs.size();
    return measured;
}

TEST(Spread, IsMedianAndTenths) {
    EXPECT_FALSE(spread_of({}));
    std::vector<double> values;
    for (int i = 0; i <= 100; ++i) values.push_back(100 - i);
    const auto spread = spread_of(values);
    EXPECT_EQ(spread->median, 50);
    EXPECT_EQ(spread->low, 10);
    EXPECT_EQ(spread->high, 90);
    EXPECT_EQ(spread_of({1, 2})->median, 1.5);
}

TEST(HostMatrix, IsOverAllPairsOfADistance) {
    const auto topology = Topology::synthetic("pack:2 [numa] core:2 pu:2");
    const HostMatrix matrix = hand_measured(*topology).matrix;
    EXPECT_EQ(matrix.at(Distance::Sibling)->median, 8);
    EXPECT_EQ(matrix.at(Distance::Remote)->median, 120);
    EXPECT_FALSE(matrix.at(Distance::Cluster));
}

TEST(HostMatrix, MeasuresThisComputer) {
    const auto host = Topology::host();
    double last = 0;
    const HostMatrix matrix = measure_matrix(*host, 0.2, {}, [&](double done) {
        EXPECT_GE(done, 0);
        EXPECT_LE(done, 1);
        last = done;
    });
    const std::size_t cpus = host->usable().size();
    EXPECT_EQ(matrix.cpus.size(), cpus);
    EXPECT_EQ(matrix.possible_pairs, cpus * (cpus - 1) / 2);
    EXPECT_FALSE(matrix.partial);
    if (cpus < 2) GTEST_SKIP() << "one usable CPU";
    ASSERT_FALSE(matrix.pairs.empty());
    EXPECT_GT(last, 0);
    for (const PairLatency& pair : matrix.pairs) {
        EXPECT_GE(pair.rounds.size(), 3u);
        // Faster than a cycle it cannot be; slower than 1 ms no median of a machine in use is.
        EXPECT_GT(spread_of(pair.rounds)->median, 0.2);
        EXPECT_LT(spread_of(pair.rounds)->median, 1e6);
    }
}

TEST(HostMatrix, AStopEndsItAtOnce) {
    std::stop_source stop;
    stop.request_stop();
    const HostMatrix matrix = measure_matrix(*Topology::host(), 60, stop.get_token(), {});
    EXPECT_TRUE(matrix.pairs.empty());
    EXPECT_TRUE(matrix.partial || matrix.possible_pairs == 0);
}

TEST(HostProfile, HasWhatWasMeasuredAndSaysWhatWasNot) {
    const auto topology = Topology::synthetic("pack:2 [numa] core:2 pu:2", "A machine");
    const MachineProfile profile = make_host_profile(*topology, hand_measured(*topology));
    EXPECT_EQ(profile.name, "A machine");
    EXPECT_EQ(profile.shape, "pack:2 [numa] core:2 pu:2");
    EXPECT_EQ(profile.clock_ghz, 4);
    EXPECT_EQ(profile.coherence.update, 5);
    EXPECT_EQ(profile.coherence.owned[static_cast<std::size_t>(Distance::Remote)], 120);
    EXPECT_EQ(profile.coherence.owned[static_cast<std::size_t>(Distance::Cluster)], 40);
    const Provenance* owned = find_provenance(profile, "owned.remote");
    ASSERT_NE(owned, nullptr);
    EXPECT_FALSE(owned->estimate);
    EXPECT_THAT(owned->source, HasSubstr("118.0 to 150.0 ns"));
    EXPECT_TRUE(find_provenance(profile, "modified.remote")->estimate);
    EXPECT_TRUE(find_provenance(profile, "memory_local")->estimate);
    ASSERT_EQ(profile.self_tests.size(), 2u);
    EXPECT_EQ(profile.self_tests[1].published_ns, 120);
}

TEST(HostProfile, KeepsTheDiesOfAPackage) {
    const auto topology = Topology::synthetic("pack:1 l3:4 core:2 pu:1");
    EXPECT_EQ(make_host_profile(*topology, hand_measured(*topology)).shape,
              "pack:1 [numa] die:4 core:2 pu:1");
}

TEST(HostProfile, NeedsTwoCpusAndEachDistance) {
    const auto topology = Topology::synthetic("pack:2 [numa] core:2 pu:2");
    HostCalibration measured = hand_measured(*topology);
    auto& pairs = measured.matrix.pairs;
    pairs.erase(std::remove_if(pairs.begin(), pairs.end(),
                               [](const PairLatency& pair) { return pair.distance == Distance::Remote; }),
                pairs.end());
    EXPECT_THROW(make_host_profile(*topology, measured), Error);
    pairs.clear();
    EXPECT_THROW(make_host_profile(*topology, measured), Error);
}

}  // namespace
}  // namespace spinscope
