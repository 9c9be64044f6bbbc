// SPDX-License-Identifier: GPL-3.0-or-later
// What the benchmarks share: paired, interleaved measurements and the table at the end. Running all of A and
// then all of B would charge the machine's drift to B.
#pragma once

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/engine/calibration.h"

namespace spinscope::bench {

/// A median and its 95 % confidence interval, from the order of the values alone.
struct Estimate {
    double median = 0;
    double low = 0;
    double high = 0;
    std::size_t rounds = 0;
};

inline Estimate estimate(std::vector<double> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    const double half_width = 0.98 * std::sqrt(static_cast<double>(n));
    const double middle = static_cast<double>(n - 1) / 2;
    const auto at = [&](double position) {
        return values[static_cast<std::size_t>(std::clamp(position, 0.0, static_cast<double>(n - 1)))];
    };
    return {.median = (values[(n - 1) / 2] + values[n / 2]) / 2,
            .low = at(std::floor(middle - half_width)),
            .high = at(std::ceil(middle + half_width)),
            .rounds = n};
}

/// Rates or costs of two things measured in the order A B B A, as one ratio A / B per round. A stretch that
/// was disturbed says nothing, and its round does not count.
using Stretch = std::optional<double>;
template <class A, class B>
std::optional<double> abba(A&& a, B&& b) {
    const Stretch a1 = a();
    const Stretch b1 = b();
    const Stretch b2 = b();
    const Stretch a2 = a();
    if (!a1 || !b1 || !b2 || !a2) return std::nullopt;
    return (*a1 + *a2) / (*b1 + *b2);
}

/// How much slower this machine is right now than the one the budgets were fixed on.
inline double machine_slowness() {
    constexpr double kReferenceIterationNs = 0.35;
    return calibrate_host().iteration_ns / kReferenceIterationNs;
}

/// One row of the table at a benchmark's end.
struct Row {
    enum class Budget { None, AtMost, AtLeast };
    std::string what;
    Estimate measured{};
    std::string unit;  ///< "x" for a ratio
    Budget kind = Budget::None;
    double budget = 0;
    std::string note{};
};

/// Collects the rows of one benchmark program.
class Report {
 public:
    static Report& get() {
        static Report report;
        return report;
    }
    void add(Row row) { rows_.push_back(std::move(row)); }
    void print() const {
        if (rows_.empty()) return;
        const Environment environment = describe_host();
        fmt::print(
            "\n{}, {} CPUs, kernel {}, clock {}, {:.2f} ns per empty iteration ({:.2f} x the reference)\n",
            environment.cpu, std::thread::hardware_concurrency(), environment.kernel, environment.clock,
            calibrate_host().iteration_ns, machine_slowness());
        fmt::print("| what | measured | 95 % interval | budget | | conditions |\n");
        fmt::print("|---|---|---|---|---|---|\n");
        for (const Row& row : rows_) print(row);
        std::fflush(stdout);
    }

 private:
    static std::string number(double value, const std::string& unit) {
        if (unit == "x") return fmt::format("{:.3f} x", value);
        const int digits = std::abs(value) < 10 ? 2 : std::abs(value) < 100 ? 1 : 0;
        return fmt::format("{:.{}f} {}", value, digits, unit);
    }
    static void print(const Row& row) {
        if (row.measured.rounds == 0) {
            fmt::print("| {} | — | — | {} | not measured | {} |\n", row.what, budget(row), row.note);
            return;
        }
        fmt::print("| {} | {} | {} | {} | {} | {} |\n", row.what, number(row.measured.median, row.unit),
                   interval(row), budget(row), verdict(row), row.note);
    }
    static std::string interval(const Row& row) {
        if (row.measured.low == row.measured.high) return "—";
        return fmt::format("{} – {}", number(row.measured.low, row.unit),
                           number(row.measured.high, row.unit));
    }
    static std::string budget(const Row& row) {
        if (row.kind == Row::Budget::None) return "—";
        return (row.kind == Row::Budget::AtMost ? "≤ " : "≥ ") + number(row.budget, row.unit);
    }
    /// By the median; "unsure" where the budget lies inside the interval.
    static std::string verdict(const Row& row) {
        if (row.kind == Row::Budget::None) return "";
        const double over = row.kind == Row::Budget::AtMost ? row.measured.median - row.budget
                                                            : row.budget - row.measured.median;
        const bool unsure = row.measured.low < row.budget && row.budget < row.measured.high;
        const std::string sure = unsure ? ", unsure" : "";
        return over <= 0 ? "meets" + sure : "misses by " + number(over, row.unit) + sure;
    }

    std::vector<Row> rows_;
};

/// main() of every benchmark program.
inline int run(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    Report::get().print();
    return 0;
}

}  // namespace spinscope::bench
