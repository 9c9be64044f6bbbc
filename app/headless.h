// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "app/command_line.h"
#include "app/interrupts.h"
#include "app/output.h"
#include "core/engine/session.h"
#include "core/metrics/history.h"

namespace spinscope {

/// Draws a run into a file; throws Error.
using DrawPicture = std::function<void(const History&, Session::SnapshotPtr, const std::string& path)>;

/// Runs to the end, or to the first signal, and prints the result; messages go to `errors`. A second signal
/// ends the waiting for whatever is still going on. Returns the exit code: 0, or 1 when the run failed,
/// nothing was kept or the result could not be written. Throws UsageError for an experiment that makes no
/// sense.
int run_headless(Session& session, const RunCommand& command, Interrupts& interrupts, Output& output,
                 Output& errors, const DrawPicture& draw);

}  // namespace spinscope
