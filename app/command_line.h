// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/base/experiment.h"
#include "core/engine/comparison.h"
#include "core/engine/sweep.h"
#include "ui/gui_main.h"

namespace spinscope {

/// What a headless run prints on stdout.
enum class RunFormat { Table, Json, JsonLines, Csv };

struct RunCommand {
    Experiment experiment;
    RunFormat format = RunFormat::Table;
    std::string picture;  ///< file of a picture at the end; empty = none
    std::string command;  ///< the command line, for the result
};

struct SweepCommand {
    SweepPlan plan;  ///< workers empty = as is usual for the machine
    RunFormat format = RunFormat::Table;
    std::string command;  ///< the command line, for the result
};

struct CompareCommand {
    ComparisonPlan plan;
    RunFormat format = RunFormat::Table;
    std::string command;  ///< the command line, for the result
};

struct ListCommand {
    std::string what;
    bool json = false;
};

struct TopologyCommand {
    std::string machine = "host";
    bool json = false;
};

struct CalibrateCommand {
    bool json = false;
    std::string output;  ///< file of the profile; empty = none
    double duration_s = 5;
};

struct ValidateCommand {
    bool json = false;
    std::uint64_t seed = 42;
};

struct WindowCommand {
    GuiOptions options;
};

/// Help, the version (exit code 0, on stdout) or what is wrong with the command line (2, on stderr).
struct PrintCommand {
    std::string text;
    int exit_code = 0;
};

using Command = std::variant<WindowCommand, RunCommand, ListCommand, TopologyCommand, CalibrateCommand,
                             CompareCommand, SweepCommand, ValidateCommand, PrintCommand>;

/// Reads the arguments after the program's name. Never throws for what they say.
Command parse_command_line(const std::vector<std::string>& arguments);

}  // namespace spinscope
