// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/calibrate.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "app/progress_loop.h"
#include "app/units.h"
#include "core/base/error.h"
#include "core/engine/calibration.h"
#include "core/machine/sim/profile_file.h"
#include "core/record/calibration_json.h"
#include "core/topology/cpu_list.h"

namespace spinscope {
namespace {

constexpr std::size_t kMostColumns = 16;  // of a matrix that is still read as text

HostCalibration measure(double limit_s) {
    const auto host = Topology::host();  // reads the process's affinity mask, before any thread is moved
    HostCalibration result;
    std::atomic<double> progress{0};
    run_with_progress(
        [&](const std::stop_token& stop) {
            result.calibration = calibrate_host();
            result.hits = measure_hits();
            result.environment = describe_host();
            result.matrix = measure_matrix(*host, limit_s, stop, [&](double done) { progress = done; });
        },
        [&] { return fmt::format("measuring pairs of CPUs: {:3.0f} %", 100 * progress.load()); });
    return result;
}

/// So that it is said before the measuring.
void check_folder(const std::string& path) {
    const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
    if (access(folder.c_str(), W_OK | X_OK) == 0) return;
    throw UsageError(fmt::format("--output \"{}\" cannot be written", path),
                     fmt::format("{}: {}", folder.string(), std::strerror(errno)),
                     "Choose a folder that can be written to");
}

void write_file(const std::string& path, const std::string& text) {
    std::ofstream file(path);
    file << text;
    file.close();
    if (!file) throw Error(fmt::format("The profile cannot be written to {}", path), std::strerror(errno));
}

std::string matrix_text(const HostMatrix& matrix) {
    std::string text = "\nOne way between two CPUs, ns (median of the rounds)\n" + pad_right("", 6);
    for (unsigned cpu : matrix.cpus) text += pad_left(fmt::format("{}", cpu), 7);
    text += "\n";
    for (unsigned row : matrix.cpus) {
        text += pad_left(fmt::format("{}", row), 6);
        for (unsigned column : matrix.cpus) {
            std::string cell = row == column ? "" : "—";
            for (const PairLatency& pair : matrix.pairs) {
                if (std::minmax(pair.a, pair.b) != std::minmax(row, column)) continue;
                cell = fmt::format("{:.1f}", spread_of(pair.rounds)->median);
            }
            text += pad_left(cell, 7);
        }
        text += "\n";
    }
    return text;
}

}  // namespace

std::string calibration_text(const HostCalibration& measured) {
    const HostMatrix& matrix = measured.matrix;
    std::string text;
    const auto line = [&](const std::string& what, const std::string& value) {
        text += pad_right(what, 34) + value + "\n";
    };
    line("CPU", measured.environment.cpu);
    line("clock", measured.environment.clock);
    line("reading the clock", fmt::format("{:.1f} ns", measured.calibration.stamp_ns));
    line("cycle", fmt::format("{:.3f} ns ({:.2f} GHz)", measured.hits.cycle_ns, 1 / measured.hits.cycle_ns));
    line("pause", fmt::format("{:.2f} ns", measured.calibration.pause_ns));
    line("iteration of an empty loop", fmt::format("{:.3f} ns", measured.calibration.iteration_ns));
    line("load that hits", fmt::format("{:.2f} ns", measured.hits.load_ns));
    line("store that hits", fmt::format("{:.2f} ns", measured.hits.store_ns));
    line("atomic update that hits", fmt::format("{:.2f} ns", measured.hits.update_ns));
    for (std::size_t d = 1; d < kDistances; ++d) {
        const auto spread = matrix.at(static_cast<Distance>(d));
        if (!spread) continue;
        line(fmt::format("CPU to CPU, {}", kDistanceNames[d]),
             fmt::format("{:.1f} ns one way (80 % of the rounds: {:.1f} to {:.1f})", spread->median,
                         spread->low, spread->high));
    }
    if (matrix.cpus.size() < 2) {
        line("CPU to CPU",
             fmt::format("— (this process may use one CPU only: {})", format_cpu_list(matrix.cpus)));
    } else {
        line("pairs measured", fmt::format("{} of {}", matrix.pairs.size(), matrix.possible_pairs));
    }
    if (matrix.cpus.size() >= 2 && matrix.cpus.size() <= kMostColumns) text += matrix_text(matrix);
    for (const std::string& refusal : matrix.refusals) text += "not measured: " + refusal + "\n";
    if (matrix.partial) text += "Interrupted: fewer rounds than planned.\n";
    return text;
}

int run_calibrate(const CalibrateCommand& command) {
    if (!command.output.empty()) check_folder(command.output);
    const HostCalibration measured = measure(command.duration_s);
    const std::string text = command.json ? calibration_json(measured) : calibration_text(measured);
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
        throw Error("The result cannot be written", std::strerror(errno));
    }
    if (!command.output.empty()) {
        write_file(command.output, profile_text(make_host_profile(*Topology::host(), measured)));
        std::fprintf(stderr, "spinscope: profile in %s\n", command.output.c_str());
    }
    const bool nothing_kept = measured.matrix.partial && measured.matrix.pairs.empty();
    return nothing_kept ? 1 : 0;
}

}  // namespace spinscope
