// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "core/metrics/snapshot.h"

namespace spinscope {

/// What is said of a run while it goes on: the strategy in force, the switches, messages. Any thread.
class RunNotes {
 public:
    /// Begins with the strategy asked for, and with what the placement has to say.
    explicit RunNotes(const RunInfo& info);

    /// Adds a message, in place of one with its key.
    void tell(Message message);
    void switched(Mark mark);

    /// Tells what the snapshot shows to be wrong: lost events, a rate that was not reached... `ended`: it is
    /// the last one.
    void judge(const Snapshot& snapshot, bool ended);
    /// Puts all of it into the snapshot.
    void write(Snapshot& snapshot) const;

 private:
    mutable std::mutex mutex_;
    std::vector<Mark> marks_;
    std::vector<Message> messages_;
};

}  // namespace spinscope
