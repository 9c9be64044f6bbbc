// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/path_state.h"

#include <algorithm>

#include "core/engine/registry.h"
#include "ui/machine_words.h"

namespace spinscope {
namespace {

constexpr double kWindow_s = 1;

}  // namespace

void PathMeter::add(const Snapshot& snapshot) {
    if (snapshot.run.get() != run_ || snapshot.marks.size() != marks_ ||
        (!counts_.empty() && snapshot.at_s < counts_.back().at_s)) {
        counts_.clear();
        run_ = snapshot.run.get();
        marks_ = snapshot.marks.size();
    }
    if (run_ == nullptr || (!counts_.empty() && counts_.back().at_s == snapshot.at_s)) return;
    const LockTotals& root = snapshot.locks[Site::Root];
    const LockTotals& relock = snapshot.locks[Site::Relock];
    counts_.push_back({snapshot.at_s, snapshot.totals.transmitted,
                       snapshot.totals.offered - snapshot.totals.dropped.burst,
                       root.handoffs + relock.handoffs, root.acquisitions, snapshot.totals.in_transit()});
    while (counts_.size() > 2 && counts_[1].at_s <= snapshot.at_s - kWindow_s) counts_.pop_front();
}

PathState PathMeter::state(const Snapshot& snapshot, const History& history) const {
    PathState state;
    if (const StrategyInfo* info = find_strategy(snapshot.strategy)) state.strategy = *info;
    state.queues = queues_of(snapshot);
    for (const WorkerSnapshot& worker : snapshot.workers) {
        state.cpus.push_back(worker.cpu);
        state.owner.push_back(worker.owner);
        state.own.push_back(0);
    }
    if (counts_.size() < 2 || snapshot.workers.empty()) return state;
    const Counts& before = counts_.front();
    const Counts& after = counts_.back();
    HistorySlice slice;
    history.query(before.at_s, after.at_s, {true, false, {}}, slice);
    if (slice.covered_s <= 0 || slice.workers.size() != snapshot.workers.size()) return state;

    state.measured = true;
    double hold = 0;
    double own = 0;
    double transmit = 0;
    for (std::size_t i = 0; i < slice.workers.size(); ++i) {
        const WorkerSlice& worker = slice.workers[i];
        state.gate_wait += double{worker.wait_gate};
        state.root_wait += double{worker.wait_root};
        hold += double{worker.hold};
        own += double{worker.own};
        transmit += double{worker.transmit};
        state.own[i] = worker.own;
    }
    const auto workers = static_cast<double>(slice.workers.size());
    state.gate_wait /= workers;
    state.root_wait /= workers;
    if (snapshot.run->experiment.probe != ProbeMode::Off) {
        const auto of_queue = [&](double sum) { return std::min(1.0, sum / state.queues); };
        state.held = of_queue(hold);
        state.owned = of_queue(own);
        state.busy = of_queue(transmit);
        if (slice.sent_pps > 0) state.xmit_ns = transmit / slice.sent_pps * 1e9;
    }
    state.least = state.most = after.in_transit;
    for (const Counts& at : counts_) {
        state.least = std::min(state.least, at.in_transit);
        state.most = std::max(state.most, at.in_transit);
    }
    const auto sent = static_cast<double>(after.transmitted - before.transmitted);
    if (sent > 0) state.handoffs_a_packet = static_cast<double>(after.handoffs - before.handoffs) / sent;
    const auto entries = static_cast<double>(after.entries - before.entries);
    if (state.strategy && state.strategy->gate == "llist" && entries > 0) {
        state.packets_a_flush = static_cast<double>(after.arrived - before.arrived) / entries;
    }
    return state;
}

std::vector<std::string> owner_names(const PathState& state, std::size_t most) {
    std::vector<std::string> names;
    std::size_t owners = 0;
    for (std::size_t i = 0; i < state.owner.size(); ++i) {
        if (!state.owner[i]) continue;
        if (++owners <= most) names.push_back(std::to_string(state.cpus[i]));
    }
    if (owners > most) names.push_back("+" + std::to_string(owners - most));
    return names;
}

}  // namespace spinscope
