// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/workload_costs.h"
#include "core/device/device.h"

namespace spinscope {

/// The device of a simulated machine: a driver that takes its time for each packet and reads its payload, a
/// ring of slots, and a wire that empties the ring at its own rate. Full, it is busy.
template <Machine M>
class ModelledDevice final : public Device<M> {
 public:
    explicit ModelledDevice(const WorkloadCosts& costs)
        : costs_(costs),
          wire_ps_(costs.device_pps > 0 ? static_cast<std::uint64_t>(1e12 / costs.device_pps) : 0) {}

    typename Device<M>::Result send(typename M::Ctx& ctx, std::span<Packet<M>* const> batch) override {
        for (std::size_t i = 0; i < batch.size(); ++i) {
            if (!take_slot(ctx.now())) return {.finished = i, .busy = true};
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
    /// False where every slot holds a packet that the wire has not finished.
    bool take_slot(std::uint64_t now_ns) {
        if (wire_ps_ == 0) return true;
        const std::uint64_t now_ps = now_ns * 1000;
        const std::uint64_t free_at = std::max(now_ps, wire_free_ps_);
        if (free_at - now_ps > (costs_.ring - 1) * wire_ps_) return false;
        wire_free_ps_ = free_at + wire_ps_;
        return true;
    }

    const WorkloadCosts costs_;
    const std::uint64_t wire_ps_;  ///< that the wire takes for a packet
    // Guarded by the owner's tx lock, like everything a device has.
    std::uint64_t wire_free_ps_ = 0;  ///< when it has finished all that the ring holds
};

}  // namespace spinscope
