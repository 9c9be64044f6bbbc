// SPDX-License-Identifier: GPL-3.0-or-later
// What the model is held to: the order of the strategies, the cliff between 4 and 5 CPUs, the X5570's ticket.
// Every other number is reported and not asserted.
#include "core/engine/validation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "core/engine/registry.h"
#include "core/engine/sim_run.h"
#include "core/record/validation_json.h"

namespace spinscope {
namespace {

using testing::HasSubstr;

/// Shorter runs than the command's, which say the same less exactly.
const ValidationPlan kShort{.seed = 42, .duration_s = 0.05};

const Validation& validated() {
    static const Validation validation = validate_figures(kShort);
    return validation;
}

const ValidationRow& row(const std::string& id) {
    for (const ValidationRow& each : validated().rows) {
        if (each.figure.id == id) return each;
    }
    throw std::out_of_range(id);
}

double simulated_pps(const std::string& machine, const std::string& strategy, unsigned workers) {
    PublishedFigure figure;
    figure.scenario = "transmit";
    figure.strategy = strategy;
    figure.profile = machine;
    figure.workers = workers;
    return *simulate(experiment_for(figure, kShort)).transmitted_pps;
}

TEST(PublishedFigures, SayHowEachCanBeSimulated) {
    std::set<std::string> ids;
    for (const PublishedFigure& figure : published_figures()) {
        SCOPED_TRACE(figure.id);
        EXPECT_TRUE(ids.insert(figure.id).second) << "twice";
        EXPECT_EQ((figure.runs() ? 1 : 0) + (figure.ratio ? 1 : 0) + (figure.needs.empty() ? 0 : 1), 1);
        EXPECT_GT(figure.published, 0);
        EXPECT_FALSE(figure.source.empty());
        if (figure.runs()) {
            EXPECT_NE(find_strategy(figure.strategy), nullptr);
            EXPECT_TRUE(figure.profile);
        }
        EXPECT_EQ(figure.unit == "x", figure.unit.find("pps") == std::string::npos);
    }
    for (const PublishedFigure& figure : published_figures()) {
        if (!figure.ratio) continue;
        EXPECT_EQ(ids.count(figure.ratio->first), 1u) << figure.id;
        EXPECT_EQ(ids.count(figure.ratio->second), 1u) << figure.id;
    }
}

TEST(Validation, CoversOneQueueAndSaysWhatItLacks) {
    EXPECT_FALSE(validated().partial);
    for (const ValidationRow& each : validated().rows) {
        SCOPED_TRACE(each.figure.id);
        EXPECT_EQ(each.simulated.has_value(), each.figure.needs.empty());
        if (each.figure.needs.empty()) continue;
        EXPECT_THAT(each.note, HasSubstr("Not covered yet: needs "));
    }
    EXPECT_TRUE(row("x5570-ticket").simulated);
}

TEST(Validation, QuotientsAreThoseOfTheirRows) {
    EXPECT_DOUBLE_EQ(*row("x5570-busylock-gain").simulated,
                     *row("x5570-busylock").simulated / *row("x5570-ticket").simulated);
    EXPECT_DOUBLE_EQ(*row("x5570-ticket").deviation(), *row("x5570-ticket").simulated / 200 - 1);
}

TEST(Validation, TheOrderOfTheStrategiesIsThePublishedOne) {
    EXPECT_LT(*row("x5570-ticket").simulated, *row("x5570-enqueue-lock").simulated);
    EXPECT_LT(*row("x5570-enqueue-lock").simulated, *row("x5570-busylock").simulated);
    EXPECT_LT(*row("e5450-ticket").simulated, *row("e5450-busylock").simulated);
    EXPECT_LT(*row("e5450-busylock").simulated, *row("e5450-single").simulated);
}

TEST(Validation, TicketOnTheX5570IsWithinAQuarter) {
    EXPECT_LT(std::abs(*row("x5570-ticket").deviation()), 0.25);
}

TEST(Validation, TicketFallsOffACliffBetweenFourAndFiveCpus) {
    const double four = simulated_pps("x5570", "ticket", 4);
    const double five = simulated_pps("x5570", "ticket", 5);
    EXPECT_LT(five, 0.6 * four) << "the fifth CPU is the first of the other socket";
    EXPECT_LT(simulated_pps("x5570", "ticket", 8), five);
}

TEST(Validation, ASeedGivesTheSameNumbersWhateverRunsBeside) {
    const ValidationRow& beside = row("e5450-busylock");
    const RunResult alone = simulate(experiment_for(beside.figure, kShort));
    EXPECT_EQ(*alone.transmitted_pps / 1e3, *beside.simulated);
}

TEST(Validation, AStopKeepsWhatThereIs) {
    std::stop_source stop;
    stop.request_stop();
    const Validation validation = validate_figures(kShort, stop.get_token());
    EXPECT_TRUE(validation.partial);
    EXPECT_EQ(validation.rows.size(), published_figures().size());
    for (const ValidationRow& each : validation.rows) EXPECT_FALSE(each.simulated);
}

TEST(Validation, JsonHasTheFieldsOfTheContract) {
    const auto json = nlohmann::json::parse(validation_json(validated()));
    ASSERT_EQ(json["rows"].size(), published_figures().size());
    for (const auto& each : json["rows"]) {
        for (const char* field : {"figure", "scenario", "strategy", "profile", "published", "simulated",
                                  "unit", "deviation", "source", "note"}) {
            EXPECT_TRUE(each.contains(field)) << field;
        }
        EXPECT_EQ(each["simulated"].is_null(), each["deviation"].is_null());
    }
    EXPECT_THAT(json["rows"][0]["command"].get<std::string>(),
                HasSubstr("--machine x5570 --strategy ticket"));
}

}  // namespace
}  // namespace spinscope
