// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/cpu_state.h"

#include <algorithm>
#include <cmath>

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

void CpuStates::add(const Snapshot& snapshot) {
    if (snapshot.sequence == sequence_ && used_ != 0) return;
    sequence_ = snapshot.sequence;
    std::vector<CpuState> now(states_.size());
    for (std::size_t i = 0; i < snapshot.workers.size(); ++i) {
        const WorkerSnapshot& worker = snapshot.workers[i];
        const int pu = worker.cpu < pu_of_os_.size() ? pu_of_os_[worker.cpu] : -1;
        if (pu < 0) continue;
        CpuState& state = now[static_cast<std::size_t>(pu)];
        if (state.workers++ == 0) state.worker = static_cast<int>(i);
        const WorkerInterval& interval = worker.interval;
        state.wait_root += interval.wait_root;
        state.wait_gate += interval.wait_gate;
        state.hold += interval.hold;
        state.transmit += interval.transmit;
        state.own += interval.own;
        if (snapshot.interval_s > 0)
            state.pps += static_cast<double>(interval.completed) / snapshot.interval_s;
        state.owner = state.owner || worker.owner;
    }
    const bool first = used_ == 0;
    const double weight =
        first || snapshot.interval_s <= 0 ? 1 : 1 - std::exp(-snapshot.interval_s / kSmooth_s);
    const bool new_owner = first || owner_since_s_ < 0 || snapshot.at_s - owner_since_s_ >= kOwnerHeld_s ||
                           snapshot.at_s < owner_since_s_;
    if (new_owner) owner_since_s_ = snapshot.at_s;
    used_ = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        CpuState& state = now[i];
        const CpuState& before = states_[i];
        if (state.workers > 0) {
            ++used_;
            for (double* mean : {&state.wait_root, &state.wait_gate, &state.hold}) *mean /= state.workers;
        }
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
