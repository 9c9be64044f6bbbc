// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/run_json.h"

#include <algorithm>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/record/run_csv.h"
#include "tests/hand_made.h"

namespace spinscope {
namespace {

using Json = nlohmann::json;

/// Every field of the contract, as "path:type", in one list: a rename or a lost field fails here.
constexpr const char* kContract[] = {"/schema:string",
                                     "/scenario:string",
                                     "/strategy:string",
                                     "/partial:boolean",
                                     "/machine/kind:string",
                                     "/machine/name:string",
                                     "/machine/cpus_used:array",
                                     "/device:string",
                                     "/elapsed_s:number",
                                     "/packets/offered:number",
                                     "/packets/transmitted:number",
                                     "/packets/delivered:number",
                                     "/packets/discarded:number",
                                     "/packets/queued:number",
                                     "/packets/dropped/limit:number",
                                     "/packets/dropped/burst:number",
                                     "/packets/dropped/device:number",
                                     "/packets/dropped/deactivated:number",
                                     "/packets/dropped/aqm:number",
                                     "/packets/dropped/action:number",
                                     "/packets/dropped/rcvbuf:number",
                                     "/rate/transmitted_pps:number",
                                     "/rate/delivered_pps:number",
                                     "/fairness/jain:number",
                                     "/fairness/max_wait_ns:number",
                                     "/wait_ns/mean:number",
                                     "/wait_ns/p50:number",
                                     "/wait_ns/p90:number",
                                     "/wait_ns/p99:number",
                                     "/wait_ns/max:number",
                                     "/hold_ns/mean:number",
                                     "/xmit_ns/p99:number",
                                     "/sojourn_ns/max:number",
                                     "/locks/0/lock:string",
                                     "/locks/0/acquisitions:number",
                                     "/locks/0/contended:number",
                                     "/locks/0/handoffs:number",
                                     "/locks/0/wait_ns/mean:number",
                                     "/locks/0/hold_ns/max:number",
                                     "/switches/0/at_s:number",
                                     "/switches/0/strategy:string",
                                     "/switches/0/took_ns:number",
                                     "/workers/0/cpu:number",
                                     "/workers/0/offered:number",
                                     "/workers/0/completed:number",
                                     "/workers/0/transmitted:number",
                                     "/workers/0/owner_share:number",
                                     "/workers/0/acquisitions:number",
                                     "/workers/0/contended:number",
                                     "/workers/0/wait_ns/p50:number",
                                     "/probe/mode:string",
                                     "/probe/overhead_percent:number",
                                     "/calibration/pause_ns:number",
                                     "/calibration/iteration_ns:number",
                                     "/warnings/0:string",
                                     "/environment/version:string",
                                     "/environment/cpu:string",
                                     "/environment/kernel:string",
                                     "/environment/governor:null",
                                     "/environment/clock:string",
                                     "/command:string"};

RunResult hand_made_result() {
    RunResult result = make_run_result(hand_made_snapshot());
    result.command = "spinscope run --json";
    return result;
}

TEST(RunJson, HasEveryFieldOfTheContract) {
    const Json json = Json::parse(run_json(hand_made_result()));
    for (const std::string field : kContract) {
        const auto colon = field.find(':');
        const Json::json_pointer path(field.substr(0, colon));
        ASSERT_TRUE(json.contains(path)) << field;
        EXPECT_EQ(json.at(path).type_name(), field.substr(colon + 1)) << field;
    }
}

TEST(RunJson, SaysWhatTheRunSaid) {
    const Json json = Json::parse(run_json(hand_made_result()));
    EXPECT_EQ(json["schema"], "spinscope.run/1");
    EXPECT_EQ(json["strategy"], "busylock") << "the one asked for, not the one switched to";
    EXPECT_EQ(json["machine"]["kind"], "host");
    EXPECT_EQ(json["machine"]["cpus_used"], Json({0, 1}));
    EXPECT_EQ(json["packets"]["transmitted"], 900);
    EXPECT_EQ(json["balance"], 0);
    EXPECT_EQ(json["packets"]["dropped"]["burst"], 30);
    EXPECT_EQ(json["rate"]["transmitted_pps"], 450.0);
    EXPECT_EQ(json["wait_ns"]["mean"], 1000.0);
    EXPECT_EQ(json["locks"].size(), 4u);
    EXPECT_EQ(json["locks"][2]["lock"], "relock");
    EXPECT_EQ(json["switches"][0]["took_ns"], 81'000);
    EXPECT_EQ(json["workers"][1]["owner_share"], 0.75);
    EXPECT_EQ(json["device_errors"][0]["errno"], "ECONNREFUSED");
    EXPECT_EQ(json["command"], "spinscope run --json");
}

TEST(RunJson, UnknownIsNullAndNeverZero) {
    Snapshot last = hand_made_snapshot();
    auto run = hand_made_run();
    run->experiment.probe = ProbeMode::Off;
    last.run = run;
    last.totals.delivered.reset();
    last.totals.discarded.reset();
    const Json json = Json::parse(run_json(make_run_result(last)));
    for (const char* path : {"/packets/delivered", "/packets/discarded", "/rate/delivered_pps", "/wait_ns",
                             "/hold_ns", "/xmit_ns", "/sojourn_ns", "/fairness/max_wait_ns",
                             "/locks/0/wait_ns", "/workers/0/wait_ns", "/environment/governor"}) {
        ASSERT_TRUE(json.contains(Json::json_pointer(path))) << path;
        EXPECT_TRUE(json.at(Json::json_pointer(path)).is_null()) << path;
    }
}

TEST(RunJson, KeepsCountsExactAndBytesValid) {
    Snapshot last = hand_made_snapshot();
    last.totals.offered = 18'000'000'000'000'000'001u;
    RunResult result = make_run_result(last);
    result.command = "spinscope run --set \xff=1";
    const Json json = Json::parse(run_json(result));
    EXPECT_EQ(json["packets"]["offered"].get<std::uint64_t>(), 18'000'000'000'000'000'001u);
}

TEST(RunJson, IsOneLineAtTheEndOfAStream) {
    const std::string line = run_json_line(hand_made_result());
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    EXPECT_EQ(Json::parse(line), Json::parse(run_json(hand_made_result())));
}

TEST(RunJson, IntervalsAreLinesOfTheirOwn) {
    const std::string line = interval_json_line(hand_made_result(), true);
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    const Json json = Json::parse(line);
    EXPECT_EQ(json["schema"], "spinscope.interval/1");
    EXPECT_EQ(json["at_s"], 2.0);
    EXPECT_EQ(json["warmup"], true);
    EXPECT_EQ(json["strategy"], "llist");
    EXPECT_EQ(json["workers"].size(), 2u);
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
    return parts;
}

TEST(RunCsv, HasARowForEachWorkerAndTheTotal) {
    const std::vector<std::string> rows = split(run_csv(hand_made_result()), '\n');
    ASSERT_EQ(rows.size(), 4u);
    const std::vector<std::string> header = split(rows[0], ',');
    for (const std::string& row : rows) {
        EXPECT_EQ(std::count(row.begin(), row.end(), ','), std::count(rows[0].begin(), rows[0].end(), ','))
            << row;
    }
    const std::vector<std::string> total = split(rows[3], ',');
    const auto column = [&header](const std::string& name) {
        return static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
    };
    EXPECT_EQ(total[0], "total");
    EXPECT_EQ(total.at(column("offered")), "1000");
    EXPECT_EQ(total.at(column("transmitted_pps")), "450");
    EXPECT_EQ(total.at(column("dropped")), "60");
    EXPECT_EQ(total.at(column("events_lost")), "12");
    EXPECT_EQ(split(rows[2], ',').at(column("owner_share")), "0.75");
}

}  // namespace
}  // namespace spinscope
