// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <vector>

#include "core/machine/sim/event_queue.h"
#include "core/machine/sim/profile.h"

namespace spinscope {

/// ns of a profile as virtual time.
inline Picoseconds picoseconds(double ns) {
    return ns <= 0 ? 0 : static_cast<Picoseconds>(ns * 1000 + 0.5);
}

/// The buses of a machine without a common cache: one a socket, joined by one snoop filter. The latencies of
/// the profile are those of idle buses; this adds the waiting.
class FrontSideBuses {
 public:
    FrontSideBuses(const FrontSideBus& bus, unsigned sockets)
        : address_slot_(picoseconds(bus.address_slot)),
          snoop_phase_(picoseconds(bus.snoop_phase)),
          snoop_lookup_(picoseconds(bus.snoop_lookup)),
          cross_slot_(picoseconds(bus.cross_slot)),
          data_phase_(picoseconds(bus.data_phase)),
          address_free_(sockets, 0),
          data_free_(sockets, 0) {}

    /// When a request of `socket` that is put at `start` and takes `latency` on idle buses is done. `crosses`
    /// = the other bus must be asked too; `data` = 64 bytes come back.
    Picoseconds done(unsigned socket, Picoseconds start, Picoseconds latency, bool crosses, bool data) {
        Picoseconds at = take(address_free_[socket], start, address_slot_);
        at = take(filter_free_, at + address_slot_, snoop_lookup_);
        Picoseconds late = at - (start + address_slot_);
        if (crosses) {
            const Picoseconds wanted = at + snoop_phase_;
            Picoseconds crossed = wanted;
            for (unsigned other = 0; other < address_free_.size(); ++other) {
                if (other != socket)
                    crossed = std::max(crossed, take(address_free_[other], wanted, cross_slot_));
            }
            late += crossed - wanted;
        }
        const Picoseconds arrives = start + late + latency;
        if (!data) return arrives;
        const Picoseconds first = arrives - std::min(arrives, data_phase_);
        return take(data_free_[socket], first, data_phase_) + data_phase_;
    }

 private:
    /// Waits for the resource and keeps it for a time; when it was got.
    static Picoseconds take(Picoseconds& free, Picoseconds at, Picoseconds time) {
        const Picoseconds got = std::max(free, at);
        free = got + time;
        return got;
    }

    const Picoseconds address_slot_;
    const Picoseconds snoop_phase_;
    const Picoseconds snoop_lookup_;
    const Picoseconds cross_slot_;
    const Picoseconds data_phase_;
    std::vector<Picoseconds> address_free_;
    std::vector<Picoseconds> data_free_;
    Picoseconds filter_free_ = 0;
};

}  // namespace spinscope
