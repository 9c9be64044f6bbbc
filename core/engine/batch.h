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

/// What became of one run: its result, or why there is none.
struct RunOutcome {
    std::optional<RunResult> result;
    std::string problem;
};

/// Runs a list of experiments on one machine on threads of its own: simulated, many at a time, begun in their
/// order; on the host, one after the other. Every method may be called from any thread.
class Batch {
 public:
    /// `take` gets each outcome, on some thread, one at a time.
    Batch(std::vector<Experiment> experiments, std::function<void(std::size_t, RunOutcome)> take);
    /// Cancels, and waits for what runs: under a second.
    ~Batch();
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    /// Begins, once, on `threads` threads (0 = one for each usable CPU). `progress` is called after each
    /// run and at the end, on some thread; it must not block for long.
    void start(std::function<void()> progress, unsigned threads);
    /// Ends it soon; what was not finished is left out.
    void cancel() { stop_.request_stop(); }
    /// Until it has ended or the time is over; true if it has ended.
    bool wait(std::chrono::milliseconds timeout);

    std::size_t total() const { return experiments_.size(); }
    std::size_t finished() const;
    bool ended() const;

 private:
    void run_all(unsigned threads);
    void run_one(std::size_t index);

    const std::vector<Experiment> experiments_;
    const std::function<void(std::size_t, RunOutcome)> take_;
    std::function<void()> progress_;
    std::stop_source stop_;
    mutable std::mutex mutex_;
    std::condition_variable condition_;
    std::size_t finished_ = 0;
    bool started_ = false;
    bool ended_ = false;
    std::thread thread_;
};

/// The base experiment with another strategy, and those of its options that the strategy or the discipline
/// knows.
Experiment with_strategy(const Experiment& base, const std::string& strategy);

/// Whether all of them can be run: an end for each, options that one of the strategies knows, a place for
/// each worker. `kind` is what they are together ("sweep"), for the words. Throws UsageError.
void check_batch(const Experiment& base, const std::vector<Experiment>& experiments, const std::string& kind);

}  // namespace spinscope
