// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/workload_costs.h"

namespace spinscope {

/// What a waiter does (the words of the command line). SpinPark spins a bounded time, then parks.
enum class Waiting { SpinPark, Spin, Yield };
/// How much is timed: nothing; every contended wait and 1 call in 64; everything.
enum class ProbeMode { Off, Sampled, Full };

/// A strategy's or discipline's own options, by name ("burst-limit" -> "1000").
using Options = std::map<std::string, std::string>;

/// A live switch at a scripted time.
struct ScriptedSwitch {
    double at_s = 0;
    std::string strategy;
    Options options;
    bool operator==(const ScriptedSwitch&) const = default;
};

struct DeviceRequest {
    std::string kind = "udp";      ///< null, udp, packet, kernel; modelled on a simulated machine
    std::uint64_t delay_ns = 250;  ///< null: time one packet takes
    unsigned batch = 1;            ///< packets per device call (udp: sendmmsg above 1)
    bool verify = false;           ///< udp: the sink reads, and checks order and content
    std::string to;                ///< udp, packet, kernel: ADDR:PORT of a sink that is not ours
    std::string interface {};      ///< the network interface, of devices that use one; empty = by route
    bool operator==(const DeviceRequest&) const = default;
};

/// Everything that defines a run; a value, complete before start. Defaults are the command line's.
struct Experiment {
    std::string preset;  ///< id of the preset it was made from; empty = none
    std::string scenario = "transmit";
    std::string strategy = "ticket";
    Options options;   ///< of the strategy and of the discipline
    std::string lock;  ///< root lock; empty = the strategy's own
    std::string machine = "host";
    std::vector<unsigned> cpus;       ///< explicit list; empty = by placement
    std::optional<unsigned> workers;  ///< default: usable PUs
    std::string placement = "compact";
    DeviceRequest device;
    unsigned payload = 64;                    ///< bytes
    std::optional<unsigned> in_flight = 128;  ///< packets a producer may have on the way; none = open loop
    Waiting waiting = Waiting::SpinPark;
    std::string discipline = "pfifo";
    unsigned limit = 1000;  ///< packets a queue holds
    /// Device queues, each with a queue, its locks and its owner; 0 = as many as the strategy has by itself.
    unsigned queues = 0;
    std::string queue_by = "cpu";        ///< what chooses one: cpu, socket, flow
    unsigned flows = 0;                  ///< that the workers' packets belong to; 0 = one of each worker
    std::optional<double> offered_pps;   ///< in total; none = as fast as possible
    std::optional<double> duration_s;    ///< none = until stopped (the window)
    std::optional<std::uint64_t> count;  ///< stop after this many packets were offered, in total
    double warmup_s = 0;                 ///< left out of the result
    std::vector<ScriptedSwitch> switches;
    WorkloadCosts costs;  ///< charged on a simulated machine; on the host they are what they are
    std::uint64_t seed = 42;
    ProbeMode probe = ProbeMode::Sampled;
    bool operator==(const Experiment&) const = default;
};

constexpr std::string_view name_of(Waiting waiting) {
    constexpr std::array<std::string_view, 3> names{"spin-park", "spin", "yield"};
    return names[static_cast<std::size_t>(waiting)];
}
constexpr std::string_view name_of(ProbeMode mode) {
    constexpr std::array<std::string_view, 3> names{"off", "sampled", "full"};
    return names[static_cast<std::size_t>(mode)];
}

}  // namespace spinscope
