// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "app/catalog.h"
#include "app/machine_text.h"
#include "core/engine/explanations.h"
#include "core/engine/registry.h"
#include "core/record/profile_json.h"
#include "tests/golden.h"

namespace spinscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<std::string> words(const std::string& line) {
    std::istringstream stream(line);
    return {std::istream_iterator<std::string>(stream), {}};
}

Command parse(const std::string& line) {
    return parse_command_line(words(line));
}

Experiment experiment(const std::string& line) {
    const Command command = parse(line);
    if (const auto* text = std::get_if<PrintCommand>(&command)) ADD_FAILURE() << text->text;
    return std::get<RunCommand>(command).experiment;
}

TEST(CommandLine, DefaultsAreThoseOfTheContract) {
    const Experiment e = experiment("run");
    EXPECT_EQ(e.scenario, "transmit");
    EXPECT_EQ(e.strategy, "ticket");
    EXPECT_EQ(e.machine, "host");
    EXPECT_EQ(e.workers, std::nullopt);
    EXPECT_EQ(e.placement, "compact");
    EXPECT_EQ(e.device.kind, "udp");
    EXPECT_EQ(e.device.delay_ns, 250u);
    EXPECT_EQ(e.device.batch, 1u);
    EXPECT_FALSE(e.device.verify);
    EXPECT_EQ(e.payload, 64u);
    EXPECT_EQ(e.in_flight, 128u);
    EXPECT_EQ(e.waiting, Waiting::SpinPark);
    EXPECT_EQ(e.discipline, "pfifo");
    EXPECT_EQ(e.limit, 1000u);
    EXPECT_EQ(e.offered_pps, std::nullopt);
    EXPECT_EQ(e.duration_s, 5.0);
    EXPECT_EQ(e.count, std::nullopt);
    EXPECT_EQ(e.warmup_s, 0.0);
    EXPECT_EQ(e.probe, ProbeMode::Sampled);
    EXPECT_EQ(e.seed, 42u);
}

TEST(CommandLine, EveryOptionArrives) {
    const Experiment e = experiment(
        "run --scenario transmit --strategy llist --set burst-limit=7 --machine host --cpus 0,2-6:2 "
        "--workers 3 "
        "--placement node:1 --device null --device-delay 90 --batch 8 --verify --to [::1]:9 --payload 120 "
        "--in-flight none --waiting yield --discipline pfifo --limit 50 --offered 2.5e6 --duration 1.5 "
        "--count 9 --warmup 0.25 --switch 1:ticket --switch 0.5:llist,burst-limit=3 --probe full --seed 7");
    EXPECT_EQ(e.strategy, "llist");
    EXPECT_EQ(e.options, (Options{{"burst-limit", "7"}}));
    EXPECT_THAT(e.cpus, ElementsAre(0, 2, 4, 6));
    EXPECT_EQ(e.workers, 3u);
    EXPECT_EQ(e.placement, "node:1");
    EXPECT_EQ(e.device.kind, "null");
    EXPECT_EQ(e.device.delay_ns, 90u);
    EXPECT_EQ(e.device.batch, 8u);
    EXPECT_TRUE(e.device.verify);
    EXPECT_EQ(e.device.to, "[::1]:9");
    EXPECT_EQ(e.payload, 120u);
    EXPECT_EQ(e.in_flight, std::nullopt);
    EXPECT_EQ(e.waiting, Waiting::Yield);
    EXPECT_EQ(e.limit, 50u);
    EXPECT_EQ(e.offered_pps, 2.5e6);
    EXPECT_EQ(e.duration_s, 1.5);
    EXPECT_EQ(e.count, 9u);
    EXPECT_EQ(e.warmup_s, 0.25);
    EXPECT_EQ(e.probe, ProbeMode::Full);
    EXPECT_EQ(e.seed, 7u);
    ASSERT_EQ(e.switches.size(), 2u);
    EXPECT_EQ(e.switches[0].at_s, 0.5) << "in the order of time";
    EXPECT_EQ(e.switches[0].options, (Options{{"burst-limit", "3"}}));
    EXPECT_EQ(e.switches[1].strategy, "ticket");
}

TEST(CommandLine, ASimulatedMachineHasItsOwnDefaults) {
    const Experiment e = experiment("run --machine x5570");
    EXPECT_EQ(e.machine, "x5570");
    EXPECT_EQ(e.device.kind, "modelled");
    EXPECT_EQ(e.waiting, Waiting::Spin);
    EXPECT_EQ(e.placement, "cores-first");
    EXPECT_EQ(e.in_flight, std::nullopt);
    EXPECT_EQ(e.duration_s, 0.2);
    EXPECT_EQ(e.costs, WorkloadCosts{});
    const Experiment given = experiment(
        "run --machine x5570 --device modelled --waiting yield --placement compact --in-flight 9 --duration "
        "1 "
        "--device-delay 90 --cost produce=1 --cost payload-lines=2 --cost device-pps=1.5e6 --cost ring=8");
    EXPECT_EQ(given.waiting, Waiting::Yield);
    EXPECT_EQ(given.placement, "compact");
    EXPECT_EQ(given.in_flight, 9u);
    EXPECT_EQ(given.duration_s, 1.0);
    EXPECT_EQ(given.costs.produce_ns, 1u);
    EXPECT_EQ(given.costs.driver_ns, 90u);
    EXPECT_TRUE(given.costs.driver_as_given);
    EXPECT_EQ(given.costs.payload_lines, 2u);
    EXPECT_EQ(given.costs.ring, 8u);
    EXPECT_EQ(given.costs.device_pps, 1.5e6);
}

TEST(CommandLine, ASweepIsAGrid) {
    const auto sweep = std::get<SweepCommand>(
        parse("sweep --machine e5450 --strategies mcs,llist --workers 1,4-8:2 --set burst-limit=3 --json"));
    EXPECT_EQ(sweep.format, RunFormat::Json);
    EXPECT_THAT(sweep.plan.strategies, ElementsAre("mcs", "llist"));
    EXPECT_THAT(sweep.plan.workers, ElementsAre(1, 4, 6, 8));
    EXPECT_EQ(sweep.plan.base.machine, "e5450");
    EXPECT_EQ(sweep.plan.base.device.kind, "modelled");
    EXPECT_EQ(sweep.plan.base.duration_s, 0.05);
    EXPECT_EQ(sweep.plan.base.options, (Options{{"burst-limit", "3"}}));
    const auto standard = std::get<SweepCommand>(parse("sweep"));
    EXPECT_THAT(standard.plan.strategies, ElementsAre("ticket", "busylock", "llist"));
    EXPECT_TRUE(standard.plan.workers.empty());
}

TEST(CommandLine, ACountAloneHasNoTimeLimit) {
    EXPECT_EQ(experiment("run --count 9").duration_s, std::nullopt);
    EXPECT_EQ(experiment("run --count 9 --duration 2").duration_s, 2.0);
}

TEST(CommandLine, TheLastOfTwoWins) {
    EXPECT_EQ(experiment("run --limit 5 --limit 6").limit, 6u);
}

TEST(CommandLine, FormatAndCommandAreKept) {
    EXPECT_EQ(std::get<RunCommand>(parse("run")).format, RunFormat::Table);
    EXPECT_EQ(std::get<RunCommand>(parse("run --json")).format, RunFormat::Json);
    EXPECT_EQ(std::get<RunCommand>(parse("run --csv")).format, RunFormat::Csv);
    const auto run =
        std::get<RunCommand>(parse_command_line({"run", "--json-lines", "--picture", "it's a.svg"}));
    EXPECT_EQ(run.format, RunFormat::JsonLines);
    EXPECT_EQ(run.picture, "it's a.svg");
    EXPECT_EQ(run.command, "spinscope run --json-lines --picture 'it'\\''s a.svg'");
}

TEST(CommandLine, NoSubcommandOpensTheWindow) {
    EXPECT_FALSE(std::get<WindowCommand>(parse("")).options.experiment);
    const auto window =
        std::get<WindowCommand>(parse("window --workers 2 --start --theme dark --width 1280"));
    ASSERT_TRUE(window.options.experiment);
    EXPECT_EQ(window.options.experiment->workers, 2u);
    EXPECT_EQ(window.options.experiment->duration_s, std::nullopt);
    EXPECT_TRUE(window.options.start);
    EXPECT_EQ(window.options.theme, "dark");
    EXPECT_EQ(window.options.width, 1280u);
}

TEST(CommandLine, ListAndTopology) {
    EXPECT_EQ(std::get<ListCommand>(parse("list devices")).what, "devices");
    EXPECT_FALSE(std::get<ListCommand>(parse("list devices")).json);
    EXPECT_TRUE(std::get<ListCommand>(parse("list locks --json")).json);
    EXPECT_TRUE(std::get<TopologyCommand>(parse("topology --json")).json);
    EXPECT_EQ(std::get<TopologyCommand>(parse("topology")).machine, "host");
    EXPECT_EQ(std::get<TopologyCommand>(parse("topology --machine e5450")).machine, "e5450");
}

struct Refusal {
    std::string line;
    std::string message;  ///< after "spinscope: "
};
void PrintTo(const Refusal& refusal, std::ostream* out) {
    *out << refusal.line;
}

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, SaysWhatWhyAndWhatToDo) {
    const Command command = parse(GetParam().line);
    const auto* text = std::get_if<PrintCommand>(&command);
    ASSERT_TRUE(text);
    EXPECT_EQ(text->exit_code, 2);
    EXPECT_THAT(text->text, StartsWith("spinscope: " + GetParam().message));
    EXPECT_EQ(std::count(text->text.begin(), text->text.end(), '\n'), 1) << text->text;
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, Refused,
    testing::Values(
        Refusal{"run --strategy bsylock",
                "--strategy \"bsylock\" is not known. Did you mean \"busylock\"? Choose from: "},
        Refusal{"run --strategy zzzzzz", "--strategy \"zzzzzz\" is not known. Choose from: ticket"},
        Refusal{"run --machine x5580",
                "There is no machine \"x5580\": it is no built-in profile, and as a file: "},
        Refusal{"run --machine x5570 --cost prodce=1",
                "--cost \"prodce\" is not known. Did you mean \"produce\"?"},
        Refusal{"run --machine x5570 --cost ring=0",
                "--cost ring \"0\" cannot be used: it takes a whole number from 1"},
        Refusal{"sweep --strategies ticket,nope", "--strategies \"nope\" is not known. "},
        Refusal{"sweep --workers 0-3", "--workers \"0\" cannot be used: it takes a whole number from 1"},
        Refusal{"run --device upd", "--device \"upd\" is not known. Did you mean \"udp\"?"},
        Refusal{"run --scenario receive", "--scenario \"receive\" is not known. Choose from: transmit"},
        Refusal{"run --discipline red", "--discipline \"red\" is not known. "},
        Refusal{"run --switch 0:llist,discipline=red", "--switch discipline \"red\" is not known. "},
        Refusal{"run --switch 0:llist,limit=0",
                "Option limit cannot be \"0\": it is a number from 1 to 10000000"},
        Refusal{"run --switch 0:llist,blue=off", "--switch \"blue\" is not known. "},
        Refusal{"run --discipline prio --set bands=17 --duration 1 --set quantum=1",
                "--set \"quantum\" is not known. "},
        Refusal{"run --waiting park", "--waiting \"park\" is not known. Choose from: spin-park, spin, yield"},
        Refusal{"run --probe ful", "--probe \"ful\" is not known. Did you mean \"full\"?"},
        Refusal{"run --workers 0",
                "--workers \"0\" cannot be used: it takes a whole number from 1 to 4096. See spinscope run "
                "--help"},
        Refusal{"run --workers -1", "--workers \"-1\" cannot be used"},
        Refusal{"run --workers 2x", "--workers \"2x\" cannot be used"},
        Refusal{"run --seed 18446744073709551616", "--seed \"18446744073709551616\" cannot be used"},
        Refusal{"run --payload 65508",
                "--payload \"65508\" cannot be used: it takes a whole number from 1 to 65507"},
        Refusal{"run --duration 0", "--duration \"0\" cannot be used: it takes a number above 0"},
        Refusal{"run --duration nan", "--duration \"nan\" cannot be used"},
        Refusal{"run --duration inf", "--duration \"inf\" cannot be used"},
        Refusal{"run --warmup -1", "--warmup \"-1\" cannot be used: it takes a number from 0"},
        Refusal{"run --offered fast", "--offered \"fast\" cannot be used"},
        Refusal{"run --in-flight 0", "--in-flight \"0\" cannot be used"},
        Refusal{"run --cpus 1-", "CPU list: "},
        Refusal{"run --placement node:x", "--placement node:N \"x\" cannot be used"},
        Refusal{"run --placement compct", "--placement \"compct\" is not known. Did you mean \"compact\"?"},
        Refusal{"run --set burst-limit", "--set \"burst-limit\" cannot be used: it takes NAME=VALUE"},
        Refusal{"run --set burst-limit=1",
                "--set burst-limit cannot be used: strategy ticket and discipline pfifo have no options"},
        Refusal{"run --strategy llist --set burstlimit=1",
                "--set \"burstlimit\" is not known. Did you mean \"burst-limit\"?"},
        Refusal{"run --switch llist", "--switch \"llist\" cannot be used: it takes AT:ID[,NAME=VALUE...]"},
        Refusal{"run --switch 1:lllist", "--switch \"lllist\" is not known. Did you mean \"llist\"?"},
        Refusal{"run --switch x:llist", "--switch \"x\" cannot be used: it takes a number from 0"},
        Refusal{"run --switch 1:llist,burst", "--switch \"burst\" cannot be used: it takes NAME=VALUE"},
        Refusal{"run --workers", "--workers needs a value. See spinscope run --help"},
        Refusal{"run --json --csv", "--json excludes --csv. See spinscope run --help"},
        Refusal{"run --stratgy ticket",
                "spinscope run has no option --stratgy. Did you mean \"--strategy\"? See"},
        Refusal{"run ticket", "spinscope run takes no \"ticket\". See spinscope run --help"},
        Refusal{"--json run", "--json is in the wrong place. Write it after \"spinscope run\""},
        Refusal{"rnu", "There is no subcommand \"rnu\". Did you mean \"run\"? See spinscope --help"},
        Refusal{"--foo", "spinscope has no option --foo. See spinscope --help"},
        Refusal{"list", "spinscope list needs a name. Choose from: strategies"},
        Refusal{"list lokcs", "List \"lokcs\" is not known. Did you mean \"locks\"?"},
        Refusal{"list locks devices", "spinscope list takes no \"devices\""},
        Refusal{"calibrate --duration 0", "--duration \"0\" cannot be used: it takes a number above 0"},
        Refusal{"calibrate --ouput x",
                "spinscope calibrate has no option --ouput. Did you mean \"--output\"?"},
        Refusal{"validate --seed x", "--seed \"x\" cannot be used: it takes a whole number"},
        Refusal{"topology x", "spinscope topology takes no \"x\""}));

class Help : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Help, IsAsWritten) {
    const auto text = std::get<PrintCommand>(parse(GetParam().first));
    EXPECT_EQ(text.exit_code, 0);
    expect_golden(GetParam().second, text.text);
}

INSTANTIATE_TEST_SUITE_P(CommandLine, Help,
                         testing::Values(std::pair("--help", "help.txt"),
                                         std::pair("run --help", "help_run.txt"),
                                         std::pair("list -h", "help_list.txt"),
                                         std::pair("sweep --help", "help_sweep.txt"),
                                         std::pair("compare --help", "help_compare.txt"),
                                         std::pair("topology --help", "help_topology.txt"),
                                         std::pair("calibrate --help", "help_calibrate.txt"),
                                         std::pair("validate --help", "help_validate.txt")));

TEST(CommandLine, Version) {
    const auto text = std::get<PrintCommand>(parse("--version"));
    EXPECT_EQ(text.exit_code, 0);
    EXPECT_EQ(text.text, "spinscope " SPINSCOPE_VERSION "\n");
}

TEST(List, IsAsWritten) {
    std::string text;
    for (const std::string& name : list_names()) text += "# " + name + "\n" + list_text(name, false) + "\n";
    expect_golden("list.txt", text);
}

TEST(List, StrategiesHaveTheFieldsOfTheContract) {
    const auto json = nlohmann::json::parse(list_text("strategies", true));
    ASSERT_TRUE(json.is_array());
    ASSERT_EQ(json.size(), strategies().size());
    for (const auto& row : json) {
        for (const char* field : {"id", "scenario", "title", "lock", "gate", "relock", "source"}) {
            ASSERT_TRUE(row.contains(field)) << field << " in " << row;
            EXPECT_FALSE(row[field].get<std::string>().empty()) << field << " in " << row;
        }
        EXPECT_TRUE(row["simulatable"].is_boolean());
    }
}

TEST(List, EveryStrategyIsExplained) {
    for (const auto& row : nlohmann::json::parse(list_text("strategies", true))) {
        ASSERT_TRUE(row["explain"].is_object()) << row["id"];
        for (const char* field : {"author", "date", "reference", "what", "why", "cost", "link"}) {
            EXPECT_FALSE(row["explain"][field].get<std::string>().empty()) << field << " of " << row["id"];
        }
        EXPECT_FALSE(explain_lock(row["lock"].get<std::string>()).empty()) << row["lock"];
    }
    for (const auto& row : nlohmann::json::parse(list_text("disciplines", true))) {
        EXPECT_FALSE(explain_discipline(row["id"].get<std::string>()).empty()) << row["id"];
    }
}

TEST(List, OthersAreArraysOfIds) {
    for (const std::string& name : list_names()) {
        const auto json = nlohmann::json::parse(list_text(name, true));
        ASSERT_TRUE(json.is_array()) << name;
        ASSERT_FALSE(json.empty()) << name;
        for (const auto& row : json) EXPECT_TRUE(row["id"].is_string()) << name;
    }
}

TEST(Topology, SaysWhatMayBeUsed) {
    const auto machine = Topology::synthetic("pack:1 core:2 pu:2");
    const std::string text = topology_text(*machine);
    EXPECT_THAT(text, HasSubstr("\n    Core 1"));
    EXPECT_THAT(text, HasSubstr("4 of 4 CPUs: 0-3"));
    const auto json = nlohmann::json::parse(topology_json(*machine));
    ASSERT_EQ(json["cpus"].size(), 4u);
    EXPECT_EQ(json["cpus"][3]["core"], 1);
    EXPECT_EQ(json["cpus"][0]["usable"], true);
    EXPECT_TRUE(json["cpus"][0]["why_not"].is_null());
    EXPECT_EQ(json["boxes"]["kind"], "machine");
}

TEST(Machine, IsExplainedAsWritten) {
    expect_golden("machine_e5450.txt", machine_text(load_profile("e5450")));
    expect_golden("machine_granite-rapids.txt", machine_text(load_profile("granite-rapids")));
}

TEST(Machine, JsonHasEachNumberWithItsSource) {
    const auto json = nlohmann::json::parse(machine_json(load_profile("x5570")));
    EXPECT_EQ(json["cpus"].size(), 16u);
    EXPECT_EQ(json["profile"]["id"], "x5570");
    bool found = false;
    for (const auto& number : json["profile"]["parameters"]) {
        EXPECT_FALSE(number["source"].get<std::string>().empty());
        if (number["parameter"] != "modified.remote") continue;
        found = true;
        EXPECT_EQ(number["value"], "105 ns");
        EXPECT_EQ(number["estimate"], false);
    }
    EXPECT_TRUE(found);
    const auto& test = json["profile"]["self_tests"][0];
    EXPECT_EQ(test["published_ns"], 28.3);
    EXPECT_NEAR(test["simulated_ns"].get<double>(), 28.3, 1.5);
    EXPECT_EQ(test["passed"], true);
}

}  // namespace
}  // namespace spinscope
