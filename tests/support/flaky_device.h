// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
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

/// A device that has its moods, and checks what a device can see: each queue is called by one owner at a time
/// (I2, I3), and gets each producer's packets in the order in which they were made (I6).
template <class M>
class FlakyDevice final : public Device<M> {
 public:
    struct Call {
        unsigned worker;
        std::uint64_t at_ns;
        std::size_t finished;
    };

    static constexpr unsigned kQueues = 8;

    FlakyDevice(Moods moods, unsigned producers, std::uint64_t seed) : moods_(moods), next_(producers, 0) {
        for (unsigned i = 0; i < kQueues; ++i) queues_[i].random = Random(seed + i);
    }

    typename Device<M>::Result send(typename M::Ctx& ctx, unsigned number,
                                    std::span<Packet<M>* const> batch) override {
        Queue& queue = queues_[number];
        if (ctx.get(queue.inside) != 0) ctx.fail("I2/I3: two workers send at once");
        if (ctx.probe().counters().own.get() != 1) ctx.fail("I3: a worker sends that does not own the queue");
        ctx.set(queue.inside, 1);
        const std::uint64_t at_ns = ctx.now();
        typename Device<M>::Result result{.finished = batch.size(), .busy = false};
        if (queue.random.per_mille(moods_.busy)) {
            result.finished = queue.random.below(batch.size());
            result.busy = true;
        }
        for (Packet<M>* packet : batch.first(result.finished)) {
            ctx.work(moods_.work_ns);
            if (packet->sequence < next_[packet->producer]) ctx.fail("I6: a producer's packets out of order");
            next_[packet->producer] = packet->sequence + 1;
            packet->refused = queue.random.per_mille(moods_.refuse);
        }
        queue.calls.push_back({ctx.worker(), at_ns, result.finished});
        ctx.set(queue.inside, 0);
        return result;
    }
    DeviceReport report() override { return {}; }

    const std::vector<Call>& calls() const { return queues_[0].calls; }

 private:
    /// Guarded by the owner's tx lock, like everything a device has for a queue.
    struct Queue {
        Random random{0};
        std::vector<Call> calls;
        typename M::template Var<int> inside;
    };

    const Moods moods_;
    std::vector<std::uint64_t> next_;  ///< a producer's packets go by one queue
    std::array<Queue, kQueues> queues_;
};

}  // namespace spinscope
