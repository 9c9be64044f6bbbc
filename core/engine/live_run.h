// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "core/metrics/run_info.h"
#include "core/metrics/snapshot.h"

namespace spinscope {

/// A run as a session drives it; by the session's control thread alone. It publishes its snapshots itself.
class LiveRun {
 public:
    using Duration = std::chrono::steady_clock::duration;

    virtual ~LiveRun() = default;
    /// Throws Error when it cannot.
    virtual void start() = 0;
    /// Sends the workers home, under a second; publishes the last snapshot.
    virtual void end() = 0;
    /// Throws UsageError for options that make no sense; the old strategy goes on then. `ending` turns true
    /// where somebody waits for the end of the run, on which the switch must not take long any more.
    virtual void switch_to(const std::string& strategy, const Options& options,
                           const std::atomic<bool>& ending) = 0;
    virtual void pause() = 0;
    virtual void resume() = 0;
    /// While paused: goes on to the next handoff, at most to run time `next_ns`. Nothing where can_step() is
    /// false.
    virtual bool can_step() const { return false; }
    virtual void step(std::uint64_t /*next_ns*/) {}
    virtual void tell(Message message) = 0;

    /// Run time; pauses do not count.
    virtual std::uint64_t elapsed_ns() const = 0;
    /// True when --count is used up and all is sent or dropped.
    virtual bool finished() const = 0;

    /// How long the control thread may sleep where there is something to do next at run time `next_ns`.
    virtual Duration rest(std::uint64_t next_ns) const = 0;
    /// The control thread is free: a simulated machine runs on for a moment, at most to `next_ns`. The host
    /// runs by itself.
    virtual void advance(std::uint64_t /*next_ns*/) {}
};

}  // namespace spinscope
