// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/base/workload_costs.h"

namespace spinscope {

/// One number of WorkloadCosts by name: for `--cost`, help and results.
struct CostInfo {
    std::string_view name;  ///< on the command line: "payload-lines"
    std::string_view key;   ///< in JSON: "payload_lines"
    std::string_view help;
    double least;
    double most;
    bool fraction;  ///< may have a decimal point
    double (*get)(const WorkloadCosts&);
    void (*set)(WorkloadCosts&, double);
};

namespace detail {
template <auto kMember>
using Type = std::remove_reference_t<decltype(std::declval<WorkloadCosts&>().*kMember)>;

template <auto kMember>
constexpr CostInfo cost(std::string_view name, std::string_view key, std::string_view help, double least,
                        double most) {
    return {name,
            key,
            help,
            least,
            most,
            std::is_floating_point_v<Type<kMember>>,
            [](const WorkloadCosts& costs) { return static_cast<double>(costs.*kMember); },
            [](WorkloadCosts& costs, double value) { costs.*kMember = static_cast<Type<kMember>>(value); }};
}
}  // namespace detail

/// All of them, in the order of a packet's life.
inline constexpr std::array kCostTable{
    detail::cost<&WorkloadCosts::produce_ns>("produce", "produce_ns", "ns to make a packet, no lock held", 0,
                                             1e9),
    detail::cost<&WorkloadCosts::enqueue_ns>("enqueue", "enqueue_ns", "ns to queue it, under the root lock",
                                             0, 1e9),
    detail::cost<&WorkloadCosts::dequeue_ns>("dequeue", "dequeue_ns",
                                             "ns to take it off again, under the root lock", 0, 1e9),
    detail::cost<&WorkloadCosts::driver_ns>("driver", "driver_ns", "ns of the device call, under the tx lock",
                                            0, 1e9),
    detail::cost<&WorkloadCosts::complete_ns>("complete", "complete_ns",
                                              "ns to free what was sent, by the owner, no lock held", 0, 1e9),
    detail::cost<&WorkloadCosts::drop_ns>(
        "drop", "drop_ns", "ns to free what was dropped, under the root lock or after it, by era", 0, 1e9),
    detail::cost<&WorkloadCosts::payload_lines>("payload-lines", "payload_lines",
                                                "cache lines that producer and driver both touch", 0, 1024),
    detail::cost<&WorkloadCosts::packet_memory>("packet-memory", "packet_memory",
                                                "packets on the way without --in-flight", 1, 1e6),
    detail::cost<&WorkloadCosts::ring>("ring", "ring", "slots of the device", 1, 1e6),
    detail::cost<&WorkloadCosts::device_pps>("device-pps", "device_pps",
                                             "packets/s that the wire takes; 0 = any number", 0, 1e12)};

}  // namespace spinscope
