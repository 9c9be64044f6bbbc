// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace spinscope {

/// A step of the real thing that takes time on a real machine by itself, and has to be charged on a simulated
/// one: the code around the locks, which is not the strategy's.
enum class Cost : std::uint8_t { Produce, Enqueue, Dequeue, Driver, Complete, Drop };
inline constexpr std::size_t kCosts = 6;

/// What the work around the locks costs on a simulated machine; no part of any strategy. Times in ns on a CPU
/// of speed 1 (a Xeon E5450 of 2008): a profile's `compute_factor` scales them, except a driver time that was
/// asked for. Only the sum of the five is anchored (one flow alone: a published 800 kpps).
struct WorkloadCosts {
    std::uint32_t produce_ns = 700;  ///< system call, packet built; per packet, by the producer, no lock held
    std::uint32_t enqueue_ns = 40;   ///< under the root lock
    std::uint32_t dequeue_ns = 40;   ///< under the root lock
    std::uint32_t driver_ns = 250;   ///< the device call, under the tx lock
    bool driver_as_given = false;    ///< driver_ns is time on this very machine: not scaled
    std::uint32_t complete_ns = 220;  ///< freeing what was sent, by the owner, no lock held
    std::uint32_t drop_ns = 150;  ///< freeing what was not; under the root lock or after it, as the era does
    std::uint32_t payload_lines = 3;     ///< cache lines of a packet that producer and driver both touch
    std::uint32_t packet_memory = 4096;  ///< packets a sender without a window may have on the way
    std::uint32_t ring = 512;            ///< slots of the device
    double device_pps = 0;               ///< what the wire takes, packets/s; 0 = as fast as it is called
    bool operator==(const WorkloadCosts&) const = default;
};

}  // namespace spinscope
