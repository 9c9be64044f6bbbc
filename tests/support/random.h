// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace spinscope {

/// splitmix64 (S. Vigna): the same numbers for a seed everywhere.
class Random {
 public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    /// In [0, bound).
    std::uint64_t below(std::uint64_t bound) { return next() % bound; }
    bool per_mille(unsigned chance) { return below(1000) < chance; }

 private:
    std::uint64_t state_;
};

}  // namespace spinscope
