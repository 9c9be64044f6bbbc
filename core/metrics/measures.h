// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/metrics/run_result.h"

namespace spinscope {

/// What strategies are compared by: one number for each run.
enum class Metric { Pps, WaitP50, WaitP99, WaitMax, Jain, WorstShare, CpuPerPacket, HandoffsPerPacket };

struct MetricInfo {
    Metric metric;
    std::string_view id;     ///< in JSON and CSV
    std::string_view title;  ///< in tables
};

inline constexpr std::array<MetricInfo, 8> kMetrics{{
    {Metric::Pps, "transmitted_pps", "packets/s"},
    {Metric::WaitP50, "wait_p50_ns", "wait p50"},
    {Metric::WaitP99, "wait_p99_ns", "wait p99"},
    {Metric::WaitMax, "wait_max_ns", "wait max"},
    {Metric::Jain, "jain", "Jain"},
    {Metric::WorstShare, "worst_share", "worst worker"},
    {Metric::CpuPerPacket, "cpu_ns_per_packet", "CPU/packet"},
    {Metric::HandoffsPerPacket, "handoffs_per_packet", "handoffs"},
}};

/// By Metric; nothing where it is not known.
class Measures {
 public:
    std::optional<double>& operator[](Metric metric) { return values_[static_cast<std::size_t>(metric)]; }
    const std::optional<double>& operator[](Metric metric) const {
        return values_[static_cast<std::size_t>(metric)];
    }

 private:
    std::array<std::optional<double>, kMetrics.size()> values_;
};

/// Waits are of the whole call. The worst worker's share is what it completed of an even share: 1 when all
/// are alike, 0 when one starves. Handoffs are those of all locks.
Measures measures_of(const RunResult& result);

}  // namespace spinscope
