// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace spinscope {

/// How often each errno was met. One writer at a time; any thread may read.
class ErrnoCounts {
 public:
    void add(int code) {
        auto& count = counts_[index(code)];
        count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    std::uint64_t of(int code) const { return counts_[index(code)].load(std::memory_order_relaxed); }
    /// Those that were met, by code; code 0 gathers what no errno of Linux has.
    std::vector<std::pair<int, std::uint64_t>> list() const {
        std::vector<std::pair<int, std::uint64_t>> met;
        for (std::size_t code = 0; code < kCodes; ++code) {
            const std::uint64_t count = counts_[code].load(std::memory_order_relaxed);
            if (count != 0) met.emplace_back(static_cast<int>(code), count);
        }
        return met;
    }

 private:
    static constexpr std::size_t kCodes = 134;  // Linux ends at EHWPOISON, 133
    static std::size_t index(int code) {
        return code > 0 && static_cast<std::size_t>(code) < kCodes ? static_cast<std::size_t>(code) : 0;
    }
    std::array<std::atomic<std::uint64_t>, kCodes> counts_{};
};

}  // namespace spinscope
