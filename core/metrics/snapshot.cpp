// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/snapshot.h"

namespace spinscope {

double jain_index(const std::vector<WorkerSnapshot>& workers) {
    double sum = 0;
    double squares = 0;
    for (const WorkerSnapshot& worker : workers) {
        const auto completed = static_cast<double>(worker.completed);
        sum += completed;
        squares += completed * completed;
    }
    return squares == 0 ? 1 : sum * sum / (static_cast<double>(workers.size()) * squares);
}

}  // namespace spinscope
