// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/metrics/history.h"
#include "core/metrics/snapshot.h"
#include "core/topology/topology.h"

namespace spinscope {

/// What the machine drawing shows of one CPU: its workers taken together.
struct CpuState {
    unsigned workers = 0;
    int worker = -1;  ///< index of its first worker
    // Shares of the time in [0, 1]: of waiting and holding the mean over its workers, of owning and
    // transmitting the sum, because one worker at a time owns.
    double wait_root = 0;
    double wait_gate = 0;
    double hold = 0;
    double transmit = 0;
    double own = 0;
    double pps = 0;  ///< completed packets per second
    bool owner = false;

    double waiting() const { return wait_root + wait_gate; }
};

/// The states of all CPUs, smoothed over about a third of a second so that a person can read them.
class CpuStates {
 public:
    explicit CpuStates(const Topology& topology);

    /// Takes over a snapshot of a run on this machine; the same snapshot twice counts once.
    void add(const Snapshot& snapshot);
    /// Instead, what the history says of some time; `snapshot` says which CPU each worker is on. Who was the
    /// owner at an instant is not kept.
    void show(const HistorySlice& slice, const Snapshot& snapshot);
    void clear();

    const std::vector<CpuState>& all() const { return states_; }  ///< by index into Topology::pus()
    unsigned used() const { return used_; }                       ///< CPUs with a worker
    /// Of a share of owning: twice the fair share of a CPU is 1.
    double own_scale() const { return used_ / (2.0 * queues_); }
    bool empty() const { return used_ == 0; }

 private:
    std::vector<CpuState> by_cpu(const Snapshot& snapshot, const HistorySlice* slice) const;
    /// Means over the workers of a CPU; counts the CPUs that have any.
    void take_means(std::vector<CpuState>& states);

    std::vector<CpuState> states_;
    std::vector<int> pu_of_os_;
    unsigned used_ = 0;
    unsigned queues_ = 1;
    std::uint64_t sequence_ = 0;
    double owner_since_s_ = -1;
};

}  // namespace spinscope
