// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "core/base/experiment.h"
#include "core/device/device.h"
#include "core/machine/host_machine.h"

namespace spinscope {

/// The real kernel queue, with a socket for each of `workers` device queues: that of `request.interface`, on
/// the way to `request.to`; or, where no interface is named, one of the kind `queue` (tbf, htb, pfifo,
/// pfifo_fast) that we build on an interface in a network namespace of our own. Packets that the kernel's
/// queue has no room for are dropped, with reason Limit, as the kernel has already done. Throws UsageError,
/// and Error where the system refuses.
std::unique_ptr<Device<HostMachine>> make_kernel_device(const DeviceRequest& request,
                                                        const std::string& queue, unsigned payload,
                                                        unsigned workers);

}  // namespace spinscope
