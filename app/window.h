// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/engine/session.h"
#include "core/metrics/history.h"
#include "ui/gui_main.h"

namespace spinscope {

// What the program does through Qt. A build without the window has the same functions, which refuse.

/// Opens the window and returns the process's exit code when it is closed. Throws UsageError where there is
/// no window or no display.
int open_window(int argc, char** argv, const GuiOptions& options);

/// Throws UsageError when no picture can be drawn into this file: so that it is said before the run.
void check_picture(const std::string& path);

/// Draws a run's dashboard into the file, with or without a display. Throws Error.
void draw_picture(const History& history, const Session::SnapshotPtr& newest, const std::string& path);

}  // namespace spinscope
