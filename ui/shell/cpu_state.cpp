// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/cpu_state.h"

#include <algorithm>
#include <cmath>

#include "ui/machine_words.h"

namespace spinscope {

namespace {

constexpr double kSmooth_s = 0.35;
constexpr double kOwnerHeld_s =
    0.25;  ///< ownership moves a million times a second; the frame must not flicker

}  // namespace

CpuStates::CpuStates(const Topology& topology) : states_(topology.pus().size()) {
    for (std::size_t i = 0; i < topology.pus().size(); ++i) {
        const std::size_t os = topology.pus()[i].os_index;
        if (pu_of_os_.size() <= os) pu_of_os_.resize(os + 1, -1);
        pu_of_os_[os] = static_cast<int>(i);
    }
}

void CpuStates::clear() {
    std::fill(states_.begin(), states_.end(), CpuState{});
    used_ = 0;
    owner_since_s_ = -1;
}

std::vector<CpuState> CpuStates::by_cpu(const Snapshot& snapshot, const HistorySlice* slice) const {
    std::vector<CpuState> now(states_.size());
    for (std::size_t i = 0; i < snapshot.workers.size(); ++i) {
        const WorkerSnapshot& worker = snapshot.workers[i];
        const int pu = worker.cpu < pu_of_os_.size() ? pu_of_os_[worker.cpu] : -1;
        if (pu < 0) continue;
        CpuState& state = now[static_cast<std::size_t>(pu)];
        if (state.workers++ == 0) state.worker = static_cast<int>(i);
        const auto take = [&state](const auto& shares) {
            state.wait_root += double{shares.wait_root};
            state.wait_gate += double{shares.wait_gate};
            state.hold += double{shares.hold};
            state.transmit += double{shares.transmit};
            state.own += double{shares.own};
        };
        if (slice != nullptr) {
            if (i >= slice->workers.size()) continue;
            take(slice->workers[i]);
            state.pps += double{slice->workers[i].rate};
            continue;
        }
        take(worker.interval);
        if (snapshot.interval_s > 0)
            state.pps += static_cast<double>(worker.interval.completed) / snapshot.interval_s;
        state.owner = state.owner || worker.owner;
    }
    return now;
}

void CpuStates::take_means(std::vector<CpuState>& states) {
    used_ = 0;
    for (CpuState& state : states) {
        if (state.workers == 0) continue;
        ++used_;
        for (double* mean : {&state.wait_root, &state.wait_gate, &state.hold}) *mean /= state.workers;
    }
}

void CpuStates::show(const HistorySlice& slice, const Snapshot& snapshot) {
    queues_ = queues_of(snapshot);
    states_ = by_cpu(snapshot, &slice);
    take_means(states_);
}

void CpuStates::add(const Snapshot& snapshot) {
    if (snapshot.sequence == sequence_ && used_ != 0) return;
    sequence_ = snapshot.sequence;
    queues_ = queues_of(snapshot);
    std::vector<CpuState> now = by_cpu(snapshot, nullptr);
    const bool first = used_ == 0;
    const double weight =
        first || snapshot.interval_s <= 0 ? 1 : 1 - std::exp(-snapshot.interval_s / kSmooth_s);
    const bool new_owner = first || owner_since_s_ < 0 || snapshot.at_s - owner_since_s_ >= kOwnerHeld_s ||
                           snapshot.at_s < owner_since_s_;
    if (new_owner) owner_since_s_ = snapshot.at_s;
    take_means(now);
    for (std::size_t i = 0; i < now.size(); ++i) {
        CpuState& state = now[i];
        const CpuState& before = states_[i];
        const auto smooth = [weight](double old, double& value) { value = old + weight * (value - old); };
        smooth(before.wait_root, state.wait_root);
        smooth(before.wait_gate, state.wait_gate);
        smooth(before.hold, state.hold);
        smooth(before.transmit, state.transmit);
        smooth(before.own, state.own);
        smooth(before.pps, state.pps);
        if (!new_owner) state.owner = before.owner;
    }
    states_ = std::move(now);
}

}  // namespace spinscope
