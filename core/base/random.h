// SPDX-License-Identifier: GPL-3.0-or-later
// SplitMix64: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
#pragma once

#include <cstdint>

namespace spinscope {

/// The one generator of what must come out the same everywhere (simulated machines, resampling): the
/// standard's distributions differ between libraries.
class SeededRandom {
 public:
    /// By so much the state goes on with each number.
    static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15u;

    explicit SeededRandom(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += kStep;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    /// Uniform in [0, bound); bound below 2^32, and 0 gives 0.
    std::uint64_t below(std::uint64_t bound) { return (next() >> 32) * bound >> 32; }

 private:
    std::uint64_t state_;
};

}  // namespace spinscope
