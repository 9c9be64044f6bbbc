// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/metrics/run_result.h"

namespace spinscope {

/// The object that `spinscope run --json` prints (schema spinscope.run/1: fields are added, never renamed).
/// In the C locale; what is not known is null.
std::string run_json(const RunResult& result);

/// The same object without line breaks, for the end of a stream of JSON lines.
std::string run_json_line(const RunResult& result);

/// One line of such a stream: what happened between two snapshots (schema spinscope.interval/1).
std::string interval_json_line(const RunResult& interval, bool warming_up);

}  // namespace spinscope
