// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/sweep.h"

namespace spinscope {
namespace {

std::vector<Experiment> experiments_of(const SweepPlan& plan) {
    std::vector<Experiment> all;
    for (const std::string& strategy : plan.strategies) {
        for (const unsigned workers : plan.workers) {
            all.push_back(with_strategy(plan.base, strategy));
            all.back().workers = workers;
        }
    }
    if (all.empty()) {
        throw UsageError("A sweep needs strategies and numbers of workers", "there is nothing to run",
                         "Give one of each at least");
    }
    check_batch(plan.base, all, "sweep");
    return all;
}

}  // namespace

Sweep::Sweep(SweepPlan plan)
    : plan_(std::move(plan)), batch_(experiments_of(plan_), [this](std::size_t index, RunOutcome outcome) {
          const std::scoped_lock lock(mutex_);
          points_[index].result = std::move(outcome.result);
          points_[index].problem = std::move(outcome.problem);
      }) {
    for (const std::string& strategy : plan_.strategies) {
        for (const unsigned workers : plan_.workers) points_.push_back({strategy, workers, std::nullopt, {}});
    }
}

std::vector<SweepPoint> Sweep::points() const {
    const std::scoped_lock lock(mutex_);
    return points_;
}

std::vector<bool> cliffs(const std::vector<std::optional<double>>& series) {
    constexpr double kKept = 0.7;
    std::vector<bool> falls(series.size(), false);
    for (std::size_t i = 1; i < series.size(); ++i) {
        falls[i] = series[i] && series[i - 1] && *series[i] < kKept * *series[i - 1];
    }
    return falls;
}

std::vector<unsigned> usual_workers(unsigned cpus) {
    std::vector<unsigned> workers;
    for (unsigned n = 1; n < cpus; n += n < 16 ? 1 : n / 2) workers.push_back(n);
    workers.push_back(cpus);
    return workers;
}

}  // namespace spinscope
