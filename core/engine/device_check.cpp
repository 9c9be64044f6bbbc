// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/device_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/device/netlink.h"
#include "core/device/packet_sender.h"
#include "core/device/udp_address.h"
#include "core/engine/registry.h"
#include "core/transmit/kernel_path.h"

namespace spinscope {
namespace {

constexpr std::array<std::string_view, 5> kDevices{"udp", "packet", "kernel", "null", "modelled"};

void require(bool fine, const std::string& what, const std::string& why, const std::string& remedy) {
    if (!fine) throw UsageError(what, why, remedy);
}

void check_machine(const Experiment& e) {
    const std::string& kind = e.device.kind;
    if (simulated(e)) {
        require(kind == "modelled", "Device " + kind + " cannot be simulated",
                "it is real, and a simulated machine has none but the modelled one", "Leave out --device");
    } else {
        require(kind != "modelled", "Device modelled needs a simulated machine", "the host has real ones",
                "Use --device null or --device udp, or another machine");
    }
}

void check_address(const Experiment& e) {
    const DeviceRequest& device = e.device;
    if (!device.to.empty()) parse_udp_address(device.to);
    require(device.kind == "udp" || !device.verify, "Device " + device.kind + " cannot be verified",
            sends(device) ? "what arrives elsewhere is not known" : "nothing arrives anywhere",
            "Use --device udp");
    require(sends(device) || device.to.empty(), "Device " + device.kind + " has no address",
            "it sends nothing", "Use --device udp");
    require(!device.verify || device.to.empty(), "A sink elsewhere cannot be verified",
            "only our own sink can read and check", "Leave out --to or --verify");
    require(!device.verify || e.payload >= 16,
            fmt::format("A payload of {} bytes cannot be verified", e.payload), "its header has 16 bytes",
            "Use --payload 16 or more");
}

void check_interface(const Experiment& e) {
    const DeviceRequest& device = e.device;
    const bool named = !device.interface.empty();
    require(sends(device) || !named, "Device " + device.kind + " has no interface", "it sends nothing",
            "Use --device udp, packet or kernel");
    require(device.kind != "packet" || named, "Device packet needs an interface",
            "its frames go straight into one", "Give --interface IF");
    require(device.kind != "udp" || !named || !device.to.empty(),
            "Interface " + device.interface + " has no sink of ours behind it", "the own sink is on loopback",
            "Give --to ADDR:PORT as well");
    if (device.kind == "kernel") {
        require(!named || !device.to.empty(),
                "Device kernel needs an address behind interface " + device.interface,
                "packets have to go somewhere", "Give --to ADDR:PORT as well, or leave out --interface");
        require(named || device.to.empty(), "Device kernel cannot send to " + device.to,
                "without --interface it has a network of its own", "Leave out --to, or give --interface IF");
        require(!named || !e.options.contains(std::string(KernelStrategy::kQueueOption)),
                "The queue of interface " + device.interface + " is not ours to choose",
                "only that of an interface of our own is", "Leave out --set kernel-queue or --interface");
    }
}

/// Strategy and device kernel imply each other, and leave nothing of ours to choose.
void check_kernel(const Experiment& e) {
    if (simulated(e)) return;
    const bool strategy = uses_kernel_queue(e);
    const bool device = e.device.kind == "kernel";
    require(!strategy || device, "Strategy kernel cannot use device " + e.device.kind,
            "it is the real kernel queue, which is device kernel", "Leave out --device");
    require(strategy || !device, "Device kernel cannot run strategy " + e.strategy,
            "it has its own queue and locks", "Use --strategy kernel, or another device");
    if (!strategy) return;
    require(e.device.batch == 1, "Strategy kernel cannot send batches",
            "each packet goes to the kernel at once", "Leave out --batch");
    require(e.queues <= 1, "Strategy kernel has no queues of ours", "the kernel has its own",
            "Leave out --queues");
    require(e.discipline == Experiment{}.discipline, "Strategy kernel has no discipline of ours",
            "the kernel has its own", "Leave out --discipline, or choose with --set kernel-queue");
}

}  // namespace

bool sends(const DeviceRequest& device) {
    return device.kind == "udp" || device.kind == "packet" || device.kind == "kernel";
}

bool uses_kernel_queue(const Experiment& experiment) {
    return experiment.strategy == KernelStrategy::kInfo.id;
}

void check_device(const Experiment& e) {
    const DeviceRequest& device = e.device;
    require(std::find(kDevices.begin(), kDevices.end(), device.kind) != kDevices.end(),
            "Unknown device \"" + device.kind + "\"",
            fmt::format("the devices are {}", fmt::join(kDevices, ", ")),
            "Use --device null or --device udp");
    check_machine(e);
    require(device.batch >= 1 && device.batch <= 64,
            fmt::format("A batch of {} cannot be sent", device.batch), "a device call takes 1 to 64 packets",
            "Give another number");
    require(device.delay_ns <= 1'000'000'000, "This device delay is too long", "it may be 1 s at most",
            "Give a shorter delay");
    check_address(e);
    check_interface(e);
    check_kernel(e);
    if (device.kind == "packet") make_packet_socket();
    if (!device.interface.empty()) require_interface(device.interface);
}

}  // namespace spinscope
