// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <deque>
#include <mutex>
#include <random>
#include <utility>

#include "core/engine/session.h"

namespace spinscope {
namespace {

/// What a strategy looks like in the formula; shapes from the published figures, not measurements.
struct Character {
    double sent_pps;                              ///< of 8 workers
    double wait_root, wait_gate, hold, transmit;  ///< a worker's time shares, with 8 workers
    double wait_p50_ns, wait_p99_ns, wait_max_ns;
    bool at_gate;  ///< most of the waiting is at the gate
};

Character character_of(const std::string& strategy) {
    if (strategy == "busylock") return {1.06e6, 0.03, 0.62, 0.03, 0.036, 420, 1500, 4200, true};
    if (strategy == "llist") return {1.24e6, 0.02, 0.004, 0.03, 0.038, 46, 236, 1100, false};
    if (strategy == "enqueue-lock") return {1.03e6, 0.06, 0.66, 0.03, 0.036, 510, 2100, 6100, true};
    if (strategy.starts_with("priority-relock"))
        return {0.96e6, 0.70, 0, 0.04, 0.034, 690, 2600, 8000, false};
    return {2.22e5, 0.93, 0, 0.03, 0.007, 4600, 6100, 14000, false};
}

/// Packages, dies on a large machine, cores, two threads a core: the nearest regular machine that is not
/// smaller.
std::string shape_for(unsigned workers) {
    const unsigned packages = workers > 32 ? 2 : 1;
    const unsigned dies = workers > 128 ? 3 : 1;
    const unsigned parts = packages * dies * 2;
    const unsigned cores = std::max(1u, (workers + parts - 1) / parts);
    return "pack:" + std::to_string(packages) + (dies > 1 ? " die:" + std::to_string(dies) : "") +
           " core:" + std::to_string(cores) + " pu:" + (workers > 1 ? "2" : "1");
}

/// Of a large machine every ninetieth CPU waits longer once the others hardly do: something to find.
bool is_odd(std::size_t worker, std::size_t workers) {
    return workers > 64 && worker % 90 == 47;
}

class Synthetic final : public SyntheticSession {
 public:
    explicit Synthetic(const SyntheticShape& shape) : shape_(shape), random_(shape.seed) {
        topology_ = Topology::synthetic(shape.topology.empty() ? shape_for(shape.workers) : shape.topology);
        newest_ = std::make_shared<Snapshot>();
    }

    void start(const Experiment& experiment) override {
        const std::scoped_lock lock(mutex_);
        auto run = std::make_shared<RunInfo>();
        run->experiment = experiment;
        run->experiment.workers = shape_.workers;
        run->topology = topology_;
        const std::vector<Pu>& pus = topology_->pus();
        for (unsigned i = 0; i < shape_.workers; ++i)
            run->placement.cpus.push_back(pus[i % pus.size()].os_index);
        run->placement.distinct = static_cast<unsigned>(std::min<std::size_t>(shape_.workers, pus.size()));
        run->simulated = true;
        run->machine_name = "Synthetic, " + std::to_string(shape_.workers) + " CPUs";
        run->environment = {"0.1.0", "synthetic", "none", std::nullopt, "virtual"};
        run_ = run;
        random_.seed(shape_.seed);
        state_ = Snapshot{};
        state_.run = run;
        state_.state = RunState::Running;
        state_.strategy = experiment.strategy;
        state_.marks = {{0, experiment.strategy, 0, 0}};
        state_.totals.delivered = 0;
        state_.totals.discarded = 0;
        state_.workers.assign(shape_.workers, {});
        wander_.assign(shape_.workers, 0);
        for (unsigned i = 0; i < shape_.workers; ++i) state_.workers[i].cpu = run->placement.cpus[i];
        publish();
    }
    void stop() override { change_state(RunState::Stopped); }
    void pause() override { change_state(RunState::Paused); }
    void resume() override { change_state(RunState::Running); }
    void switch_to(const std::string& strategy, const Options&) override {
        const std::scoped_lock lock(mutex_);
        if (state_.state != RunState::Running) return;
        state_.strategy = strategy;
        state_.marks.push_back({state_.at_s, strategy, 310'000 + state_.marks.size() * 10'000, 0});
    }

    SnapshotPtr newest() const override {
        const std::scoped_lock lock(mutex_);
        return newest_;
    }
    std::vector<SnapshotPtr> snapshots_after(std::uint64_t sequence) const override {
        const std::scoped_lock lock(mutex_);
        std::vector<SnapshotPtr> result;
        for (const SnapshotPtr& snapshot : kept_) {
            if (snapshot->sequence > sequence) result.push_back(snapshot);
        }
        return result;
    }
    std::shared_ptr<const Topology> topology() const override { return topology_; }
    bool wait_ended(std::chrono::milliseconds) override {
        const std::scoped_lock lock(mutex_);
        return state_.state != RunState::Running && state_.state != RunState::Paused;
    }

    void advance(unsigned snapshots) override {
        const std::scoped_lock lock(mutex_);
        for (unsigned i = 0; i < snapshots && state_.state == RunState::Running; ++i) {
            move_on();
            publish();
        }
    }
    void amend_next(std::function<void(Snapshot&)> edit) override {
        const std::scoped_lock lock(mutex_);
        amend_ = std::move(edit);
    }

 private:
    void change_state(RunState to) {
        const std::scoped_lock lock(mutex_);
        if (state_.state != RunState::Running && state_.state != RunState::Paused) return;
        state_.state = to;
        // Nothing is in a worker's hands any more; what is queued stays in the balance.
        if (to == RunState::Stopped) state_.totals.queued = state_.totals.in_transit();
        publish();
    }

    double uniform(double low, double high) { return std::uniform_real_distribution<>(low, high)(random_); }
    double normal(double mean, double spread) { return std::normal_distribution<>(mean, spread)(random_); }

    void move_on() {
        const Character look = character_of(state_.strategy);
        const double seconds = shape_.snapshot_interval_s;
        const double count = shape_.workers;
        // The others grow with the machine, ticket hardly: that is its collapse.
        const double machine = count / 8;
        const double scale = look.wait_root <= 0.9 ? std::pow(machine, 0.9)
                             : machine < 1         ? std::min(2.0, 1 / machine)
                                                   : std::pow(machine, 0.3);
        const double crowd = std::clamp((count - 1) / 7, 0.0, 1.0);  // one worker waits for nobody
        state_.at_s += seconds;
        state_.interval_s = seconds;
        state_.interval = {};
        state_.interval.delivered = 0;
        state_.interval.discarded = 0;
        state_.interval_call_wait.clear();
        for (Histogram& wait : state_.interval_wait) wait.clear();
        state_.interval_throttled = state_.interval_lost_events = false;
        state_.sequence += 1;

        std::size_t owner = 0;
        double best = -1;
        for (std::size_t i = 0; i < state_.workers.size(); ++i) {
            wander_[i] = 0.97 * wander_[i] + normal(0, 0.006);
            step_worker(i, look, look.sent_pps * scale / count * (1 + wander_[i]), crowd);
            if (const double draw = uniform(0, 1) * state_.workers[i].interval.own; draw > best) {
                best = draw;
                owner = i;
            }
        }
        for (WorkerSnapshot& worker : state_.workers) worker.owner = false;
        state_.workers[owner].owner = true;
        const double sent = std::max<double>(1, static_cast<double>(state_.interval.transmitted));
        for (WorkerSnapshot& worker : state_.workers) {
            const double share = static_cast<double>(worker.interval.transmitted) / sent;
            worker.owner_share_1s += (share - worker.owner_share_1s) * (state_.at_s < 0.05 ? 1 : 0.05);
        }
        state_.interval.delivered = state_.interval.transmitted;
        *state_.totals.delivered += state_.interval.transmitted;
        state_.totals.queued = std::min<std::uint64_t>(38, state_.totals.in_transit());
        state_.probe_overhead_percent = 0.8;
        state_.real_per_virtual = 1;
        fill_ledger(look);
    }

    void fill_ledger(const Character& look) {
        const std::uint64_t sent = state_.totals.transmitted;
        const auto last = static_cast<unsigned>(state_.workers.size() - 1);
        const auto row = [&](const char* name, double per_packet, double remote) {
            LedgerRow line{name, static_cast<std::uint64_t>(per_packet * static_cast<double>(sent)), 0, 0, 0,
                           {}};
            line.remote = static_cast<std::uint64_t>(remote * static_cast<double>(line.transfers));
            line.local = line.transfers - line.remote;
            if (last > 0) line.pulls = {{last, 0, line.remote / last}, {0, last, line.local / last}};
            return line;
        };
        state_.ledger = {row("root lock, queue, statistics", look.wait_root > 0.5 ? 9.4 : 2.1, 0.5),
                         row("gate", look.wait_gate > 0.1 ? 1.9 : 0, 0.5), row("packet", 1.2, 0.4)};
    }

    void step_worker(std::size_t index, const Character& look, double rate, double crowd) {
        WorkerSnapshot& worker = state_.workers[index];
        WorkerInterval& w = worker.interval;
        w = {};
        const bool odd = is_odd(index, state_.workers.size()) && look.wait_root < 0.1;
        if (odd) rate *= 0.4;
        const double share = 1.0 / static_cast<double>(shape_.workers);
        const double lean = look.at_gate && index >= state_.workers.size() / 2 ? 0.75 : 1.1;
        w.transmitted = static_cast<std::uint64_t>(
            std::max(0.0, rate * (look.at_gate ? lean : 1) * shape_.snapshot_interval_s * normal(1, 0.02)));
        w.completed = w.transmitted;
        // The tail drop of a queue that is full most of the time.
        const std::uint64_t dropped = look.wait_root > 0.9 ? w.transmitted / 50 : 0;
        w.offered = w.transmitted + dropped;
        const auto jitter = [&](double value, double spread) {
            return static_cast<float>(std::clamp(value * normal(1, spread), 0.0, 1.0));
        };
        w.wait_root = jitter(odd ? 0.6 : look.wait_root * crowd, 0.03);
        w.wait_gate = std::min(1 - w.wait_root, jitter(look.wait_gate * crowd, 0.05));
        const float left = 1 - w.wait_root - w.wait_gate;
        w.hold = std::min(left, jitter(look.hold, 0.2));
        w.transmit = std::min(left - w.hold, jitter(look.transmit * 8 * share, 0.3));
        w.own = jitter(share, 0.35);
        const double slow = 0.8 + 0.2 * static_cast<double>(shape_.workers) / 8;
        Histogram waits;
        // A few dozen draws stand for all calls of the interval.
        constexpr int kDraws = 40;
        const std::uint64_t calls = std::max<std::uint64_t>(w.offered, kDraws);
        for (int i = 0; i < kDraws; ++i) {
            const double spread = std::log(look.wait_p99_ns / look.wait_p50_ns) / 2.33;
            const double ns = look.wait_p50_ns * slow * std::exp(normal(0, spread));
            const bool free = uniform(0, 1) > 0.2 + 0.8 * crowd;
            waits.add(free ? 0 : static_cast<std::uint64_t>(ns), calls / kDraws);
        }
        if (uniform(0, 1) < 1.5 * share) {
            waits.add(static_cast<std::uint64_t>(look.wait_max_ns * slow * uniform(0.7, 1.6)));
        }
        w.calls = waits.count();
        w.wait_p50 = waits.quantile(0.5);
        w.wait_p99 = waits.quantile(0.99);
        w.wait_max = waits.max();

        worker.offered += w.offered;
        worker.completed += w.completed;
        worker.transmitted += w.transmitted;
        worker.acquisitions += w.calls;
        worker.contended += w.calls - waits.bucket(0);
        worker.wait.merge(waits);
        state_.interval.offered += w.offered;
        state_.interval.transmitted += w.transmitted;
        state_.interval.dropped.limit += dropped;
        state_.totals.offered += w.offered;
        state_.totals.transmitted += w.transmitted;
        state_.totals.dropped.limit += dropped;
        state_.call_wait.merge(waits);
        state_.interval_call_wait.merge(waits);
        const Site site = look.at_gate ? Site::Gate : Site::Root;
        state_.interval_wait[site].merge(waits);
        LockTotals& lock = state_.locks[site];
        lock.acquisitions += w.calls;
        lock.contended += w.calls - waits.bucket(0);
        lock.handoffs += (w.calls - waits.bucket(0)) / 2;
        lock.wait.merge(waits);
        lock.hold.add(static_cast<std::uint64_t>(uniform(30, 90)));
    }

    void publish() {
        if (state_.sequence <= newest_->sequence) state_.sequence = newest_->sequence + 1;
        auto snapshot = std::make_shared<Snapshot>(state_);
        if (amend_) std::exchange(amend_, nullptr)(*snapshot);
        newest_ = snapshot;
        kept_.push_back(std::move(snapshot));
        const auto keep = static_cast<std::size_t>(std::ceil(2.0 / shape_.snapshot_interval_s)) + 1;
        while (kept_.size() > keep) kept_.pop_front();
    }

    const SyntheticShape shape_;
    std::mt19937_64 random_;
    std::shared_ptr<const Topology> topology_;
    mutable std::mutex mutex_;
    std::shared_ptr<const RunInfo> run_;
    Snapshot state_;
    std::vector<double> wander_;
    SnapshotPtr newest_;
    std::deque<SnapshotPtr> kept_;
    std::function<void(Snapshot&)> amend_;
};

}  // namespace

std::unique_ptr<SyntheticSession> make_synthetic_session(const SyntheticShape& shape) {
    return std::make_unique<Synthetic>(shape);
}

}  // namespace spinscope
