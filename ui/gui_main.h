// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/base/experiment.h"

namespace spinscope {

/// What the command line may say about the window. Everything but `experiment` and `start` is there to make
/// the project's own pictures and tests, and hidden from --help.
struct GuiOptions {
    std::optional<Experiment> experiment;  ///< instead of the one the window was last closed with
    std::string machine;     ///< to open on; empty = the experiment's, else as chosen last time, else by rule
    bool start = false;      ///< as if Start were pressed at once
    bool compare = false;    ///< the page Compare, with its sweep begun at once
    unsigned synthetic = 0;  ///< > 0: a formula with so many CPUs feeds the window, nothing is measured
    std::string theme;       ///< light, dark, contrast; empty = as set
    unsigned width = 0;      ///< of the window, logical px; 0 = as last time
    unsigned height = 0;
    std::string screenshot;  ///< PNG of the window; the window closes after it
    double screenshot_after_s = 5;
};

/// Shows the window and runs until it is closed; the return value is the process's exit code. Needs a
/// display. Settings are neither read nor written when a picture or a synthetic machine was asked for.
int run_gui(int argc, char** argv, const GuiOptions& options = {});

}  // namespace spinscope
