// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/probe/site.h"

namespace spinscope {

enum class EventKind : std::uint8_t {
    Wait,      ///< contended -> acquired, of `site`
    Hold,      ///< acquired -> release, of `site`
    Transmit,  ///< the device call
    Own,       ///< RUNNING taken -> given back
    Call,      ///< one transmit call
    Sojourn,   ///< a packet, enqueue -> device
};

/// One timed span of one worker, from its ring. `weight` is how many such spans it stands for (1 with the
/// full probe).
struct Event {
    std::uint64_t begin_ns = 0;
    std::uint64_t duration_ns = 0;
    std::uint32_t weight = 1;
    EventKind kind = EventKind::Wait;
    Site site = Site::Root;
};

}  // namespace spinscope
