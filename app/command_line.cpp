// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <memory>
#include <string_view>

#include "app/catalog.h"
#include "app/experiment_options.h"
#include "app/values.h"
#include "core/base/error.h"
#include "core/engine/registry.h"

namespace spinscope {
namespace {

constexpr const char* kAbout =
    "An oscilloscope for spinlocks: pinned threads push packets through one transmit queue, and what its\n"
    "locking strategy does is measured. With no subcommand the window opens.";

constexpr const char* kExitCodes =
    "Exit codes: 0 ok; 1 the run failed, or was cut short with nothing kept; 2 the command line is wrong.";

constexpr const char* kInterrupted = "Ctrl-C ends a run and keeps the results so far, marked as partial.\n";

/// CLI11's layout, with defaults in words and without its notes on what excludes what.
class HelpLayout : public CLI::Formatter {
 public:
    HelpLayout() { column_width(36); }
    std::string make_option_opts(const CLI::Option* option) const override {
        return option->get_type_name().empty() ? "" : " " + option->get_type_name();
    }
    std::string make_option_desc(const CLI::Option* option) const override {
        const std::string standard = option->get_default_str();
        return option->get_description() + (standard.empty() ? "" : " (default: " + standard + ")");
    }
    std::string make_group(std::string group, bool positional,
                           std::vector<const CLI::Option*> options) const override {
        return "\n" + group + ":\n" + joined(options, positional);
    }

 private:
    std::string joined(const std::vector<const CLI::Option*>& options, bool positional) const {
        std::string text;
        for (const CLI::Option* option : options) text += make_option(option, positional);
        return text;
    }
};

CLI::Option* add_format(CLI::App& app, RunFormat& format, const char* flag, RunFormat value,
                        const char* help) {
    return app
        .add_flag_callback(
            flag, [&format, value] { format = value; }, help)
        ->group("Output");
}

/// The options of a result, in the order of --help.
void add_output_options(CLI::App& app, RunCommand& run) {
    const auto format = [&](const char* flag, RunFormat value, const char* help) {
        return add_format(app, run.format, flag, value, help);
    };
    CLI::Option* json = format("--json", RunFormat::Json, "one JSON object at the end");
    CLI::Option* lines = format("--json-lines", RunFormat::JsonLines,
                                "a JSON object about 10 times a second, the result last");
    CLI::Option* csv = format("--csv", RunFormat::Csv, "one row for each worker, and the total");
    json->excludes(lines)->excludes(csv);
    lines->excludes(csv);
    app.add_option("--picture", run.picture, "draw the run into FILE.svg, .png or .pdf at its end")
        ->type_name("FILE")
        ->group("Output");
}

/// The window with an experiment of its own: for the project's pictures and tests, so not in --help.
void add_window_options(CLI::App& app, GuiOptions& window) {
    app.add_flag("--start", window.start);
    app.add_flag("--compare", window.compare);
    app.add_option("--synthetic", window.synthetic);
    app.add_option("--theme", window.theme)->check(CLI::IsMember({"light", "dark", "contrast"}));
    app.add_option("--width", window.width);
    app.add_option("--height", window.height);
    app.add_option("--screenshot", window.screenshot);
    app.add_option("--screenshot-after", window.screenshot_after_s);
}

void add_calibrate(CLI::App& app, CalibrateCommand& calibrate) {
    CLI::App* sub = app.add_subcommand(
        "calibrate", "Measure this computer: clock, pause, and how long CPUs take to hand each other a line");
    sub->add_option_function<std::string>(
           "--duration",
           [&](const std::string& text) { calibrate.duration_s = real_number("--duration", text, 0, false); },
           "how long the pairs of CPUs are measured, at most")
        ->type_name("S")
        ->default_str("5");
    sub->add_option("--output", calibrate.output, "write a profile that --machine FILE takes")
        ->type_name("FILE");
    sub->add_flag("--json", calibrate.json, "as a JSON object");
    sub->footer(std::string(kInterrupted) + kExitCodes);
}

void add_validate(CLI::App& app, ValidateCommand& validate) {
    CLI::App* sub =
        app.add_subcommand("validate", "Published figures beside simulated ones, and why they differ");
    sub->add_option_function<std::string>(
           "--seed",
           [&](const std::string& text) {
               validate.seed = whole_number("--seed", text, 0, ~std::uint64_t{0});
           },
           "of the simulations")
        ->type_name("N")
        ->default_str("42");
    sub->add_flag("--json", validate.json, "as a JSON object");
    sub->footer(std::string(kInterrupted) + kExitCodes);
}

/// The subcommand compare: an experiment, how many rounds, and the forms of the result.
class CompareOptions {
 public:
    CompareOptions(CLI::App& app, CompareCommand& command)
        : command_(command),
          app_(
              *app.add_subcommand("compare", "Run strategies in turn, and say which differ and by how much")),
          experiment_(
              app_, command.plan.base,
              ManyRuns{.strategies = command.plan.strategies,
                       .strategies_help = "what is compared; one twice shows how much it differs from itself",
                       .host_s = 0.5,
                       .simulated_s = 0.02,
                       .warmup_share = 0.2}) {
        experiment_.add_duration_options();
        add_rounds("--rounds", std::to_string(kUsualRounds),
                   "each is a run of every strategy: A B C, then C B A", 1, command.plan.rounds);
        warmup_rounds_ =
            add_rounds("--warmup-rounds", "2, on a simulated machine 0",
                       "rounds before them, left out of the result", 0, command.plan.warmup_rounds);
        add_format(app_, command.format, "--json", RunFormat::Json, "one JSON object at the end")
            ->excludes(add_format(app_, command.format, "--csv", RunFormat::Csv, "one row for each run"));
        app_.footer(
            "On a simulated machine all strategies of a round run with the same seed, many at a time.\n" +
            std::string(kInterrupted) + kExitCodes);
    }
    /// After parsing. Throws UsageError.
    void finish() {
        experiment_.finish();
        if (warmup_rounds_->empty()) command_.plan.warmup_rounds = simulated(command_.plan.base) ? 0 : 2;
    }

 private:
    CLI::Option* add_rounds(const std::string& flag, const std::string& standard, const char* help,
                            unsigned least, unsigned& rounds) {
        return app_
            .add_option_function<std::string>(
                flag,
                [flag, least, &rounds](const std::string& text) {
                    rounds = static_cast<unsigned>(whole_number(flag, text, least, 10'000));
                },
                help)
            ->type_name("N")
            ->default_str(standard)
            ->group("Course of the run");
    }

    CompareCommand& command_;
    CLI::App& app_;
    ExperimentOptions experiment_;
    CLI::Option* warmup_rounds_ = nullptr;
};

const CLI::App& deepest_chosen(const CLI::App& app) {
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? app : *chosen.front();
}

/// An argument that CLI11 could not place.
Error misplaced(const CLI::App& app, const std::string& argument) {
    const CLI::App& chosen = deepest_chosen(app);
    const bool top = &chosen == &app;
    const std::string name = top ? "spinscope" : "spinscope " + chosen.get_name();
    const std::string see_help = fmt::format("See {} --help", name);
    if (argument.starts_with("-")) {
        std::vector<std::string> known;
        for (const CLI::Option* option : chosen.get_options()) {
            for (const std::string& flag : option->get_lnames()) known.push_back("--" + flag);
        }
        const std::string flag = argument.substr(0, argument.find('='));
        if (std::find(known.begin(), known.end(), flag) != known.end()) {
            return Error(fmt::format("{} is in the wrong place", argument), {},
                         fmt::format("Write it after \"{}\"", name));
        }
        return Error(fmt::format("{} has no option {}", name, argument), {},
                     suggestion(flag, known) + see_help);
    }
    if (top) {
        return Error(
            fmt::format("There is no subcommand \"{}\"", argument), {},
            suggestion(argument, {"run", "compare", "sweep", "list", "topology", "calibrate", "validate"}) +
                see_help);
    }
    return Error(fmt::format("{} takes no \"{}\"", name, argument), {}, see_help);
}

/// CLI11's own refusals, in the words of the others.
std::string explain(const CLI::App& app, const CLI::ParseError& error) {
    const std::vector<std::string> extras = app.remaining(true);
    if (!extras.empty()) return misplaced(app, extras.front()).line();
    const CLI::App& chosen = deepest_chosen(app);
    const std::string see_help =
        fmt::format("See spinscope {}--help", &chosen == &app ? "" : chosen.get_name() + " ");
    std::string what = error.what();
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
        what = what.substr(0, what.find(':')) + " needs a value";
    }
    return Error(what, {}, see_help).line();
}

/// CLI11 leaves two empty lines after each group.
std::string help_text(const CLI::App& app, const std::string& parents) {
    std::string text = app.help(parents);
    for (auto gap = text.find("\n\n\n"); gap != std::string::npos; gap = text.find("\n\n\n", gap)) {
        text.erase(gap, 1);
    }
    return text;
}

/// So that the command in a result can be pasted into a shell.
std::string quoted(const std::string& argument) {
    const bool plain =
        !argument.empty() && std::all_of(argument.begin(), argument.end(), [](unsigned char c) {
            return std::isalnum(c) != 0 ||
                   std::string_view("-_=.,:/@%+").find(static_cast<char>(c)) != std::string_view::npos;
        });
    if (plain) return argument;
    std::string text = "'";
    for (const char c : argument) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string command_text(const std::vector<std::string>& arguments) {
    std::string text = "spinscope";
    for (const std::string& argument : arguments) text += " " + quoted(argument);
    return text;
}

}  // namespace

Command parse_command_line(const std::vector<std::string>& arguments) {
    CLI::App app{kAbout, "spinscope"};
    app.formatter(std::make_shared<HelpLayout>());
    app.set_help_flag("-h,--help", "print this help and exit");
    app.set_version_flag("--version", std::string("spinscope ") + SPINSCOPE_VERSION,
                         "print the version and exit");
    app.footer(kExitCodes);
    app.require_subcommand(0, 1);

    RunCommand run;
    run.command = command_text(arguments);
    CLI::App* run_app =
        app.add_subcommand("run", "Run one strategy without a window and print what was measured");
    ExperimentOptions run_options(*run_app, run.experiment);
    run_options.add_duration_options();
    add_output_options(*run_app, run);
    run_app->footer(std::string(kInterrupted) + kExitCodes);

    CompareCommand compare;
    compare.command = run.command;
    CompareOptions compare_options(app, compare);

    SweepCommand sweep;
    sweep.command = run.command;
    CLI::App* sweep_app =
        app.add_subcommand("sweep", "Run each strategy with each number of workers: where does it collapse?");
    ExperimentOptions sweep_options(
        *sweep_app, sweep.plan.base,
        ManyRuns{.strategies = sweep.plan.strategies,
                 .workers = &sweep.plan.workers,
                 .strategies_help = "a column each; see spinscope list strategies"});
    sweep_options.add_duration_options();
    add_format(*sweep_app, sweep.format, "--json", RunFormat::Json, "one JSON object at the end")
        ->excludes(add_format(*sweep_app, sweep.format, "--csv", RunFormat::Csv, "one row for each run"));
    sweep_app->footer(std::string(kInterrupted) + kExitCodes);

    ListCommand list;
    CLI::App* list_app = app.add_subcommand("list", "List what can be chosen");
    list_app->add_option("name", list.what, fmt::format("which list: {}", fmt::join(list_names(), ", ")))
        ->type_name("NAME");
    list_app->add_flag("--json", list.json, "as a JSON array");

    TopologyCommand topology;
    CLI::App* topology_app = app.add_subcommand(
        "topology", "Show a machine: its CPUs and which may be used, or a simulated one's numbers");
    topology_app
        ->add_option("--machine", topology.machine,
                     "host, a simulated machine (see spinscope list machines), or the file of a profile")
        ->type_name("ID|FILE")
        ->default_str(topology.machine);
    topology_app->add_flag("--json", topology.json, "as a JSON object");

    CalibrateCommand calibrate;
    add_calibrate(app, calibrate);
    ValidateCommand validation;
    add_validate(app, validation);

    WindowCommand window;
    app.add_option("--machine", window.options.machine, "what the window opens on: host, a profile, a file")
        ->type_name("ID");
    Experiment window_experiment;
    CLI::App* window_app = app.add_subcommand("window", "")->group("");
    ExperimentOptions window_options(*window_app, window_experiment);
    add_window_options(*window_app, window.options);

    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        if (run_app->parsed()) {
            run_options.finish();
            return run;
        }
        if (app.got_subcommand("compare")) {
            compare_options.finish();
            return compare;
        }
        if (list_app->parsed()) {
            if (list.what.empty()) {
                throw UsageError("spinscope list needs a name", {},
                                 fmt::format("Choose from: {}", fmt::join(list_names(), ", ")));
            }
            choose("List", list.what, list_names());
            return list;
        }
        if (sweep_app->parsed()) {
            sweep_options.finish();
            return sweep;
        }
        if (topology_app->parsed()) return topology;
        if (app.got_subcommand("calibrate")) return calibrate;
        if (app.got_subcommand("validate")) return validation;
        window_options.finish();
        if (window_options.any_given()) window.options.experiment = window_experiment;
        return window;
    } catch (const CLI::CallForHelp&) {
        const CLI::App& chosen = deepest_chosen(app);
        return PrintCommand{.text = help_text(chosen, &chosen == &app ? "" : "spinscope"), .exit_code = 0};
    } catch (const CLI::CallForVersion& version) {
        return PrintCommand{.text = std::string(version.what()) + "\n", .exit_code = 0};
    } catch (const CLI::ParseError& error) {
        return PrintCommand{.text = "spinscope: " + explain(app, error) + "\n", .exit_code = 2};
    } catch (const Error& error) {
        return PrintCommand{.text = "spinscope: " + error.line() + "\n", .exit_code = 2};
    }
}

}  // namespace spinscope
