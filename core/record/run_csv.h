// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/metrics/run_result.h"

namespace spinscope {

/// A header, one row for each worker, and a row "total"; in the C locale. A cell is empty where the value is
/// not known, or, as drops are, not one of a single worker.
std::string run_csv(const RunResult& result);

}  // namespace spinscope
