// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/workload_costs.h"
#include "core/device/device.h"

namespace spinscope {

/// The device of a simulated machine: a driver that takes its time for each packet and reads its payload, for
/// each queue a ring of slots, and one wire that empties the rings at its own rate. A queue whose ring is
/// full is busy.
template <Machine M>
class ModelledDevice final : public Device<M> {
 public:
    explicit ModelledDevice(const WorkloadCosts& costs, unsigned queues = 1)
        : costs_(costs),
          wire_ps_(costs.device_pps > 0 ? static_cast<std::uint64_t>(1e12 / costs.device_pps) : 0),
          rings_(queues) {
        if (wire_ps_ == 0) return;
        for (Ring& ring : rings_) ring.sent_at_ps.assign(costs.ring, 0);
    }

    typename Device<M>::Result send(typename M::Ctx& ctx, unsigned queue,
                                    std::span<Packet<M>* const> batch) override {
        for (std::size_t i = 0; i < batch.size(); ++i) {
            if (!take_slot(rings_[queue], ctx.now())) return {.finished = i, .busy = true};
            if (costs_.driver_as_given) {
                ctx.work(costs_.driver_ns);
            } else {
                ctx.charge(Cost::Driver);
            }
            ctx.touch(batch[i]->payload, false);
        }
        return {.finished = batch.size(), .busy = false};
    }
    DeviceReport report() override { return {}; }

 private:
    struct Ring {
        std::vector<std::uint64_t> sent_at_ps;  ///< when the wire has finished the packet in each slot
        std::size_t next = 0;
    };

    /// False where every slot holds a packet that the wire has not finished.
    bool take_slot(Ring& ring, std::uint64_t now_ns) {
        if (wire_ps_ == 0) return true;
        const std::uint64_t now_ps = now_ns * 1000;
        std::uint64_t& slot = ring.sent_at_ps[ring.next];
        if (slot > now_ps) return false;
        wire_free_ps_ = std::max(now_ps, wire_free_ps_) + wire_ps_;
        slot = wire_free_ps_;
        ring.next = ring.next + 1 == ring.sent_at_ps.size() ? 0 : ring.next + 1;
        return true;
    }

    const WorkloadCosts costs_;
    const std::uint64_t wire_ps_;  ///< that the wire takes for a packet
    std::vector<Ring> rings_;
    // All queues share the wire, and all simulated CPUs one thread.
    std::uint64_t wire_free_ps_ = 0;  ///< when it has finished all that the rings hold
};

}  // namespace spinscope
