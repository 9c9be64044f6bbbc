// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/machine/machine.h"

namespace spinscope {

/// A worker's list of queues to run later; shared by all machines, used by one worker (or by whoever parked
/// it).
template <class M>
class RunList {
 public:
    void add(std::uint64_t due, Runnable<M>& queue) { entries_.push_back({due, &queue}); }
    void cancel(const Runnable<M>& queue) {
        std::erase_if(entries_, [&](const Entry& entry) { return entry.queue == &queue; });
    }
    /// Earliest time at which something is due; kForever when empty.
    std::uint64_t next_due() const {
        std::uint64_t due = kForever;
        for (const Entry& entry : entries_) due = std::min(due, entry.due);
        return due;
    }
    /// Runs what is due, once each: what a run raises again waits for the next boundary.
    void run(typename M::Ctx& ctx) {
        if (entries_.empty()) return;
        const std::uint64_t now = ctx.now();
        due_.clear();
        std::erase_if(entries_, [&](const Entry& entry) {
            if (entry.due > now) return false;
            due_.push_back(entry.queue);
            return true;
        });
        for (Runnable<M>* queue : due_) queue->run_scheduled(ctx);
    }

 private:
    struct Entry {
        std::uint64_t due;
        Runnable<M>* queue;
    };
    std::vector<Entry> entries_;
    std::vector<Runnable<M>*> due_;
};

}  // namespace spinscope
