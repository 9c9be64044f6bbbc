// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/metrics/run_result.h"

namespace spinscope {

// The parts that JSON results are made of, in the order of their objects. Only for this folder.

using Json = nlohmann::ordered_json;

Json or_null(const std::optional<double>& value);
Json machine_json(const RunInfo& run);
Json packets_json(const RunResult& result);
Json rate_json(const RunResult& result);
Json fairness_json(const RunResult& result);
Json summary_json(const std::optional<Summary>& summary);
Json locks_json(const RunResult& result);
Json switches_json(const RunResult& result);
Json workers_json(const RunResult& result);
Json device_errors_json(const RunResult& result);
Json kernel_json(const RunResult& result);
Json calibration_json(const RunInfo& run);
Json environment_json(const RunInfo& run);
Json conditions_json(const RunInfo& run);
Json costs_json(const RunInfo& run);
Json ledger_json(const RunResult& result);

/// A command line may hold any bytes; the output stays valid. No line breaks with a negative indent.
std::string text_of(const Json& json, int indent);

}  // namespace spinscope
