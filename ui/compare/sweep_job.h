// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/experiment.h"

namespace spinscope {

/// What the Compare page asks for: each strategy with each number of workers, once for each seed.
struct SweepRequest {
    Experiment base;  ///< machine, traffic, length of a run; its seed is the first
    std::vector<std::string> strategies;
    std::vector<unsigned> workers;
    unsigned seeds = 1;

    std::size_t runs() const { return strategies.size() * workers.size() * seeds; }
};

/// One run of a sweep.
struct SweepSample {
    std::string strategy;
    unsigned workers = 0;
    double pps = 0;
};

/// A sweep that goes on by itself, on threads of its own. Nothing here blocks; the destructor cancels, and
/// may wait for what is running.
class SweepJob {
 public:
    virtual ~SweepJob() = default;

    /// What came since the last call.
    virtual std::vector<SweepSample> take() = 0;
    virtual std::size_t done() const = 0;
    /// Everything is done, or what was running when it was cancelled; take() once more has the last of it.
    virtual bool ended() const = 0;
    /// Why a run failed; empty while none has.
    virtual std::string problem() const = 0;
    virtual void cancel() = 0;
};

/// Throws UsageError for what makes no sense.
using StartSweep = std::function<std::unique_ptr<SweepJob>(const SweepRequest&)>;

/// The engine's sweep: simulated machines side by side on all CPUs, this computer one run after the other.
std::unique_ptr<SweepJob> start_sweep(const SweepRequest& request);

}  // namespace spinscope
