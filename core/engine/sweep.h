// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "core/base/experiment.h"
#include "core/metrics/run_result.h"

namespace spinscope {

/// A grid: each strategy with each number of workers; everything else is `base`'s, whose own strategy and
/// workers mean nothing. Options go to those strategies that know them.
struct SweepPlan {
    Experiment base;
    std::vector<std::string> strategies;
    std::vector<unsigned> workers;
};

/// One run of the grid.
struct SweepPoint {
    std::string strategy;
    unsigned workers = 0;
    std::optional<RunResult> result;  ///< nothing where it has not been run, or could not be
    std::string problem;              ///< why it could not
};

/// Runs a grid on threads of its own: on a simulated machine many points at a time, on the host one after the
/// other. Every method may be called from any thread.
class Sweep {
 public:
    /// Checks every point. Throws UsageError.
    explicit Sweep(SweepPlan plan);
    /// Cancels, and waits for what runs: under a second.
    ~Sweep();
    Sweep(const Sweep&) = delete;
    Sweep& operator=(const Sweep&) = delete;

    /// Begins, once, on `threads` threads (0 = one for each usable CPU). `progress` is called after each
    /// point and at the end, on some thread; it must not block for long.
    void start(std::function<void()> progress = {}, unsigned threads = 0);
    /// Ends it soon; points that are not finished are left out.
    void cancel() { stop_.request_stop(); }
    /// Until it has ended or the time is over; true if it has ended.
    bool wait(std::chrono::milliseconds timeout);

    const SweepPlan& plan() const { return plan_; }
    std::size_t total() const { return plan_.strategies.size() * plan_.workers.size(); }
    std::size_t finished() const;
    bool ended() const;
    /// True where it was cancelled before every point was run.
    bool partial() const { return ended() && finished() < total(); }
    /// All points, strategy by strategy, each in the order of the workers.
    std::vector<SweepPoint> points() const;

 private:
    void run_all(unsigned threads);
    void run_point(std::size_t index);

    const SweepPlan plan_;
    std::vector<Experiment> experiments_;
    std::function<void()> progress_;
    std::stop_source stop_;
    mutable std::mutex mutex_;
    std::condition_variable condition_;
    std::vector<SweepPoint> points_;
    std::size_t finished_ = 0;
    bool started_ = false;
    bool ended_ = false;
    std::thread thread_;
};

/// The points at which a series falls by more than 30 % from one to the next: the cliffs.
std::vector<bool> cliffs(const std::vector<std::optional<double>>& series);

/// 1 to `cpus`; above 16, a choice of them that a plot over their logarithm needs.
std::vector<unsigned> usual_workers(unsigned cpus);

}  // namespace spinscope
