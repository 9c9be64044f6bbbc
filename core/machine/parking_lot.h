// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace spinscope {

/// Where waiters sleep, by the address of the word they wait for. Each waiter brings its predicate, and a
/// wake-up evaluates it for the sleeper: only those are woken whose turn has come (one of many for a ticket
/// lock).
///
/// The waker pays one load of a counter when nobody sleeps, and no fence: the sleeper orders its registration
/// against every running thread with membarrier(2), so that either the waker's store is seen by the sleeper's
/// last look or the sleeper is seen by the waker. Where the kernel has no membarrier, sleeps are limited to 1
/// ms and looked at again.
class ParkingLot {
 public:
    /// A sleeper's slot; one per worker, reused.
    class Slot {
        friend class ParkingLot;
        const void* address_ = nullptr;
        bool (*ready_)(void*) = nullptr;
        void* argument_ = nullptr;
        Slot* next_ = nullptr;
        std::atomic<std::uint32_t> woken_{0};  ///< a futex
    };

    ParkingLot();

    /// Sleeps until ready(argument) or deadline (Clock ns). `ready` must be pure: wakers call it while we
    /// sleep.
    void sleep(Slot& slot, const void* address, bool (*ready)(void*), void* argument, std::uint64_t deadline);

    /// True if somebody may sleep on the address.
    bool anyone(const void* address) const {
        return buckets_[bucket_of(address)].sleepers.load(std::memory_order_relaxed) != 0;
    }
    /// Wakes every sleeper of the address whose predicate holds.
    void wake(const void* address);

 private:
    static constexpr std::size_t kBuckets = 256;
    struct alignas(64) Bucket {
        std::atomic<std::uint32_t> sleepers{0};
        std::mutex mutex;
        Slot* first = nullptr;
    };
    static std::size_t bucket_of(const void* address) {
        const auto line = reinterpret_cast<std::uintptr_t>(address) / 64;
        return (line ^ (line >> 8)) % kBuckets;
    }
    static bool unlink(Bucket& bucket, Slot& slot);

    const bool membarrier_;
    std::array<Bucket, kBuckets> buckets_;
};

}  // namespace spinscope
