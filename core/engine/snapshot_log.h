// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "core/metrics/snapshot.h"

namespace spinscope {

/// The newest snapshots of a session: one writer at a time, any readers. Kept under a mutex (an atomic
/// shared_ptr is reported as a race by ThreadSanitizer), held for pointer copies only.
class SnapshotLog {
 public:
    using Pointer = std::shared_ptr<const Snapshot>;

    SnapshotLog() : newest_(std::make_shared<Snapshot>()) {}

    /// Numbers the snapshot and makes it the newest.
    void publish(std::shared_ptr<Snapshot> snapshot) {
        const std::scoped_lock lock(mutex_);
        snapshot->sequence = newest_->sequence + 1;
        newest_ = std::move(snapshot);
        recent_.push_back(newest_);
        if (recent_.size() > kKept) recent_.pop_front();
    }
    Pointer newest() const {
        const std::scoped_lock lock(mutex_);
        return newest_;
    }
    std::vector<Pointer> after(std::uint64_t sequence) const {
        const std::scoped_lock lock(mutex_);
        seen_ = std::max(seen_, sequence);
        std::vector<Pointer> result;
        for (const Pointer& snapshot : recent_) {
            if (snapshot->sequence > sequence) result.push_back(snapshot);
        }
        return result;
    }

    /// How many a reader of after() has not told that it has seen.
    std::uint64_t unread() const {
        const std::scoped_lock lock(mutex_);
        return newest_->sequence - std::min(seen_, newest_->sequence);
    }

    static constexpr std::size_t kKept = 64;  // 2 s at 30 a second

 private:
    mutable std::mutex mutex_;
    Pointer newest_;
    std::deque<Pointer> recent_;
    mutable std::uint64_t seen_ = 0;
};

}  // namespace spinscope
