// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/clock.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace spinscope {
namespace {

/// constant_tsc and nonstop_tsc, and a kernel that itself trusts the TSC: it checks the skew between CPUs.
bool tsc_is_trustworthy() {
    std::ifstream source("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    std::string name;
    source >> name;
    std::ifstream cpuinfo("/proc/cpuinfo");
    bool constant = false;
    for (std::string line; std::getline(cpuinfo, line);) {
        if (line.rfind("flags", 0) != 0) continue;
        constant =
            line.find(" constant_tsc") != std::string::npos && line.find(" nonstop_tsc") != std::string::npos;
        break;
    }
    return constant && (name == "tsc" || name == "kvm-clock");
}

}  // namespace

const Clock& Clock::get() {
    static const Clock clock;
    return clock;
}

Clock::Clock() {
#if defined(__x86_64__)
    const char* wish = std::getenv("SPINSCOPE_CLOCK");
    if (wish != nullptr && std::strcmp(wish, "monotonic") == 0) return;
    if ((wish == nullptr || std::strcmp(wish, "tsc") != 0) && !tsc_is_trustworthy()) return;
    const std::uint64_t begin_ns = monotonic();
    const std::uint64_t begin_ticks = __rdtsc();
    std::uint64_t end_ns = begin_ns;
    while (end_ns - begin_ns < 20'000'000) end_ns = monotonic();
    const std::uint64_t ticks = __rdtsc() - begin_ticks;
    multiplier_ =
        static_cast<std::uint64_t>((static_cast<unsigned __int128>(end_ns - begin_ns) << 32) / ticks);
    origin_ticks_ = begin_ticks;
    origin_ns_ = begin_ns;
    tsc_ = true;
#endif
}

}  // namespace spinscope
