// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace spinscope {

/// Single-producer, single-consumer ring of trivially copyable values. A push into a full ring is refused and
/// counted: the producer never waits. Indices are cached on the other side's behalf, so that an uncrowded
/// push or pop touches no line of the other thread.
template <class T>
class SpscRing {
 public:
    /// Capacity is rounded up to a power of two.
    explicit SpscRing(std::size_t capacity)
        : mask_(std::bit_ceil(capacity) - 1), slots_(std::make_unique<T[]>(mask_ + 1)) {}

    /// Producer only. False = full, and counted in lost().
    bool push(const T& value) {
        const std::size_t head = head_.load(std::memory_order_relaxed);
        if (head - cached_tail_ > mask_) {
            cached_tail_ = tail_.load(std::memory_order_acquire);
            if (head - cached_tail_ > mask_) {
                lost_.store(lost_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
                return false;
            }
        }
        slots_[head & mask_] = value;
        head_.store(head + 1, std::memory_order_release);
        return true;
    }

    /// Consumer only: hands every value that is there to `take` and returns how many that were.
    template <class Take>
    std::size_t drain(Take&& take) {
        const std::size_t tail = tail_.load(std::memory_order_relaxed);
        const std::size_t head = head_.load(std::memory_order_acquire);
        for (std::size_t i = tail; i != head; ++i) take(slots_[i & mask_]);
        tail_.store(head, std::memory_order_release);
        return head - tail;
    }

    /// Any thread.
    std::uint64_t lost() const { return lost_.load(std::memory_order_relaxed); }
    std::size_t capacity() const { return mask_ + 1; }

 private:
    const std::size_t mask_;
    const std::unique_ptr<T[]> slots_;
    alignas(128) std::atomic<std::size_t> head_{0};
    std::size_t cached_tail_ = 0;
    std::atomic<std::uint64_t> lost_{0};
    alignas(128) std::atomic<std::size_t> tail_{0};
};

}  // namespace spinscope
