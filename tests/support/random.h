// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/random.h"

namespace spinscope {

/// The simulated machine's generator with what tests ask of it: the same numbers for a seed everywhere.
class Random {
 public:
    explicit Random(std::uint64_t seed) : generator_(seed) {}
    std::uint64_t next() { return generator_.next(); }
    /// In [0, bound), of any size.
    std::uint64_t below(std::uint64_t bound) { return next() % bound; }
    bool per_mille(unsigned chance) { return below(1000) < chance; }

 private:
    SeededRandom generator_;
};

}  // namespace spinscope
