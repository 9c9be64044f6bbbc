// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/collapse.h"

#include <algorithm>
#include <set>

#include "core/engine/sweep.h"

namespace spinscope {

void CollapsePoint::add(double pps) {
    pps_.insert(std::upper_bound(pps_.begin(), pps_.end(), pps), pps);
}

double CollapsePoint::median() const {
    const std::size_t middle = pps_.size() / 2;
    return pps_.size() % 2 == 1 ? pps_[middle] : (pps_[middle - 1] + pps_[middle]) / 2;
}

const CollapsePoint& CollapseCurve::peak() const {
    return *std::max_element(
        points.begin(), points.end(),
        [](const CollapsePoint& a, const CollapsePoint& b) { return a.median() < b.median(); });
}

std::vector<Fall> CollapseCurve::falls() const {
    std::vector<std::optional<double>> series;
    for (const CollapsePoint& point : points) series.emplace_back(point.median());
    const std::vector<bool> fell = cliffs(series);
    std::vector<Fall> all;
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (fell[i]) all.push_back({i, 1 - points[i].median() / points[i - 1].median()});
    }
    return all;
}

std::optional<Fall> CollapseCurve::largest_fall() const {
    const std::vector<Fall> all = falls();
    const auto largest = std::max_element(all.begin(), all.end(),
                                          [](const Fall& a, const Fall& b) { return a.share < b.share; });
    return largest == all.end() ? std::nullopt : std::optional(*largest);
}

const CollapsePoint* CollapseCurve::at(unsigned cpus) const {
    const auto found = std::find_if(points.begin(), points.end(),
                                    [cpus](const CollapsePoint& point) { return point.cpus() == cpus; });
    return found == points.end() ? nullptr : &*found;
}

void CollapseData::add(const std::string& strategy, unsigned cpus, double pps) {
    auto curve = std::find_if(curves_.begin(), curves_.end(),
                              [&](const CollapseCurve& known) { return known.strategy == strategy; });
    if (curve == curves_.end()) curve = curves_.insert(curve, CollapseCurve{strategy, {}});
    std::vector<CollapsePoint>& points = curve->points;
    auto point = std::lower_bound(points.begin(), points.end(), cpus,
                                  [](const CollapsePoint& known, unsigned n) { return known.cpus() < n; });
    if (point == points.end() || point->cpus() != cpus) point = points.insert(point, CollapsePoint(cpus));
    point->add(pps);
}

const CollapseCurve* CollapseData::find(const std::string& strategy) const {
    const auto curve = std::find_if(curves_.begin(), curves_.end(),
                                    [&](const CollapseCurve& known) { return known.strategy == strategy; });
    return curve == curves_.end() ? nullptr : &*curve;
}

CollapseData CollapseData::only(const std::vector<std::string>& strategies) const {
    CollapseData some;
    for (const std::string& strategy : strategies) {
        if (const CollapseCurve* curve = find(strategy)) some.curves_.push_back(*curve);
    }
    return some;
}

std::vector<unsigned> CollapseData::cpus() const {
    std::set<unsigned> all;
    for (const CollapseCurve& curve : curves_) {
        for (const CollapsePoint& point : curve.points) all.insert(point.cpus());
    }
    return {all.begin(), all.end()};
}

double CollapseData::highest() const {
    double highest = 0;
    for (const CollapseCurve& curve : curves_) {
        for (const CollapsePoint& point : curve.points) highest = std::max(highest, point.highest());
    }
    return highest;
}

std::size_t CollapseData::runs_a_point() const {
    std::size_t most = 0;
    for (const CollapseCurve& curve : curves_) {
        for (const CollapsePoint& point : curve.points) most = std::max(most, point.runs());
    }
    return most;
}

std::vector<unsigned> cpu_counts(unsigned from, unsigned to, unsigned every) {
    std::vector<unsigned> counts;
    for (unsigned n = from; n < to; n = (n / every + 1) * every) counts.push_back(n);
    counts.push_back(to);
    return counts;
}

}  // namespace spinscope
