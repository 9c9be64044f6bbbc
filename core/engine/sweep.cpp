// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/sweep.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/engine/registry.h"
#include "core/engine/run_plan.h"
#include "core/engine/session.h"
#include "core/engine/sim_run.h"

namespace spinscope {
namespace {

using namespace std::chrono_literals;

/// Those of the options that the strategy knows.
Options own_options(const Options& options, const std::string& strategy) {
    Options own;
    const StrategyInfo* info = find_strategy(strategy);
    if (info == nullptr) return own;
    for (const OptionInfo& option : info->options) {
        const auto found = options.find(std::string(option.name));
        if (found != options.end()) own.insert(*found);
    }
    return own;
}

std::vector<Experiment> experiments_of(const SweepPlan& plan) {
    std::vector<Experiment> all;
    for (const std::string& strategy : plan.strategies) {
        for (const unsigned workers : plan.workers) {
            Experiment experiment = plan.base;
            experiment.strategy = strategy;
            experiment.workers = workers;
            experiment.options = own_options(plan.base.options, strategy);
            all.push_back(std::move(experiment));
        }
    }
    return all;
}

void check(const SweepPlan& plan, const std::vector<Experiment>& experiments) {
    if (experiments.empty()) {
        throw UsageError("A sweep needs strategies and numbers of workers", "there is nothing to run",
                         "Give one of each at least");
    }
    if (!plan.base.duration_s && !plan.base.count) {
        throw UsageError("A sweep needs an end for each run", "it would stay at the first point",
                         "Give a duration or a count");
    }
    for (const auto& option : plan.base.options) {
        const bool known = std::any_of(plan.strategies.begin(), plan.strategies.end(), [&](const auto& id) {
            return own_options(plan.base.options, id).count(option.first) != 0;
        });
        if (!known) {
            throw UsageError("No strategy of this sweep has an option \"" + option.first + "\"", {},
                             "Leave it out");
        }
    }
    const ProfilePtr profile = simulated(plan.base) ? load_profile(plan.base.machine) : nullptr;
    const auto topology = profile ? topology_of(*profile) : Topology::host();
    for (const Experiment& experiment : experiments) {
        validate(experiment);
        plan_run(experiment, topology, profile);
    }
}

/// The whole run on the host; partial if it was asked to stop.
RunResult run_on_host(const Experiment& experiment, const std::stop_token& stop) {
    const auto session = make_host_session();
    Session::SnapshotPtr base;
    std::uint64_t sequence = 0;
    bool stopped = false;
    session->start(experiment);
    while (!session->wait_ended(20ms)) {
        for (const auto& snapshot : session->snapshots_after(sequence)) {
            sequence = snapshot->sequence;
            const bool warm = snapshot->run && snapshot->at_s >= experiment.warmup_s;
            if (!base && experiment.warmup_s > 0 && warm) base = snapshot;
        }
        if (stop.stop_requested() && !std::exchange(stopped, true)) session->stop();
    }
    const Session::SnapshotPtr last = session->newest();
    if (!last->run) {
        throw Error(last->messages.empty() ? "The run failed" : last->messages.front().line());
    }
    RunResult result = make_run_result(*last, base.get());
    result.partial = stopped;
    return result;
}

}  // namespace

Sweep::Sweep(SweepPlan plan) : plan_(std::move(plan)), experiments_(experiments_of(plan_)) {
    check(plan_, experiments_);
    for (const Experiment& experiment : experiments_) {
        points_.push_back({experiment.strategy, *experiment.workers, std::nullopt, {}});
    }
}

Sweep::~Sweep() {
    cancel();
    if (thread_.joinable()) thread_.join();
}

void Sweep::start(std::function<void()> progress, unsigned threads) {
    const std::scoped_lock lock(mutex_);
    if (std::exchange(started_, true)) return;
    progress_ = std::move(progress);
    if (threads == 0) threads = static_cast<unsigned>(Topology::host()->usable().size());
    thread_ = std::thread([this, threads] {
        run_all(threads);
        {
            const std::scoped_lock end(mutex_);
            ended_ = true;
        }
        condition_.notify_all();
        if (progress_) progress_();
    });
}

void Sweep::run_all(unsigned threads) {
    if (!simulated(plan_.base)) {
        for (std::size_t i = 0; i < experiments_.size() && !stop_.stop_requested(); ++i) run_point(i);
        return;
    }
    // Taken one by one, so that they end about in their order.
    std::atomic<std::size_t> next{0};
    tbb::task_arena arena(static_cast<int>(threads));
    arena.execute([&] {
        tbb::parallel_for(
            0u, threads,
            [&](unsigned) {
                for (std::size_t i = next++; i < experiments_.size() && !stop_.stop_requested(); i = next++) {
                    run_point(i);
                }
            },
            tbb::simple_partitioner{});
    });
}

void Sweep::run_point(std::size_t index) {
    SweepPoint point{experiments_[index].strategy, *experiments_[index].workers, std::nullopt, {}};
    try {
        const std::stop_token stop = stop_.get_token();
        RunResult result = simulated(plan_.base) ? simulate(experiments_[index], stop)
                                                 : run_on_host(experiments_[index], stop);
        if (result.partial) return;
        point.result = std::move(result);
    } catch (const Error& error) {
        point.problem = error.line();
    } catch (const std::exception& error) {
        point.problem = error.what();
    }
    {
        const std::scoped_lock lock(mutex_);
        points_[index] = std::move(point);
        ++finished_;
    }
    if (progress_) progress_();
}

bool Sweep::wait(std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    return condition_.wait_for(lock, timeout, [this] { return ended_; });
}

std::size_t Sweep::finished() const {
    const std::scoped_lock lock(mutex_);
    return finished_;
}

bool Sweep::ended() const {
    const std::scoped_lock lock(mutex_);
    return ended_;
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
