// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace spinscope {

/// Packets per second of one strategy with so many CPUs, from one run for each seed.
class CollapsePoint {
 public:
    explicit CollapsePoint(unsigned cpus) : cpus_(cpus) {}
    void add(double pps);

    unsigned cpus() const { return cpus_; }
    std::size_t runs() const { return pps_.size(); }
    double median() const;
    double lowest() const { return pps_.front(); }
    double highest() const { return pps_.back(); }

 private:
    unsigned cpus_;
    std::vector<double> pps_;  ///< sorted
};

/// A step in which a curve lost much of its height (cliffs() of the engine).
struct Fall {
    std::size_t to = 0;  ///< index of the point after the step
    double share = 0;    ///< what was lost, in (0, 1]
};

/// A strategy's points by the number of CPUs, ascending; at least one.
struct CollapseCurve {
    std::string strategy;
    std::vector<CollapsePoint> points;

    const CollapsePoint& peak() const;
    /// From left to right.
    std::vector<Fall> falls() const;
    std::optional<Fall> largest_fall() const;
    const CollapsePoint* at(unsigned cpus) const;
};

/// What a sweep has measured so far on one machine.
class CollapseData {
 public:
    void add(const std::string& strategy, unsigned cpus, double pps);

    bool empty() const { return curves_.empty(); }
    /// In the order in which they came.
    const std::vector<CollapseCurve>& curves() const { return curves_; }
    const CollapseCurve* find(const std::string& strategy) const;
    /// Only these strategies, in this order, where they are there.
    CollapseData only(const std::vector<std::string>& strategies) const;
    /// All CPU counts of all curves, ascending.
    std::vector<unsigned> cpus() const;
    double highest() const;
    std::size_t runs_a_point() const;  ///< the most that any point has

 private:
    std::vector<CollapseCurve> curves_;
};

/// What the collapse view shows of one machine.
struct CollapseView {
    CollapseData results;
    CollapseData host;       ///< measured on this computer, as crosses; empty where `results` are of it
    CollapseData published;  ///< as hollow diamonds
};

/// The CPU counts of a sweep: `from`, the multiples of `every` above it, and `to`.
std::vector<unsigned> cpu_counts(unsigned from, unsigned to, unsigned every);

}  // namespace spinscope
