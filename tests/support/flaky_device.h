// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/device/device.h"
#include "tests/support/random.h"

namespace spinscope {

/// How a device behaves; chances per mille.
struct Moods {
    unsigned busy = 0;    ///< a call takes only some of its packets, or none, and says busy
    unsigned refuse = 0;  ///< a packet is refused for good
    std::uint64_t work_ns = 20;
};

/// A device that has its moods, and checks what a device can see: it is called by one owner at a time (I2,
/// I3), and gets each producer's packets in the order in which they were made (I6).
template <class M>
class FlakyDevice final : public Device<M> {
 public:
    struct Call {
        unsigned worker;
        std::uint64_t at_ns;
        std::size_t finished;
    };

    FlakyDevice(Moods moods, unsigned producers, std::uint64_t seed)
        : moods_(moods), random_(seed), next_(producers, 0) {}

    typename Device<M>::Result send(typename M::Ctx& ctx, unsigned /*queue*/,
                                    std::span<Packet<M>* const> batch) override {
        if (ctx.get(inside_) != 0) ctx.fail("I2/I3: two workers send at once");
        if (ctx.probe().counters().own.get() != 1) ctx.fail("I3: a worker sends that does not own the queue");
        ctx.set(inside_, 1);
        const std::uint64_t at_ns = ctx.now();
        typename Device<M>::Result result{.finished = batch.size(), .busy = false};
        if (random_.per_mille(moods_.busy)) {
            result.finished = random_.below(batch.size());
            result.busy = true;
        }
        for (Packet<M>* packet : batch.first(result.finished)) {
            ctx.work(moods_.work_ns);
            if (packet->sequence < next_[packet->producer]) ctx.fail("I6: a producer's packets out of order");
            next_[packet->producer] = packet->sequence + 1;
            packet->refused = random_.per_mille(moods_.refuse);
        }
        calls_.push_back({ctx.worker(), at_ns, result.finished});
        ctx.set(inside_, 0);
        return result;
    }
    DeviceReport report() override { return {}; }

    const std::vector<Call>& calls() const { return calls_; }

 private:
    const Moods moods_;
    // Guarded by the owner's tx lock, like everything a device has.
    Random random_;
    std::vector<std::uint64_t> next_;
    std::vector<Call> calls_;
    typename M::template Var<int> inside_;
};

}  // namespace spinscope
