// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/run_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace spinscope {

RunNotes::RunNotes(const RunInfo& info) : messages_(info.placement.refusals) {
    marks_.push_back({.at_s = 0, .strategy = info.experiment.strategy});
    for (const Message& note : info.placement.notes) tell(note);
}

void RunNotes::tell(Message message) {
    const std::scoped_lock lock(mutex_);
    const auto same = std::find_if(messages_.begin(), messages_.end(),
                                   [&](const Message& known) { return known.key == message.key; });
    if (same == messages_.end()) {
        messages_.push_back(std::move(message));
    } else {
        *same = std::move(message);
    }
}

void RunNotes::switched(Mark mark) {
    const std::scoped_lock lock(mutex_);
    marks_.push_back(std::move(mark));
}

void RunNotes::judge(const Snapshot& snapshot, bool ended) {
    const Experiment& experiment = snapshot.run->experiment;
    if (ended && experiment.offered_pps && !experiment.count) {
        const double reached = static_cast<double>(snapshot.totals.offered) / snapshot.at_s;
        if (reached < 0.95 * *experiment.offered_pps) {
            tell({Severity::Warning, "offered",
                  fmt::format("{:.0f} packets/s were offered instead of {:.0f}", reached,
                              *experiment.offered_pps),
                  "Ask for less, or give more workers or CPUs"});
        }
    }
    if (snapshot.throttled_ms > 0) {
        tell({Severity::Warning, "throttled",
              fmt::format("Throttled {:.0f} ms: the group has used its CPU quota (cpu.max)",
                          snapshot.throttled_ms),
              "Raise the quota, or leave out the hatched stretches", snapshot.interval_throttled});
    }
    if (snapshot.events_lost > 0) {
        tell({Severity::Warning, "lost-events",
              fmt::format("{} events lost: a worker filled its ring", snapshot.events_lost),
              "Holding, owning and transmitting are too low there; use the sampled probe",
              snapshot.interval_lost_events});
    }
    if (snapshot.watchdog_ends > 0) {
        tell({Severity::Warning, "watchdog",
              fmt::format("{} pure spins were ended after 200 ms: the holder was not running",
                          snapshot.watchdog_ends),
              "Use waiting spin-park, or fewer workers"});
    }
}

void RunNotes::write(Snapshot& snapshot) const {
    const std::scoped_lock lock(mutex_);
    snapshot.strategy = marks_.back().strategy;
    snapshot.marks = marks_;
    snapshot.messages = messages_;
}

}  // namespace spinscope
