// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/device/netlink.h"
#include "core/device/udp_address.h"

namespace spinscope {

/// An interface with a queue of the kernel's, built by us: an ifb, which behind its queue throws everything
/// away, as a card without a cable would. Its kinds: tbf, htb, pfifo, pfifo_fast.
struct KernelQueue {
    std::string interface;
    UdpAddress behind;  ///< packets sent here go through the queue
};

/// Builds it in a namespace that has none yet. Throws Error where the kernel refuses.
KernelQueue build_kernel_queue(Netlink& netlink, const std::string& kind);

}  // namespace spinscope
