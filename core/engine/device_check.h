// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/experiment.h"

namespace spinscope {

/// Whether this device can do what is asked of it, and goes with the strategy; on the host also whether the
/// interface exists and the rights are there. Throws UsageError.
void check_device(const Experiment& experiment);

/// Whether it sends through a socket; the others have no address.
bool sends(const DeviceRequest& device);
/// The strategy that goes with device kernel, and with no other.
bool uses_kernel_queue(const Experiment& experiment);

}  // namespace spinscope
