// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/sim/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/base/error.h"
#include "core/machine/sim/builtin_profiles.h"
#include "core/machine/sim/profile_fields.h"
#include "core/machine/sim/profile_file.h"

namespace spinscope {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

std::string text_of(const std::string& id) {
    for (const BuiltinProfile& file : builtin_profiles()) {
        if (file.name == id + ".json") return std::string(file.text);
    }
    ADD_FAILURE() << id;
    return {};
}

std::string replaced(std::string text, const std::string& old, const std::string& with) {
    const auto at = text.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    if (at != std::string::npos) text.replace(at, old.size(), with);
    return text;
}

Distance between(const std::string& profile, unsigned a, unsigned b) {
    const auto machine = topology_of(*load_profile(profile));
    return distance(machine->pus().at(a), machine->pus().at(b));
}

TEST(Profiles, TheMachinesOfTheFiguresAreThereOldestFirst) {
    std::vector<std::string> ids;
    for (const ProfilePtr& profile : machine_profiles()) ids.push_back(profile->id);
    for (const char* id : {"e5450", "x5570", "westmere-ep", "broadwell-ep", "cascade-lake", "ice-lake",
                           "epyc-rome", "epyc-milan", "granite-rapids"}) {
        EXPECT_THAT(ids, Contains(id));
    }
    EXPECT_EQ(std::set(ids.begin(), ids.end()).size(), ids.size());
    EXPECT_TRUE(std::is_sorted(machine_profiles().begin(), machine_profiles().end(),
                               [](const auto& a, const auto& b) { return a->year < b->year; }));
}

TEST(Profiles, TheFileIsNamedAsTheMachine) {
    for (const BuiltinProfile& file : builtin_profiles()) {
        EXPECT_EQ(parse_profile(std::string(file.text), "test").id + ".json", file.name);
    }
}

TEST(Profiles, NumbersAreThoseOfTheFile) {
    const CoherenceParameters& e5450 = load_profile("e5450")->coherence;
    const auto at = [](const PerDistance<double>& values, Distance d) {
        return values[static_cast<std::size_t>(d)];
    };
    EXPECT_EQ(at(e5450.modified, Distance::Cluster), 13);
    EXPECT_EQ(at(e5450.modified, Distance::Socket), 38);
    EXPECT_EQ(at(e5450.modified, Distance::Remote), 59);
    ASSERT_TRUE(e5450.bus);
    EXPECT_EQ(e5450.bus->snoop_lookup, 3.75);
    EXPECT_TRUE(e5450.bus->serialise);

    const auto x5570 = load_profile("x5570");
    EXPECT_EQ(x5570->compute_factor, 0.8);
    EXPECT_EQ(at(x5570->coherence.owned, Distance::Socket), 28);
    EXPECT_EQ(at(x5570->coherence.owned, Distance::Remote), 67);
    EXPECT_EQ(at(x5570->coherence.modified, Distance::Remote), 105);
    EXPECT_EQ(at(x5570->coherence.occupancy, Distance::Remote), 20);
    EXPECT_EQ(x5570->coherence.update, 6.8);
    EXPECT_EQ(x5570->coherence.per_sharer, 1);
    EXPECT_FALSE(x5570->coherence.bus);
}

TEST(Profiles, ADistanceTheMachineLacksCostsWhatTheNextOneDoes) {
    const CoherenceParameters& x5570 = load_profile("x5570")->coherence;
    for (const LatencyField& field : kLatencyFields) {
        const auto& values = x5570.*field.member;
        EXPECT_EQ(values[static_cast<std::size_t>(Distance::Cluster)],
                  values[static_cast<std::size_t>(Distance::Socket)])
            << field.name;
    }
}

TEST(Profiles, EveryNumberHasASource) {
    for (const ProfilePtr& profile : machine_profiles()) {
        SCOPED_TRACE(profile->id);
        const auto sourced = [&](const std::string& parameter) {
            const Provenance* found = find_provenance(*profile, parameter);
            return found != nullptr && !found->source.empty() && !found->values.empty();
        };
        EXPECT_TRUE(sourced("compute_factor"));
        EXPECT_TRUE(sourced("modified.remote"));
        for (const CostField& field : kCostFields)
            EXPECT_TRUE(sourced(std::string(field.name))) << field.name;
        EXPECT_FALSE(profile->self_tests.empty());
    }
}

TEST(Profiles, FartherIsNeverNearer) {
    for (const ProfilePtr& profile : machine_profiles()) {
        for (const LatencyField& field : kLatencyFields) {
            const auto& values = profile->coherence.*field.member;
            EXPECT_TRUE(std::is_sorted(values.begin(), values.end())) << profile->id << " " << field.name;
        }
        EXPECT_GT(profile->coherence.load, 0) << profile->id;
    }
}

TEST(Profiles, TheShapeGivesDistances) {
    EXPECT_EQ(between("e5450", 0, 0), Distance::Self);
    EXPECT_EQ(between("e5450", 0, 1), Distance::Cluster);
    EXPECT_EQ(between("e5450", 0, 2), Distance::Socket);
    EXPECT_EQ(between("e5450", 0, 4), Distance::Remote);
    EXPECT_EQ(between("x5570", 0, 1), Distance::Sibling);
    EXPECT_EQ(between("x5570", 0, 2), Distance::Socket);
    EXPECT_EQ(between("x5570", 0, 8), Distance::Remote);
    EXPECT_EQ(between("epyc-rome", 0, 6), Distance::Cluster);
    EXPECT_EQ(between("epyc-rome", 0, 8), Distance::Socket);
    EXPECT_EQ(between("granite-rapids", 0, 79), Distance::Cluster);
    EXPECT_EQ(between("granite-rapids", 0, 80), Distance::Socket);
    EXPECT_EQ(between("granite-rapids", 0, 240), Distance::Remote);
}

TEST(Profiles, ClustersAreCountedOverTheMachine) {
    const auto machine = topology_of(*load_profile("granite-rapids"));
    EXPECT_EQ(machine->pus().size(), 480u);
    EXPECT_EQ(machine->pus().front().cluster, 0u);
    EXPECT_EQ(machine->pus().back().cluster, 5u);
    EXPECT_EQ(machine->pus().back().numa_node, 1u);
    EXPECT_EQ(machine->name(), load_profile("granite-rapids")->name);
    EXPECT_EQ(topology_of(*load_profile("x5570"))->pus().front().cluster, std::nullopt)
        << "an L3 over the whole package divides nothing";
    EXPECT_EQ(topology_of(*load_profile("epyc-rome"))->pus().back().cluster, 31u);
    EXPECT_EQ(Topology::synthetic("pack:1 core:4 l2:1 pu:2")->pus().front().cluster, std::nullopt)
        << "an L2 of one core is no cluster";
}

TEST(Profiles, WhatIsWrittenReadsBack) {
    for (const ProfilePtr& profile : machine_profiles()) {
        SCOPED_TRACE(profile->id);
        const std::string text = profile_text(*profile);
        const MachineProfile again = parse_profile(text, "test");
        EXPECT_EQ(profile_text(again), text);
        for (const LatencyField& field : kLatencyFields) {
            EXPECT_EQ(again.coherence.*field.member, profile->coherence.*field.member) << field.name;
        }
        for (const CostField& field : kCostFields) {
            EXPECT_EQ(again.coherence.*field.member, profile->coherence.*field.member) << field.name;
        }
        ASSERT_EQ(again.provenance.size(), profile->provenance.size());
        for (std::size_t i = 0; i < again.provenance.size(); ++i) {
            EXPECT_EQ(again.provenance[i].parameter, profile->provenance[i].parameter);
            EXPECT_EQ(again.provenance[i].values, profile->provenance[i].values);
            EXPECT_EQ(again.provenance[i].source, profile->provenance[i].source);
            EXPECT_EQ(again.provenance[i].estimate, profile->provenance[i].estimate);
        }
        EXPECT_EQ(again.self_tests.size(), profile->self_tests.size());
        EXPECT_EQ(again.coherence.bus.has_value(), profile->coherence.bus.has_value());
    }
}

TEST(Profiles, AFileOfOnesOwn) {
    const auto path = std::filesystem::path(testing::TempDir()) / "spinscope_profile_test.json";
    std::ofstream(path) << replaced(text_of("x5570"), "\"id\": \"x5570\"", "\"id\": \"mine\"");
    EXPECT_EQ(load_profile(path.string())->id, "mine");
    std::filesystem::remove(path);
}

TEST(Profiles, AnUnknownMachineIsRefusedWithTheChoices) {
    try {
        load_profile("x5571");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_THAT(error.line(),
                    AllOf(HasSubstr("There is no machine \"x5571\""), HasSubstr("e5450, x5570")));
    }
}

struct Mistake {
    std::string old, with, message;
};

class Refused : public testing::TestWithParam<Mistake> {};

TEST_P(Refused, SaysTheFileTheFieldAndWhatItTakes) {
    const std::string text = replaced(text_of("x5570"), GetParam().old, GetParam().with);
    try {
        parse_profile(text, "mine.json");
        FAIL() << GetParam().message;
    } catch (const UsageError& error) {
        EXPECT_THAT(error.line(), AllOf(HasSubstr("mine.json"), HasSubstr(GetParam().message)));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Profiles, Refused,
    testing::Values(
        Mistake{"{", "", "is not JSON: parse error at line 2"},
        Mistake{"machine/1", "machine/9", "schema takes"},
        Mistake{"\"year\": 2009", "\"year\": \"2009\"", "year takes a year"},
        Mistake{"\"id\": \"x5570\",", "", "id is missing"},
        Mistake{"pack:2", "pack:0", "shape takes an hwloc"},
        Mistake{"\"costs\": {", "\"costs\": {\"lod\": [1, \"molka\"], ", "costs.lod is not a field"},
        Mistake{"\"load\": [1.36, \"molka\"],", "", "costs.load is missing"},
        Mistake{"[1.36, \"molka\"]", "1.36", "costs.load takes a pair: [ns, \"source\"]"},
        Mistake{"[1.36, \"molka\"]", "[-1, \"molka\"]", "costs.load takes a number from 0"},
        Mistake{"[1.36, \"molka\"]", "[\"fast\", \"molka\"]", "costs.load takes a number from 0"},
        Mistake{"[1.36, \"molka\"]", "[1.36, \"moka\"]", "costs.load names the source \"moka\""},
        Mistake{"[0.8, \"compute\"]", "[0, \"compute\"]", "compute_factor takes a number above 0"},
        Mistake{"[2, \"overlap\"]", "[0.5, \"overlap\"]", "costs.overlap takes a number from 1"},
        Mistake{"\"socket\": [28.3, \"molka\"], ", "", "latencies.modified.socket is missing"},
        Mistake{"\"socket\": [22,", "\"sibling\": [1, \"molka\"], \"socket\": [22,",
                "latencies.invalidate.sibling means nothing within a core"},
        Mistake{"\"socket\": [28.3,", "\"cluster\": [20, \"molka\"], \"socket\": [28.3,",
                "latencies.modified.cluster is for CPUs that this shape does not have"},
        Mistake{"read-modified", "reed", "self_tests[0].what takes one of cas-ping-pong"},
        Mistake{"\"distance\": \"socket\"", "\"distance\": \"moon\"",
                "self_tests[0].distance takes a distance"},
        Mistake{"\"estimate\": false", "\"estimate\": 0", "sources.molka.estimate takes true or false"}));

}  // namespace
}  // namespace spinscope
