// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/machine/machine.h"

namespace spinscope {

/// The way in which queues without a root lock (pfifo_fast since Linux 4.16) pass ownership on: whoever finds
/// it taken leaves a bit, and tries once more; the owner looks at the bit after it has given ownership back.
/// That look must come after the store: an unlock that is no fence strands a packet, and so does a leaver of
/// the bit that does not try once more.
template <Machine M, bool kFence, bool kSecondTry>
class MissedBit {
    using Ctx = typename M::Ctx;

 public:
    /// Adds one packet, and sends what is there unless somebody else will.
    void push(Ctx& ctx) {
        ctx.fetch_add(queued_, 1u);
        bool mine = begin(ctx);
        while (mine) {
            send_all(ctx);
            end(ctx);
            mine = ctx.load(missed_) != 0 && begin(ctx);
        }
    }
    std::uint32_t stranded() const { return M::peek(queued_); }

 private:
    bool begin(Ctx& ctx) {
        if (ctx.exchange(owned_, 1u) == 0) return true;
        if (ctx.fetch_or(missed_, 1u) != 0) return false;
        return kSecondTry && ctx.exchange(owned_, 1u) == 0;
    }
    void send_all(Ctx& ctx) {
        do {
            ctx.exchange(queued_, 0u);
            ctx.exchange(missed_, 0u);
        } while (ctx.load(queued_) != 0);
    }
    void end(Ctx& ctx) {
        if constexpr (kFence) {
            ctx.exchange(owned_, 0u);
        } else {
            ctx.store(owned_, 0u);
        }
    }

    typename M::template Atomic<std::uint32_t> owned_{0};
    typename M::template Atomic<std::uint32_t> missed_{0};
    typename M::template Atomic<std::uint32_t> queued_{0};
};

}  // namespace spinscope
