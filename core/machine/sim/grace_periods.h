// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <vector>

namespace spinscope {

/// Who is inside a packet, and who waits for them to have left it.
class GracePeriods {
 public:
    explicit GracePeriods(unsigned cpus) : online_(cpus, false) {}

    void online(unsigned cpu) { online_[cpu] = true; }
    /// The CPU is at a packet boundary; `done(waiter)` for each grace period that ends with it.
    template <class Done>
    void boundary(unsigned cpu, bool stays_online, Done&& done) {
        online_[cpu] = stays_online;
        if (periods_.empty()) return;
        std::erase_if(periods_, [&](Period& period) {
            if (!period.awaited[cpu]) return false;
            period.awaited[cpu] = false;
            if (--period.count != 0) return false;
            done(period.waiter);
            return true;
        });
    }
    /// False = nobody to wait for; else `done` is told.
    bool begin(unsigned waiter) {
        Period period{waiter, 0, online_};
        period.count = static_cast<unsigned>(std::count(online_.begin(), online_.end(), true));
        if (period.count == 0) return false;
        periods_.push_back(std::move(period));
        return true;
    }

 private:
    struct Period {
        unsigned waiter;
        unsigned count;             ///< of those awaited
        std::vector<bool> awaited;  ///< by CPU
    };
    std::vector<bool> online_;
    std::vector<Period> periods_;
};

}  // namespace spinscope
