// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ctime>
#include <optional>

namespace spinscope {

/// What the window costs: CPU time of the calling (GUI) thread per frame, and frames per second, each over
/// about a second.
class FrameMeter {
 public:
    struct Reading {
        double cpu_ms = 0;  ///< of the GUI thread, all it does, per frame
        double per_s = 0;
    };

    /// Once per frame.
    void frame() {
        const double now = seconds(CLOCK_MONOTONIC);
        if (frames_ == 0 || now - began_ > 5) {  // the first, or after a rest
            begin(now);
            return;
        }
        ++frames_;
        if (now - began_ < 1) return;
        const int drawn = frames_ - 1;
        reading_ = Reading{(seconds(CLOCK_THREAD_CPUTIME_ID) - cpu_) * 1000 / drawn, drawn / (now - began_)};
        begin(now);
    }
    void rest() {
        frames_ = 0;
        reading_.reset();
    }
    const std::optional<Reading>& reading() const { return reading_; }

 private:
    static double seconds(clockid_t clock) {
        timespec time{};
        clock_gettime(clock, &time);
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
    }
    void begin(double now) {
        began_ = now;
        cpu_ = seconds(CLOCK_THREAD_CPUTIME_ID);
        frames_ = 1;
    }

    int frames_ = 0;
    double began_ = 0;
    double cpu_ = 0;
    std::optional<Reading> reading_;
};

}  // namespace spinscope
