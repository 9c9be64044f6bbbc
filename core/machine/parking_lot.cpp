// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/parking_lot.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "core/machine/clock.h"
#include "core/machine/machine.h"

namespace spinscope {
namespace {

bool membarrier(int command) {
    return syscall(SYS_membarrier, command, 0, 0) == 0;
}

std::chrono::steady_clock::time_point time_point(std::uint64_t clock_ns) {
    return std::chrono::steady_clock::time_point(std::chrono::nanoseconds(clock_ns));
}

}  // namespace

ParkingLot::ParkingLot() : membarrier_(membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED)) {}

void ParkingLot::unlink(Bucket& bucket, Slot& slot) {
    for (Slot** link = &bucket.first; *link != nullptr; link = &(*link)->next_) {
        if (*link == &slot) {
            *link = slot.next_;
            bucket.sleepers.fetch_sub(1);
            return;
        }
    }
}

void ParkingLot::sleep(Slot& slot, const void* address, bool (*ready)(void*), void* argument,
                       std::uint64_t deadline) {
    Bucket& bucket = buckets_[bucket_of(address)];
    {
        const std::scoped_lock lock(bucket.mutex);
        slot.address_ = address;
        slot.ready_ = ready;
        slot.argument_ = argument;
        slot.woken_ = false;
        slot.next_ = bucket.first;
        bucket.first = &slot;
        bucket.sleepers.fetch_add(1);
    }
    const bool ordered = membarrier_ && membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
    // The last look: a waker that missed the registration above stored before this.
    while (!ready(argument) && Clock::get().now() < deadline) {
        const std::uint64_t until = ordered ? deadline : std::min(deadline, Clock::get().now() + 1'000'000);
        std::unique_lock lock(slot.mutex_);
        const auto woken = [&] { return slot.woken_; };
        if (until == kForever) {
            slot.condition_.wait(lock, woken);
        } else {
            slot.condition_.wait_until(lock, time_point(until), woken);
        }
        if (slot.woken_) return;
    }
    const std::scoped_lock lock(bucket.mutex);
    unlink(bucket, slot);
}

void ParkingLot::wake(const void* address) {
    Bucket& bucket = buckets_[bucket_of(address)];
    const std::scoped_lock lock(bucket.mutex);
    for (Slot** link = &bucket.first; *link != nullptr;) {
        Slot& slot = **link;
        if (slot.address_ != address || !slot.ready_(slot.argument_)) {
            link = &slot.next_;
            continue;
        }
        *link = slot.next_;
        bucket.sleepers.fetch_sub(1);
        const std::scoped_lock slot_lock(slot.mutex_);
        slot.woken_ = true;
        slot.condition_.notify_one();
    }
}

}  // namespace spinscope
