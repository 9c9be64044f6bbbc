// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/device/descriptor.h"
#include "core/device/netlink.h"

namespace spinscope {

/// A network namespace of our own, which takes no rights where the system lets users make one: interfaces and
/// queues in it are ours to build. It lives as long as a socket of it, so it is gone with the process,
/// however that ends.
struct NetworkNamespace {
    /// With so many UDP sockets (IPv4). A child process makes it, as no process with threads can, hands the
    /// sockets over and ends. Throws Error where the system refuses.
    explicit NetworkNamespace(unsigned udp_sockets);

    /// All may be changed through it, by the process that made the namespace.
    Netlink netlink;
    std::vector<Descriptor> sockets;
};

}  // namespace spinscope
