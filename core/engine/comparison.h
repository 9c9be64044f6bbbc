// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/engine/batch.h"
#include "core/metrics/measures.h"

namespace spinscope {

/// A median of 16 misses its interval in 2 of 100 cases; numbers near 20 come closer to 5 (see
/// order_interval()).
inline constexpr unsigned kUsualRounds = 16;

/// Strategies in turn, a run of each in every round; everything else is `base`'s, whose own strategy means
/// nothing. Options go to those strategies that know them. A strategy may be there twice: an A/A check.
struct ComparisonPlan {
    Experiment base;
    std::vector<std::string> strategies;
    unsigned rounds = kUsualRounds;
    unsigned warmup_rounds =
        0;                     ///< before them, left out: a computer gets warm, a simulated machine does not
    unsigned first_round = 0;  ///< rounds that were run before: order and seeds go on from there
};

/// One run of each strategy; nothing where there is none (yet), or it failed.
struct ComparisonRound {
    unsigned number = 0;
    std::uint64_t seed = 0;                       ///< the same for every strategy of the round
    std::vector<std::size_t> order;               ///< in which the strategies were run, as indices
    std::vector<std::optional<Measures>> values;  ///< by strategy
};

/// What was measured, in the order of the rounds.
struct ComparisonData {
    std::vector<std::string> strategies;
    std::vector<ComparisonRound> rounds;
    std::shared_ptr<const RunInfo> run;  ///< conditions, of some run; null while there is none
    std::vector<std::string> warnings;   ///< of the runs, each once
    bool partial = false;                ///< ended before every round was run

    /// Rounds with a run of every strategy.
    std::size_t complete() const;
    /// Takes rounds of the same strategies that were run later.
    void append(const ComparisonData& later);
};

/// The strategies in the order of a round: A B C, then C B A, so that what drifts with time favours nobody.
/// Warm-up rounds have negative numbers.
std::vector<std::size_t> order_of_round(int number, std::size_t strategies);

/// Runs a comparison on threads of its own: on this computer one run after the other, on a simulated machine
/// many at a time. Every method may be called from any thread.
class Comparison {
 public:
    /// Checks every run. Throws UsageError.
    explicit Comparison(ComparisonPlan plan);

    /// As of Batch: begins, once.
    void start(std::function<void()> progress = {}, unsigned threads = 0) {
        batch_.start(std::move(progress), threads);
    }
    /// Ends it soon and keeps what is finished.
    void cancel() { batch_.cancel(); }
    /// Until it has ended or the time is over; true if it has ended.
    bool wait(std::chrono::milliseconds timeout) { return batch_.wait(timeout); }

    const ComparisonPlan& plan() const { return plan_; }
    /// Runs, the warm-up's too.
    std::size_t total() const { return batch_.total(); }
    std::size_t finished() const { return batch_.finished(); }
    bool ended() const { return batch_.ended(); }
    /// What there is now; rounds without any run are left out.
    ComparisonData data() const;
    /// Why runs failed, each reason once.
    std::vector<std::string> problems() const;

 private:
    struct Place {
        int round = 0;  ///< from 0 on; negative for the warm-up
        std::size_t strategy = 0;
    };
    void take(std::size_t index, RunOutcome outcome);

    const ComparisonPlan plan_;
    std::vector<Place> places_;  ///< of each run
    mutable std::mutex mutex_;
    ComparisonData data_;
    std::vector<std::string> problems_;
    Batch batch_;  ///< the last: it ends before what it fills goes
};

}  // namespace spinscope
