// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/sweep_job.h"

#include <algorithm>
#include <set>

#include "core/engine/sweep.h"

namespace spinscope {

namespace {

/// A sweep of the engine for each seed, one after the other, so that the curves are there after the first.
class EngineJob : public SweepJob {
 public:
    explicit EngineJob(const SweepRequest& request) {
        for (unsigned i = 0; i < request.seeds; ++i) {
            SweepPlan plan{request.base, request.strategies, request.workers};
            plan.base.seed += i;
            sweeps_.push_back(std::make_unique<Sweep>(std::move(plan)));
        }
        sweeps_.front()->start();
    }

    std::vector<SweepSample> take() override {
        std::vector<SweepSample> fresh;
        if (at_ == sweeps_.size()) return fresh;
        Sweep& sweep = *sweeps_[at_];
        const bool over = sweep.ended();
        const std::vector<SweepPoint> points = sweep.points();
        for (std::size_t i = 0; i < points.size(); ++i) {
            const SweepPoint& point = points[i];
            if (!point.problem.empty() && problem_.empty()) problem_ = point.problem;
            if (!point.result || !point.result->transmitted_pps || !taken_.insert(i).second) continue;
            fresh.push_back({point.strategy, point.workers, *point.result->transmitted_pps});
        }
        if (over) {
            done_ += sweep.finished();
            taken_.clear();
            at_ = cancelled_ || !problem_.empty() ? sweeps_.size() : at_ + 1;
            if (at_ < sweeps_.size()) sweeps_[at_]->start();
        }
        return fresh;
    }
    std::size_t done() const override {
        return done_ + (at_ < sweeps_.size() ? sweeps_[at_]->finished() : 0);
    }
    bool ended() const override { return at_ == sweeps_.size(); }
    std::string problem() const override { return problem_; }
    void cancel() override {
        cancelled_ = true;
        for (const auto& sweep : sweeps_) sweep->cancel();
    }

 private:
    std::vector<std::unique_ptr<Sweep>> sweeps_;
    std::size_t at_ = 0;           ///< the one that runs
    std::set<std::size_t> taken_;  ///< of its points
    std::size_t done_ = 0;         ///< runs of those before it
    bool cancelled_ = false;
    std::string problem_;
};

}  // namespace

std::unique_ptr<SweepJob> start_sweep(const SweepRequest& request) {
    return std::make_unique<EngineJob>(request);
}

}  // namespace spinscope
