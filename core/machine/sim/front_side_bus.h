// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/machine/sim/event_queue.h"
#include "core/machine/sim/profile.h"

namespace spinscope {

/// ns of a profile as virtual time.
inline Picoseconds picoseconds(double ns) {
    return ns <= 0 ? 0 : static_cast<Picoseconds>(std::llround(ns * 1000));
}

/// The buses of a machine without a common cache: one a socket, joined by one snoop filter. The latencies of
/// the profile are those of idle buses; this adds the waiting. The stages of a request overlap with those of
/// others, so it is as late as the busiest of what it needs makes it.
class FrontSideBuses {
 public:
    FrontSideBuses(const FrontSideBus& bus, unsigned sockets)
        : address_slot_(picoseconds(bus.address_slot)),
          snoop_lookup_(picoseconds(bus.snoop_lookup)),
          cross_slot_(picoseconds(bus.cross_slot)),
          data_phase_(picoseconds(bus.data_phase)),
          address_free_(sockets, 0),
          data_free_(sockets, 0) {}

    /// When a request of `socket` that is put at `start` and takes `latency` on idle buses is done. `crosses`
    /// = the other bus must be asked too; `data` = 64 bytes come back.
    Picoseconds done(unsigned socket, Picoseconds start, Picoseconds latency, bool crosses, bool data) {
        Picoseconds begin = take(address_free_[socket], start, address_slot_);
        begin = std::max(begin, take(filter_free_, start, snoop_lookup_));
        for (unsigned other = 0; crosses && other < address_free_.size(); ++other) {
            if (other != socket) begin = std::max(begin, take(address_free_[other], start, cross_slot_));
        }
        if (data) begin = std::max(begin, take(data_free_[socket], start, data_phase_));
        return begin + latency;
    }

 private:
    /// When the resource has time for it; it is taken that long.
    static Picoseconds take(Picoseconds& free, Picoseconds at, Picoseconds time) {
        const Picoseconds got = std::max(free, at);
        free = got + time;
        return got;
    }

    const Picoseconds address_slot_;
    const Picoseconds snoop_lookup_;
    const Picoseconds cross_slot_;
    const Picoseconds data_phase_;
    std::vector<Picoseconds> address_free_;
    std::vector<Picoseconds> data_free_;
    Picoseconds filter_free_ = 0;
};

}  // namespace spinscope
