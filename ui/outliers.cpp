// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/outliers.h"

#include <algorithm>
#include <cmath>

namespace spinscope {
namespace {

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::vector<double> values_of(const HistorySlice& slice, Outlier::Metric metric) {
    std::vector<double> values;
    double sent = 0;
    for (const WorkerSlice& w : slice.workers) sent += double{w.sent};
    for (const WorkerSlice& w : slice.workers) {
        values.push_back(metric == Outlier::Metric::Waiting      ? double{w.wait_root} + double{w.wait_gate}
                         : metric == Outlier::Metric::OwnerShare ? (sent > 0 ? double{w.sent} / sent : 0)
                                                                 : double{w.rate});
    }
    return values;
}

}  // namespace

std::vector<Outlier> outliers_of(const HistorySlice& slice, std::size_t most) {
    if (slice.covered_s <= 0 || slice.workers.size() < kFewestForOutliers) return {};
    std::vector<Outlier> farthest(slice.workers.size());
    for (const Outlier::Metric metric :
         {Outlier::Metric::Waiting, Outlier::Metric::OwnerShare, Outlier::Metric::Rate}) {
        const std::vector<double> values = values_of(slice, metric);
        const double median = median_of(values);
        std::vector<double> distances;
        for (const double value : values) distances.push_back(std::abs(value - median));
        // A share of time is known to a part in a hundred at best, anything else relative to its size.
        const double least = metric == Outlier::Metric::Waiting ? 0.01 : 0.01 * std::abs(median);
        const double usual = std::max(median_of(distances), least);
        if (usual <= 0) continue;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double times = distances[i] / usual;
            if (times <= farthest[i].times) continue;
            farthest[i] = {static_cast<int>(i), metric, values[i], median, times};
        }
    }
    std::erase_if(farthest, [](const Outlier& outlier) { return outlier.times <= kUnusual; });
    std::stable_sort(farthest.begin(), farthest.end(),
                     [](const Outlier& a, const Outlier& b) { return a.times > b.times; });
    if (farthest.size() > most) farthest.resize(most);
    return farthest;
}

}  // namespace spinscope
