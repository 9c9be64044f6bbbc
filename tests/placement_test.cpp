// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/placement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace spinscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<unsigned> place(const Topology& topology, const std::string& policy,
                            std::optional<unsigned> workers = {}) {
    return plan_placement(topology, {.workers = workers, .policy = policy, .cpus = {}}).cpus;
}

Placement place_on(const Topology& topology, const std::vector<unsigned>& cpus,
                   std::optional<unsigned> workers = {}) {
    return plan_placement(topology, {.workers = workers, .policy = "compact", .cpus = cpus});
}

TEST(CpuList, ReadsRangesAndStrides) {
    EXPECT_THAT(parse_cpu_list("0,2-6:2"), ElementsAre(0, 2, 4, 6));
    EXPECT_THAT(parse_cpu_list(" 3 , 0-1 "), ElementsAre(3, 0, 1));
    EXPECT_THAT(parse_cpu_list("1,1"), ElementsAre(1, 1));
    EXPECT_THAT(parse_cpu_list("0-5:4294967295"), ElementsAre(0));
}

TEST(CpuList, WritesShortLists) {
    EXPECT_EQ(format_cpu_list({0, 1, 2, 3, 8}), "0-3,8");
    EXPECT_EQ(format_cpu_list({0, 2, 4, 6}), "0-6:2");
    EXPECT_EQ(format_cpu_list({7, 2}), "7,2");
    EXPECT_EQ(format_cpu_list({}), "");
    EXPECT_EQ(cpu_words({1, 0, 1}), "CPUs 0–1");
    EXPECT_EQ(cpu_words({4}), "CPU 4");
    EXPECT_EQ(cpu_words({}), "no CPU");
}

TEST(CpuList, RoundTripsAnything) {
    std::mt19937 random(42);
    for (int round = 0; round < 500; ++round) {
        std::vector<unsigned> cpus(1 + random() % 12);
        for (unsigned& cpu : cpus) cpu = static_cast<unsigned>(random() % 10);
        ASSERT_EQ(parse_cpu_list(format_cpu_list(cpus)), cpus);
    }
}

TEST(CpuList, NamesTheOffendingPart) {
    for (const char* bad :
         {"", ",", "0,", "x", "-1", "3-1", "0-4:0", "4:2", "1 2", "99999999999", "0-70000", "1-"}) {
        EXPECT_THROW(parse_cpu_list(bad), UsageError) << bad;
    }
    try {
        parse_cpu_list("0,3-1");
    } catch (const UsageError& error) {
        EXPECT_THAT(error.line(), HasSubstr("\"3-1\""));
    }
}

TEST(Placement, CompactFillsCoreAfterCore) {
    const auto topology = Topology::synthetic("pack:2 core:2 pu:2(indexes=0,4,1,5,2,6,3,7)");
    EXPECT_THAT(place(*topology, "compact"), ElementsAre(0, 4, 1, 5, 2, 6, 3, 7));
    EXPECT_THAT(place(*topology, "compact", 3), ElementsAre(0, 4, 1));
}

TEST(Placement, ScatterGoesRoundPackagesThenCoresThenThreads) {
    const auto topology = Topology::synthetic("pack:2 core:2 pu:2");
    EXPECT_THAT(place(*topology, "scatter"), ElementsAre(0, 4, 2, 6, 1, 5, 3, 7));
}

TEST(Placement, OnePerCoreTakesTheFirstThreadOfEach) {
    const auto topology = Topology::synthetic("pack:2 core:4 pu:2");
    EXPECT_THAT(place(*topology, "one-per-core"), ElementsAre(0, 2, 4, 6, 8, 10, 12, 14));
}

TEST(Placement, CoresFirstGoesOnWithTheSecondThreads) {
    const auto topology = Topology::synthetic("pack:2 core:2 pu:2");
    EXPECT_THAT(place(*topology, "cores-first"), ElementsAre(0, 2, 4, 6, 1, 3, 5, 7));
}

TEST(Placement, NodeStaysOnItsNode) {
    const auto topology = Topology::synthetic("pack:2 [numa] core:2 pu:2");
    EXPECT_THAT(place(*topology, "node:1"), ElementsAre(4, 5, 6, 7));
    EXPECT_THROW(place(*topology, "node:2"), UsageError);
    EXPECT_THROW(place(*topology, "node:x"), UsageError);
    EXPECT_THROW(place(*topology, "node:"), UsageError);
}

TEST(Placement, UnknownPolicyAndNoWorkersAreUsageErrors) {
    const auto topology = Topology::synthetic("core:2 pu:1");
    EXPECT_THROW(place(*topology, "random"), UsageError);
    EXPECT_THROW(place(*topology, "compact", 0), UsageError);
}

TEST(Placement, MoreWorkersThanCpusGoRoundAndSaySo) {
    const auto topology = Topology::synthetic("core:2 pu:1");
    const Placement placement = plan_placement(*topology, {.workers = 5, .policy = "compact", .cpus = {}});
    EXPECT_THAT(placement.cpus, ElementsAre(0, 1, 0, 1, 0));
    EXPECT_TRUE(placement.oversubscribed);
    EXPECT_EQ(placement.distinct, 2u);
    ASSERT_EQ(placement.notes.size(), 1u);
    EXPECT_EQ(placement.notes[0].what,
              "5 workers share 2 CPUs: waits of 1 ms and more are the scheduler, not the lock");
    EXPECT_EQ(placement.notes[0].remedy, "Set 2 workers to measure the lock.");
}

TEST(Placement, AsManyWorkersAsCpusIsNotOversubscribed) {
    const Placement placement = plan_placement(*Topology::synthetic("core:2 pu:2"), {});
    EXPECT_EQ(placement.cpus.size(), 4u);
    EXPECT_FALSE(placement.oversubscribed);
    EXPECT_THAT(placement.notes, IsEmpty());
}

TEST(Placement, EveryPolicyUsesEachOf480CpusOnce) {
    const auto topology = Topology::synthetic("pack:2 group:3 core:40 pu:2");
    for (const char* policy : {"compact", "scatter"}) {
        const auto cpus = place(*topology, policy);
        EXPECT_EQ(std::set<unsigned>(cpus.begin(), cpus.end()).size(), 480u) << policy;
    }
    EXPECT_EQ(place(*topology, "one-per-core").size(), 240u);
}

TEST(Placement, TheListIsTakenAsWritten) {
    const auto topology = Topology::synthetic("core:8 pu:1");
    EXPECT_THAT(place_on(*topology, {5, 1, 5}).cpus, ElementsAre(5, 1, 5));
    EXPECT_THAT(place_on(*topology, {5, 1}, 3).cpus, ElementsAre(5, 1, 5));
    EXPECT_THAT(place_on(*topology, {5, 1}, 1).cpus, ElementsAre(5));
}

TEST(Placement, AStrongCpuIsNotMixedWithWeakOnesSilently) {
    const auto topology = Topology::from_xml(SPINSCOPE_TEST_DATA "/hybrid.xml");
    const Placement strong = plan_placement(*topology, {.workers = 16, .policy = "scatter", .cpus = {}});
    for (unsigned cpu : strong.cpus) EXPECT_EQ(topology->find(cpu)->kind, "P");
    EXPECT_THAT(strong.notes, IsEmpty());
    const Placement mixed = plan_placement(*topology, {.workers = 17, .policy = "compact", .cpus = {}});
    EXPECT_EQ(topology->find(mixed.cpus.back())->kind, "E");
    ASSERT_EQ(mixed.notes.size(), 1u);
    EXPECT_EQ(mixed.notes[0].line(),
              "The workers run on CPUs of different kinds: 16 P, 1 E. "
              "Set 16 workers or fewer to stay on one kind.");
    EXPECT_THAT(place(*topology, "one-per-core"), ElementsAre(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22));
}

/// A machine of 4 CPUs of which this process may use 0-1 only.
class RestrictedMachine : public testing::Test {
 protected:
    std::shared_ptr<const Topology> topology_ = Topology::from_xml(SPINSCOPE_TEST_DATA "/restricted.xml");
};

TEST_F(RestrictedMachine, ARefusedCpuIsReplacedAndReported) {
    const Placement placement = place_on(*topology_, {3, 0});
    EXPECT_THAT(placement.cpus, ElementsAre(1, 0));
    EXPECT_FALSE(placement.oversubscribed);
    ASSERT_EQ(placement.refusals.size(), 1u);
    EXPECT_EQ(placement.refusals[0].what,
              "CPU 3 was refused: this process may use CPUs 0–1 only (taskset or cpuset)");
    EXPECT_EQ(placement.refusals[0].remedy,
              "Worker 0 runs on CPU 1. Choose CPUs 0–1, or start Spinscope without the mask.");
}

TEST_F(RestrictedMachine, EachRefusedCpuIsReportedOnce) {
    const Placement placement = place_on(*topology_, {3, 2, 3, 99});
    EXPECT_THAT(placement.cpus, ElementsAre(0, 1, 0, 1));
    EXPECT_TRUE(placement.oversubscribed);
    EXPECT_EQ(placement.distinct, 2u);
    ASSERT_EQ(placement.refusals.size(), 3u);
    EXPECT_THAT(placement.refusals[2].what, HasSubstr("CPU 99 was refused: this machine has CPUs 0–3 only"));
}

TEST_F(RestrictedMachine, PoliciesOfferUsableCpusOnly) {
    EXPECT_THAT(place(*topology_, "compact"), ElementsAre(0, 1));
    EXPECT_THAT(place(*topology_, "scatter"), ElementsAre(0, 1));
    EXPECT_THAT(place(*topology_, "one-per-core"), ElementsAre(0));
    EXPECT_THROW(place(*topology_, "node:1"), Error);
}

}  // namespace
}  // namespace spinscope
