// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/device.h"

namespace spinscope {

/// Takes every packet and a fixed time for each: a device without a bus, a socket or a kernel, which leaves
/// the lock as the only thing to wait for.
template <Machine M>
class NullDevice final : public Device<M> {
 public:
    explicit NullDevice(std::uint64_t delay_ns) : delay_ns_(delay_ns) {}

    typename Device<M>::Result send(typename M::Ctx& ctx, unsigned /*queue*/,
                                    std::span<Packet<M>* const> batch) override {
        if (delay_ns_ != 0) {
            for (std::size_t i = 0; i < batch.size(); ++i) ctx.work(delay_ns_);
        }
        return {.finished = batch.size(), .busy = false};
    }
    DeviceReport report() override { return {}; }

 private:
    const std::uint64_t delay_ns_;
};

}  // namespace spinscope
