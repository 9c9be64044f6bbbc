// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include "app/progress_loop.h"
#include "app/units.h"
#include "core/base/error.h"
#include "core/record/validation_json.h"

namespace spinscope {
namespace {

std::string number(std::optional<double> value) {
    if (!value) return "—";
    const int digits = *value >= 100 ? 0 : *value >= 10 ? 1 : 2;
    return fmt::format("{:.{}f}", *value, digits);
}

std::string name_of(const PublishedFigure& figure) {
    return figure.group + " " + figure.what;
}

/// Text that many rows share is said once.
class Notes {
 public:
    std::string mark(const std::string& text) {
        if (text.empty()) return "";
        for (std::size_t i = 0; i < texts_.size(); ++i) {
            if (texts_[i] == text) return fmt::format("{}", i + 1);
        }
        texts_.push_back(text);
        return fmt::format("{}", texts_.size());
    }
    std::string list() const {
        std::string text;
        for (std::size_t i = 0; i < texts_.size(); ++i) text += fmt::format("{:>4}  {}\n", i + 1, texts_[i]);
        return text;
    }

 private:
    std::vector<std::string> texts_;
};

}  // namespace

std::string validation_text(const Validation& validation) {
    Notes notes;
    Notes sources;
    std::size_t widest = 0;
    for (const ValidationRow& row : validation.rows) widest = std::max(widest, width_of(name_of(row.figure)));
    const auto line = [widest](const std::string& figure, const std::string& strategy,
                               const std::string& profile, const std::string& published,
                               const std::string& simulated, const std::string& unit,
                               const std::string& ratio, const std::string& deviation,
                               const std::string& source, const std::string& note) {
        std::string text = pad_right(figure, widest + 2) + pad_right(strategy, 23) + pad_right(profile, 15) +
                           pad_left(published, 10) + pad_left(simulated, 10) + " " + pad_right(unit, 5) +
                           pad_left(ratio, 6) + pad_left(deviation, 10) + pad_left(source, 7) +
                           pad_left(note, 5);
        return text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
    };
    std::string text = line("FIGURE", "STRATEGY", "PROFILE", "PUBLISHED", "SIMULATED", "", "RATIO",
                            "DEVIATION", "SOURCE", "NOTE");
    for (const ValidationRow& row : validation.rows) {
        const PublishedFigure& figure = row.figure;
        const auto deviation = row.deviation();
        text +=
            line(name_of(figure), figure.strategy, figure.profile.value_or("—"), number(figure.published),
                 number(row.simulated), figure.unit, deviation ? fmt::format("{:.2f}", *deviation + 1) : "—",
                 deviation ? fmt::format("{:+.0f} %", std::round(100 * *deviation) + 0.0) : "—",
                 sources.mark(figure.source), notes.mark(row.note));
    }
    text += "\nSources:\n" + sources.list() + "\nNotes:\n" + notes.list();
    if (!validation.rows.empty()) {
        text += fmt::format(
            "\nSeed {}; one set of parameters for each machine (spinscope topology --machine ID), none "
            "for a strategy or a figure.\n",
            validation.rows.front().seed);
    }
    if (validation.partial) text += "Interrupted: not all rows were simulated.\n";
    return text;
}

int run_validate(const ValidateCommand& command) {
    Validation validation;
    std::atomic<std::size_t> done{0}, of{0};
    run_with_progress(
        [&](const std::stop_token& stop) {
            validation =
                validate_figures({.seed = command.seed}, stop, [&](std::size_t so_far, std::size_t all) {
                    done = so_far;
                    of = all;
                });
        },
        [&] { return fmt::format("simulating: {} of {} runs done", done.load(), of.load()); });
    const std::string text = command.json ? validation_json(validation) : validation_text(validation);
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
        throw Error("The result cannot be written", std::strerror(errno));
    }
    return validation.partial && done == 0 ? 1 : 0;
}

}  // namespace spinscope
