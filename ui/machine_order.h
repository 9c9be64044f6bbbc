// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstddef>
#include <vector>

#include "core/metrics/snapshot.h"
#include "core/topology/topology.h"

namespace spinscope {

/// Workers whose CPUs are in one part of the machine: a die, what shares a cache, a package.
struct WorkerGroup {
    QString name;   ///< "die 0"; empty where the machine has no parts
    QString cpus;   ///< their CPUs (os indices) as a list: "0–79"
    int first = 0;  ///< row of its first worker
    int count = 0;
    int end() const { return first + count; }
};

/// The workers in the order of the machine: one row each, the rows of a group beside each other. Where
/// workers share CPUs it is their own order, and all are one group.
struct MachineOrder {
    std::vector<int> worker;  ///< by row
    std::vector<int> row;     ///< by worker
    std::vector<WorkerGroup> groups;

    int rows() const { return static_cast<int>(worker.size()); }
    /// Index of the group that `row` is in; -1 if there is none.
    int group_of_row(int row) const;
};

/// For the run of `snapshot`; empty before the first.
MachineOrder machine_order(const Snapshot& snapshot);

/// A part of the machine that has CPUs of several cores: what folds into one lane.
struct MachinePart {
    QString name;
    std::vector<unsigned> pus;  ///< indices into Topology::pus()
};
/// The smallest parts that are not more than kMostParts, in machine order; together they have all CPUs.
std::vector<MachinePart> parts_of(const Topology& topology);
inline constexpr std::size_t kMostParts = 16;

}  // namespace spinscope
