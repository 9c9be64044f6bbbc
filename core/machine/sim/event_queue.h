// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace spinscope {

/// Virtual time inside the simulated machine; integer, so that every compiler gets the same.
using Picoseconds = std::uint64_t;
inline constexpr Picoseconds kNever = ~Picoseconds{0};

/// When each CPU goes on: a winner tree with a fixed leaf per CPU. Equal times go to the lower number. Times
/// up to 2.5 hours.
class EventQueue {
 public:
    static constexpr unsigned kIdBits = 11;
    static constexpr unsigned kMostLeaves = 1u << kIdBits;

    explicit EventQueue(unsigned leaves)
        : leaves_(std::bit_ceil(std::max(leaves, 2u))), keys_(2 * leaves_, kNever) {}

    void set(unsigned leaf, Picoseconds time) { replay(leaf, time << kIdBits | leaf); }
    void clear(unsigned leaf) { replay(leaf, kNever); }

    /// Whose turn is next, and when; kNever if nobody's.
    unsigned first() const { return static_cast<unsigned>(keys_[1]) & (kMostLeaves - 1); }
    Picoseconds first_time() const { return time_of(keys_[1]); }
    /// Who of the others is first, and when.
    struct Turn {
        Picoseconds time;
        unsigned leaf;  ///< any, where the time is kNever
    };
    Turn first_without(unsigned leaf) const {
        std::uint64_t least = kNever;
        for (std::size_t at = leaves_ + leaf; at > 1; at /= 2) least = std::min(least, keys_[at ^ 1]);
        return {time_of(least), static_cast<unsigned>(least) & (kMostLeaves - 1)};
    }

 private:
    static Picoseconds time_of(std::uint64_t key) { return key == kNever ? kNever : key >> kIdBits; }
    void replay(unsigned leaf, std::uint64_t key) {
        std::size_t at = leaves_ + leaf;
        keys_[at] = key;
        for (; at > 1; at /= 2) {
            key = std::min(key, keys_[at ^ 1]);
            keys_[at / 2] = key;
        }
    }

    std::size_t leaves_;
    std::vector<std::uint64_t> keys_;  ///< time and leaf; the root is 1
};

}  // namespace spinscope
