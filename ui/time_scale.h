// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace spinscope {

/// Time to pixel columns and back. A column is one device pixel wide and stands for a fixed stretch of time,
/// [index * step, (index + 1) * step): so a drawn column stays true while the picture scrolls, and all views
/// of one width show the same columns.
struct TimeScale {
    double step_s = 1;       ///< one column
    std::int64_t first = 0;  ///< index of the leftmost column
    int columns = 0;

    /// `columns` columns that end with the one that holds `end_s`.
    static TimeScale ending_at(double end_s, double span_s, int columns) {
        TimeScale scale;
        scale.columns = std::max(1, columns);
        scale.step_s = std::max(1e-9, span_s) / scale.columns;
        // A time on a boundary belongs to the column before it: nothing is known of the one after.
        scale.first = static_cast<std::int64_t>(std::ceil(end_s / scale.step_s - 1e-6)) - scale.columns;
        return scale;
    }

    double begin_s() const { return static_cast<double>(first) * step_s; }
    double end_s() const { return static_cast<double>(first + columns) * step_s; }
    double span_s() const { return columns * step_s; }
    std::int64_t column_of(double time_s) const {
        return static_cast<std::int64_t>(std::floor(time_s / step_s));
    }
    /// Distance from the left edge, in columns; outside [0, columns] when the time is not shown.
    double position(double time_s) const { return (time_s - begin_s()) / step_s; }
    double time_at(double position) const { return begin_s() + position * step_s; }
    bool shows(double time_s) const { return time_s >= begin_s() && time_s <= end_s(); }
};

/// Which stretch of the run is on screen: one for all views. Clamped to what is kept, except that a run
/// shorter than the span leaves its left side empty.
class ViewRange {
 public:
    static constexpr double kShortest = 0.05;

    double end_s() const { return end_s_; }
    double span_s() const { return span_s_; }
    double begin_s() const { return end_s_ - span_s_; }
    bool follow() const { return follow_; }
    bool shows_all() const { return all_; }

    /// New data: moves along when following.
    void set_data(double begin_s, double end_s) {
        data_begin_ = begin_s;
        data_end_ = end_s;
        if (all_) span_s_ = whole();
        clamp();
    }
    void set_follow(bool follow) {
        follow_ = follow;
        clamp();
    }
    void set_span(double span_s) {
        all_ = false;
        span_s_ = span_s;
        clamp();
    }
    /// The whole run, and whatever comes.
    void fit() {
        all_ = follow_ = true;
        span_s_ = whole();
        clamp();
    }
    /// Zooms by `factor` (< 1 = closer) and keeps the time `at_s` where it is; while following, the newest.
    void zoom(double factor, double at_s) {
        all_ = false;
        const double before = span_s_;
        span_s_ = std::clamp(span_s_ * factor, kShortest, std::max(before, whole()));
        if (!follow_) end_s_ = at_s + (end_s_ - at_s) * span_s_ / before;
        clamp();
    }
    void pan(double seconds) {
        follow_ = all_ = false;
        end_s_ += seconds;
        clamp();
    }
    void show(double begin_s, double end_s) {
        follow_ = all_ = false;
        span_s_ = std::max(kShortest, end_s - begin_s);
        end_s_ = end_s;
        clamp();
    }

    bool operator==(const ViewRange&) const = default;

 private:
    /// Grows in steps of a quarter, so that a growing run redraws everything seldom.
    double whole() const {
        double span = 1;
        while (span < data_end_ - data_begin_) span *= 1.25;
        return span;
    }
    void clamp() {
        span_s_ = std::max(kShortest, span_s_);
        if (follow_) {
            end_s_ = data_end_;
            return;
        }
        end_s_ = std::clamp(end_s_, std::min(data_end_, data_begin_ + span_s_), data_end_);
    }

    double span_s_ = 60;
    double end_s_ = 0;
    double data_begin_ = 0;
    double data_end_ = 0;
    bool follow_ = true;
    bool all_ = false;
};

}  // namespace spinscope
