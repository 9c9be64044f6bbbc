// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/engine/batch.h"

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

/// Runs a grid as a batch: on a simulated machine many points at a time, on the host one after the other.
/// Every method may be called from any thread.
class Sweep {
 public:
    /// Checks every point. Throws UsageError.
    explicit Sweep(SweepPlan plan);

    /// As of Batch: begins, once.
    void start(std::function<void()> progress = {}, unsigned threads = 0) {
        batch_.start(std::move(progress), threads);
    }
    /// Ends it soon; points that are not finished are left out.
    void cancel() { batch_.cancel(); }
    /// Until it has ended or the time is over; true if it has ended.
    bool wait(std::chrono::milliseconds timeout) { return batch_.wait(timeout); }

    const SweepPlan& plan() const { return plan_; }
    std::size_t total() const { return batch_.total(); }
    std::size_t finished() const { return batch_.finished(); }
    bool ended() const { return batch_.ended(); }
    /// True where it was cancelled before every point was run.
    bool partial() const { return ended() && finished() < total(); }
    /// All points, strategy by strategy, each in the order of the workers.
    std::vector<SweepPoint> points() const;

 private:
    const SweepPlan plan_;
    mutable std::mutex mutex_;
    std::vector<SweepPoint> points_;
    Batch batch_;  ///< the last: it ends before what it fills goes
};

/// The points at which a series falls by more than 30 % from one to the next: the cliffs.
std::vector<bool> cliffs(const std::vector<std::optional<double>>& series);

/// 1 to `cpus`; above 16, a choice of them that a plot over their logarithm needs.
std::vector<unsigned> usual_workers(unsigned cpus);

}  // namespace spinscope
