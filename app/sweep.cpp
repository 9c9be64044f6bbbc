// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweep.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>

#include "app/interrupts.h"
#include "app/units.h"
#include "core/base/error.h"
#include "core/engine/registry.h"
#include "core/machine/sim/profile.h"
#include "core/record/sweep_record.h"

namespace spinscope {
namespace {

constexpr const char* kCliff = " ▼";

/// The numbers of workers that a machine is usually looked at with.
std::vector<unsigned> workers_for(const std::string& machine) {
    const auto topology = machine == "host" ? Topology::host() : topology_of(*load_profile(machine));
    return usual_workers(static_cast<unsigned>(topology->usable().size()));
}

std::string conditions_text(const Sweep& sweep) {
    const std::vector<SweepPoint> points = sweep.points();
    const auto any =
        std::find_if(points.begin(), points.end(), [](const auto& point) { return point.result; });
    if (any == points.end()) return {};
    const RunInfo& run = *any->result->run;
    const Experiment& e = run.experiment;
    const auto ns = device_ns(run);
    return fmt::format("{}{} ({}), device {}{}, {} in flight each, limit {}, seed {}; packets/s sent\n",
                       run.simulated ? "simulated " : "", run.machine_name, e.placement, e.device.kind,
                       ns ? fmt::format(" {:.0f} ns", *ns) : "",
                       e.in_flight ? fmt::format("{}", *e.in_flight) : "any number", e.limit, e.seed);
}

void show_progress(const Sweep& sweep, bool terminal) {
    if (!terminal) return;
    std::fprintf(stderr, "\rspinscope: %zu of %zu runs", sweep.finished(), sweep.total());
}

std::string formatted(const Sweep& sweep, const SweepCommand& command) {
    switch (command.format) {
        case RunFormat::Json:
            return sweep_json(sweep, command.command);
        case RunFormat::Csv:
            return sweep_csv(sweep);
        case RunFormat::JsonLines:
        case RunFormat::Table:
            break;
    }
    return sweep_text(sweep);
}

}  // namespace

std::string sweep_text(const Sweep& sweep) {
    const SweepPlan& plan = sweep.plan();
    const std::vector<SweepPoint> points = sweep.points();
    const std::size_t rows = plan.workers.size();
    std::vector<std::vector<std::string>> columns{{"CPUs"}};
    for (const unsigned workers : plan.workers) columns[0].push_back(fmt::format("{}", workers));
    bool any_cliff = false;
    for (std::size_t s = 0; s < plan.strategies.size(); ++s) {
        std::vector<std::optional<double>> series;
        for (std::size_t i = 0; i < rows; ++i) {
            const auto& result = points[s * rows + i].result;
            series.push_back(result ? result->transmitted_pps : std::nullopt);
        }
        const std::vector<bool> falls = cliffs(series);
        // The mark has columns of its own, or the numbers would not stand under each other.
        std::vector<std::string> column{plan.strategies[s] + "  "};
        for (std::size_t i = 0; i < rows; ++i) {
            column.push_back(rate_text(series[i]) + (falls[i] ? kCliff : "  "));
            any_cliff = any_cliff || falls[i];
        }
        columns.push_back(std::move(column));
    }
    std::string text = conditions_text(sweep) + "\n";
    for (std::size_t i = 0; i <= rows; ++i) {
        for (const auto& column : columns) {
            std::size_t width = 0;
            for (const std::string& value : column) width = std::max(width, width_of(value));
            text += pad_left(column[i], width + 2);
        }
        text.erase(text.find_last_not_of(' ') + 1);
        text += "\n";
    }
    if (any_cliff) text += "\n▼ more than 30 % less than the row above\n";
    if (sweep.partial()) text += "\nPARTIAL: ended early\n";
    return text;
}

int run_sweep(const SweepCommand& command) {
    SweepPlan plan = command.plan;
    if (plan.workers.empty()) plan.workers = workers_for(plan.base.machine);
    Topology::host();  // reads the process's affinity mask, before any thread is moved
    Interrupts interrupts;
    Sweep sweep(std::move(plan));
    const bool terminal = isatty(STDERR_FILENO) != 0;
    sweep.start();
    while (!sweep.wait(std::chrono::milliseconds{0})) {
        pollfd signal{.fd = interrupts.descriptor(), .events = POLLIN, .revents = 0};
        poll(&signal, 1, 50);
        if (interrupts.take() > 0) sweep.cancel();
        show_progress(sweep, terminal);
    }
    if (terminal) std::fprintf(stderr, "\r\033[K");
    bool ok = sweep.finished() > 0;
    if (!ok) std::fprintf(stderr, "spinscope: the sweep ended before anything was measured\n");
    for (const SweepPoint& point : sweep.points()) {
        if (point.problem.empty()) continue;
        std::fprintf(stderr, "spinscope: %s with %u workers: %s\n", point.strategy.c_str(), point.workers,
                     point.problem.c_str());
        ok = false;
    }
    if (sweep.finished() == 0) return 1;
    const std::string text = formatted(sweep, command);
    const bool written = std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
    if (!written && errno != EPIPE) throw Error("The result cannot be written", std::strerror(errno));
    return ok ? 0 : 1;
}

}  // namespace spinscope
