// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "app/progress_loop.h"
#include "app/units.h"
#include "core/base/error.h"
#include "core/engine/ranking.h"
#include "core/engine/registry.h"
#include "core/record/comparison_record.h"

namespace spinscope {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostWarnings = 3;
constexpr double kManyTimes = 1.5;  ///< from here on a quotient says more than a percentage

std::string number_text(std::optional<double> value, int digits) {
    return value ? fmt::format("{:.{}f}", *value, digits) : std::string("—");
}

std::string value_text(Metric metric, std::optional<double> value) {
    switch (metric) {
        case Metric::Pps:
            return rate_text(value);
        case Metric::WaitP50:
        case Metric::WaitP99:
        case Metric::WaitMax:
        case Metric::CpuPerPacket:
            return time_text(value);
        case Metric::Jain:
            return number_text(value, 3);
        case Metric::WorstShare:
            return share_text(value);
        case Metric::HandoffsPerPacket:
            break;
    }
    return number_text(value, 2);
}

std::string percent_text(double ratio) {
    const double percent = std::round((ratio - 1) * 1000) / 10;
    return fmt::format("{}{:.1f} %", percent < 0 ? "−" : "+", std::abs(percent));
}

std::string ratio_text(double ratio, bool times) {
    return times ? fmt::format("× {:.2f}", ratio) : percent_text(ratio);
}

std::string pair_text(const Ranking& ranking, const ComparedPair& pair) {
    std::string said = "no difference";
    if (pair.verdict == Verdict::TooFewRounds) {
        said = fmt::format("too few rounds to say ({} at least)", kLeastForInterval);
    }
    if (!pair.ratio) return pair_title(ranking, pair) + ": " + said + "\n";
    const bool times = pair.ratio->median >= kManyTimes;
    if (pair.verdict == Verdict::Faster) said = ratio_text(pair.ratio->median, times);
    if (const auto& interval = pair.ratio->interval) {
        said +=
            fmt::format("  ({} … {})", ratio_text(interval->low, times), ratio_text(interval->high, times));
    }
    return pair_title(ranking, pair) + ": " + said + "\n";
}

std::string conditions_text(const ComparisonPlan& plan, const ComparisonData& data) {
    const RunInfo& run = *data.run;
    const Experiment& e = run.experiment;
    const auto ns = device_ns(run);
    std::string text =
        fmt::format("{}{}, {} workers ({}), device {}{}, {} in flight each, limit {}\n",
                    run.simulated ? "simulated " : "", run.machine_name, run.placement.cpus.size(),
                    e.placement, e.device.kind, ns ? fmt::format(" {:.0f} ns", *ns) : "",
                    e.in_flight ? fmt::format("{}", *e.in_flight) : "any number", e.limit);
    text += fmt::format(
        "{} of {} rounds, order ABBA, {} warm-up rounds left out; seeds {}–{}, in each round "
        "the same for all strategies\n",
        data.complete(), plan.rounds, plan.warmup_rounds, plan.base.seed, plan.base.seed + plan.rounds - 1);
    return text;
}

std::string formatted(const Comparison& comparison, const CompareCommand& command) {
    const ComparisonData data = comparison.data();
    if (command.format == RunFormat::Json) return comparison_json(comparison.plan(), data, command.command);
    return command.format == RunFormat::Csv ? comparison_csv(data) : comparison_text(comparison.plan(), data);
}

}  // namespace

std::string comparison_text(const ComparisonPlan& plan, const ComparisonData& data) {
    const Ranking ranking = rank(data);
    std::vector<std::vector<std::string>> columns{{"strategy"}};
    for (const RankedStrategy& row : ranking.strategies) columns[0].push_back(row.strategy);
    for (const MetricInfo& info : kMetrics) {
        std::vector<std::string> column{std::string(info.title)};
        for (const RankedStrategy& row : ranking.strategies) {
            const auto& value = row[info.metric];
            column.push_back(value_text(info.metric, value ? std::optional(value->median) : std::nullopt));
        }
        columns.push_back(std::move(column));
    }
    std::string text = conditions_text(plan, data) + "\n";
    for (std::size_t i = 0; i < columns[0].size(); ++i) {
        for (const auto& column : columns) {
            std::size_t width = 0;
            for (const std::string& value : column) width = std::max(width, width_of(value));
            text += &column == &columns[0] ? pad_right(column[i], width) : pad_left(column[i], width + 2);
        }
        text += "\n";
    }
    text += "\nRanking for these conditions, packets per second:\n";
    for (const ComparedPair& pair : ranking.pairs) text += "  " + pair_text(ranking, pair);
    text += "Medians of the rounds; paired median difference with an interval of at least 95 %.\n";
    const std::size_t shown = std::min(data.warnings.size(), kMostWarnings);
    for (std::size_t i = 0; i < shown; ++i) text += "Warning: " + data.warnings[i] + "\n";
    if (data.warnings.size() > shown) {
        text += fmt::format("{} more warnings; all of them with --json\n", data.warnings.size() - shown);
    }
    if (data.partial) text += "\nPARTIAL: ended early\n";
    return text;
}

int run_compare(const CompareCommand& command) {
    Topology::host();  // reads the process's affinity mask, before any thread is moved
    Comparison comparison(command.plan);
    run_with_progress(
        [&](const std::stop_token& stop) {
            comparison.start();
            while (!comparison.wait(20ms)) {
                if (stop.stop_requested()) comparison.cancel();
            }
        },
        [&] { return fmt::format("spinscope: {} of {} runs", comparison.finished(), comparison.total()); });
    const std::vector<std::string> problems = comparison.problems();
    for (const std::string& problem : problems) std::fprintf(stderr, "spinscope: %s\n", problem.c_str());
    if (!comparison.data().run) {
        std::fprintf(stderr, "spinscope: the comparison ended before anything was measured\n");
        return 1;
    }
    const std::string text = formatted(comparison, command);
    const bool written = std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
    if (!written && errno != EPIPE) throw Error("The result cannot be written", std::strerror(errno));
    return problems.empty() ? 0 : 1;
}

}  // namespace spinscope
