// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/batch.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "core/engine/registry.h"
#include "core/engine/run_plan.h"
#include "core/engine/session.h"
#include "core/engine/sim_run.h"
#include "core/queue/disciplines.h"

namespace spinscope {
namespace {

using namespace std::chrono_literals;

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

Batch::Batch(std::vector<Experiment> experiments, std::function<void(std::size_t, RunOutcome)> take)
    : experiments_(std::move(experiments)), take_(std::move(take)) {}

Batch::~Batch() {
    cancel();
    if (thread_.joinable()) thread_.join();
}

void Batch::start(std::function<void()> progress, unsigned threads) {
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

void Batch::run_all(unsigned threads) {
    if (!simulated(experiments_.front())) {
        for (std::size_t i = 0; i < experiments_.size() && !stop_.stop_requested(); ++i) run_one(i);
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
                    run_one(i);
                }
            },
            tbb::simple_partitioner{});
    });
}

void Batch::run_one(std::size_t index) {
    RunOutcome outcome;
    try {
        const Experiment& experiment = experiments_[index];
        const std::stop_token stop = stop_.get_token();
        RunResult result = simulated(experiment) ? simulate(experiment, stop) : run_on_host(experiment, stop);
        if (result.partial) return;
        outcome.result = std::move(result);
    } catch (const Error& error) {
        outcome.problem = error.line();
    } catch (const std::exception& error) {
        outcome.problem = error.what();
    }
    {
        const std::scoped_lock lock(mutex_);
        take_(index, std::move(outcome));
        ++finished_;
    }
    if (progress_) progress_();
}

bool Batch::wait(std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    return condition_.wait_for(lock, timeout, [this] { return ended_; });
}

std::size_t Batch::finished() const {
    const std::scoped_lock lock(mutex_);
    return finished_;
}

bool Batch::ended() const {
    const std::scoped_lock lock(mutex_);
    return ended_;
}

Experiment with_strategy(const Experiment& base, const std::string& strategy) {
    Experiment experiment = base;
    experiment.strategy = strategy;
    experiment.options.clear();
    const auto take = [&](const auto* known) {
        if (known == nullptr) return;  // whoever checks the experiment says so
        for (const OptionInfo& option : known->options) {
            const auto found = base.options.find(std::string(option.name));
            if (found != base.options.end()) experiment.options.insert(*found);
        }
    };
    take(find_strategy(strategy));
    take(find_discipline(base.discipline));
    return experiment;
}

void check_batch(const Experiment& base, const std::vector<Experiment>& experiments,
                 const std::string& kind) {
    if (!base.duration_s && !base.count) {
        throw UsageError("A " + kind + " needs an end for each run", "it would stay at the first",
                         "Give a duration or a count");
    }
    for (const auto& option : base.options) {
        const bool known = std::any_of(experiments.begin(), experiments.end(), [&](const Experiment& one) {
            return one.options.count(option.first) != 0;
        });
        if (!known) {
            throw UsageError("No strategy of this " + kind + ", nor its discipline, has an option \"" +
                                 option.first + "\"",
                             {}, "Leave it out");
        }
    }
    const ProfilePtr profile = simulated(base) ? load_profile(base.machine) : nullptr;
    const auto topology = profile ? topology_of(*profile) : Topology::host();
    for (const Experiment& experiment : experiments) {
        validate(experiment);
        plan_run(experiment, topology, profile);
    }
}

}  // namespace spinscope
