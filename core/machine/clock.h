// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <ctime>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace spinscope {

/// Nanoseconds on one clock for the whole process: the TSC where it is invariant, else CLOCK_MONOTONIC. Both
/// have the same origin, so a TSC time can be compared with a kernel time to within the calibration error
/// (about 10 ppm). SPINSCOPE_CLOCK=tsc|monotonic in the environment chooses one.
class Clock {
 public:
    /// Calibrated once, on first use (20 ms).
    static const Clock& get();

    std::uint64_t now() const {
#if defined(__x86_64__)
        if (tsc_) {
            const auto ticks = static_cast<unsigned __int128>(__rdtsc() - origin_ticks_);
            return origin_ns_ + static_cast<std::uint64_t>((ticks * multiplier_) >> 32);
        }
#endif
        return monotonic();
    }
    const char* name() const {
        return tsc_ ? "tsc" : "monotonic";
    }

    static std::uint64_t monotonic() {
        timespec time{};
        clock_gettime(CLOCK_MONOTONIC, &time);
        return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
               static_cast<std::uint64_t>(time.tv_nsec);
    }

 private:
    Clock();
    bool tsc_ = false;
    std::uint64_t origin_ticks_ = 0;
    std::uint64_t origin_ns_ = 0;
    std::uint64_t multiplier_ = 0;  ///< ns per tick, 32.32 fixed point
};

}  // namespace spinscope
