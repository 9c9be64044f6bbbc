// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

#include "core/probe/histogram.h"
#include "core/probe/site.h"

namespace spinscope {

/// A number with one writing thread and any number of readers.
class Counter {
 public:
    [[gnu::always_inline]] void add(std::uint64_t by) {
        value_.store(value_.load(std::memory_order_relaxed) + by, std::memory_order_release);
    }
    void set(std::uint64_t value) { value_.store(value, std::memory_order_release); }
    std::uint64_t get() const { return value_.load(std::memory_order_acquire); }

 private:
    std::atomic<std::uint64_t> value_{0};
};

enum class DropReason : std::uint8_t { Limit, Burst, Device, Deactivated, Aqm };
inline constexpr std::size_t kDropReasons = 5;

/// What one worker counts; written by that worker only, on cache lines of its own (128 bytes: the
/// adjacent-line prefetcher pairs lines). Releases and acquires let a reader that takes the "done" numbers
/// first never see more done than offered.
struct alignas(128) WorkerCounters {
    struct LockCounters {
        Counter acquisitions;
        Counter contended;
        Counter handoffs;
    };

    Counter offered;
    Counter transmitted;
    Counter calls;  ///< transmit calls that have returned
    Counter own;    ///< 1 while this worker has RUNNING
    Counter dropped[kDropReasons];
    PerSite<LockCounters> locks;
    Counter events;         ///< pushed into the ring
    Counter long_waits;     ///< over 1 ms
    Counter anomalies;      ///< negative durations, clamped
    Counter watchdog_ends;  ///< pure spins ended after 200 ms
    Counter wait_since;     ///< start of the wait in progress, ns on the session's clock; 0 = none
    Counter wait_site;      ///< its Site

    alignas(128) PerSite<LiveHistogram> wait;  ///< contended waits only
    LiveHistogram call_wait;                   ///< calls that waited only

    void drop(DropReason reason) { dropped[static_cast<std::size_t>(reason)].add(1); }
};

}  // namespace spinscope
