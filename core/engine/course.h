// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/experiment.h"

namespace spinscope {

/// What an experiment asks for at which run time: its scripted switches, and its end. Times in ns.
class Course {
 public:
    static constexpr std::uint64_t kNever = ~std::uint64_t{0};

    explicit Course(const Experiment& experiment)
        : switches_(experiment.switches.begin(), experiment.switches.end()) {
        std::stable_sort(switches_.begin(), switches_.end(),
                         [](const auto& a, const auto& b) { return a.at_s < b.at_s; });
        if (experiment.duration_s) end_ns_ = in_ns(experiment.warmup_s + *experiment.duration_s);
    }

    static std::uint64_t in_ns(double seconds) {
        return static_cast<std::uint64_t>(std::llround(seconds * 1e9));
    }

    /// When there is something to do next.
    std::uint64_t next_ns() const {
        return switches_.empty() ? end_ns_ : std::min(end_ns_, in_ns(switches_.front().at_s));
    }
    /// A switch that is due, once.
    std::optional<ScriptedSwitch> take_switch(std::uint64_t now_ns) {
        if (switches_.empty() || in_ns(switches_.front().at_s) > now_ns) return std::nullopt;
        ScriptedSwitch change = std::move(switches_.front());
        switches_.pop_front();
        return change;
    }
    /// `finished`: the counted packets are all done.
    bool over(std::uint64_t now_ns, bool finished) const { return now_ns >= end_ns_ || finished; }

 private:
    std::deque<ScriptedSwitch> switches_;
    std::uint64_t end_ns_ = kNever;
};

}  // namespace spinscope
