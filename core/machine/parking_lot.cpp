// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/parking_lot.h"

#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>

#include "core/machine/clock.h"
#include "core/machine/machine.h"

namespace spinscope {
namespace {

bool membarrier(int command) {
    return syscall(SYS_membarrier, command, 0, 0) == 0;
}

// The kernel compares the word with 0 and sleeps in one step, and a waker holds nothing while it wakes: with
// a mutex and a condition variable the sleeper would wake only to wait for the waker to let go of the mutex.
static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));

/// Until woken (or for no reason: look again), at the latest at `until` on CLOCK_MONOTONIC.
void futex_wait(std::atomic<std::uint32_t>& word, std::uint64_t until) {
    const timespec time{.tv_sec = static_cast<std::time_t>(until / 1'000'000'000),
                        .tv_nsec = static_cast<long>(until % 1'000'000'000)};
    syscall(SYS_futex, &word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, 0, until == kForever ? nullptr : &time,
            nullptr, FUTEX_BITSET_MATCH_ANY);
}
void futex_wake(std::atomic<std::uint32_t>& word) {
    syscall(SYS_futex, &word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, nullptr, nullptr, 0);
}

}  // namespace

ParkingLot::ParkingLot() : membarrier_(membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED)) {}

bool ParkingLot::unlink(Bucket& bucket, Slot& slot) {
    for (Slot** link = &bucket.first; *link != nullptr; link = &(*link)->next_) {
        if (*link == &slot) {
            *link = slot.next_;
            bucket.sleepers.fetch_sub(1);
            return true;
        }
    }
    return false;
}

void ParkingLot::sleep(Slot& slot, const void* address, bool (*ready)(void*), void* argument,
                       std::uint64_t deadline) {
    Bucket& bucket = buckets_[bucket_of(address)];
    {
        const std::scoped_lock lock(bucket.mutex);
        slot.address_ = address;
        slot.ready_ = ready;
        slot.argument_ = argument;
        slot.woken_.store(0, std::memory_order_relaxed);
        slot.next_ = bucket.first;
        bucket.first = &slot;
        bucket.sleepers.fetch_add(1);
    }
    const bool ordered = membarrier_ && membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
    // The last look: a waker that missed the registration above stored before this.
    while (!ready(argument) && Clock::get().now() < deadline) {
        const std::uint64_t until = ordered ? deadline : std::min(deadline, Clock::get().now() + 1'000'000);
        futex_wait(slot.woken_, until);
        if (slot.woken_.load(std::memory_order_acquire) != 0) return;
    }
    {
        const std::scoped_lock lock(bucket.mutex);
        if (unlink(bucket, slot)) return;
    }
    // A waker has it in hand already, and the slot is ours again only when that one is done with it.
    while (slot.woken_.load(std::memory_order_acquire) == 0) futex_wait(slot.woken_, kForever);
}

void ParkingLot::wake(const void* address) {
    Bucket& bucket = buckets_[bucket_of(address)];
    Slot* ready = nullptr;
    {
        const std::scoped_lock lock(bucket.mutex);
        for (Slot** link = &bucket.first; *link != nullptr;) {
            Slot& slot = **link;
            if (slot.address_ != address || !slot.ready_(slot.argument_)) {
                link = &slot.next_;
                continue;
            }
            *link = slot.next_;
            bucket.sleepers.fetch_sub(1);
            slot.next_ = ready;
            ready = &slot;
        }
    }
    while (ready != nullptr) {
        Slot& slot = *ready;
        ready = slot.next_;  // the slot is its owner's again as soon as it is marked woken
        slot.woken_.store(1, std::memory_order_release);
        futex_wake(slot.woken_);
    }
}

}  // namespace spinscope
