// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace spinscope {

enum class Op : std::uint8_t {
    Load,
    Store,
    Exchange,
    Add,
    Or,
    And,
    CompareExchange,
    CompareFailed,
    Get,
    Set,
    Drain,  ///< a store reaches memory
    Wait,
    Relax,
    Wake,
    Sleep,
    Boundary,
    Synchronize,
    End
};

/// What the CPUs of one execution did, in order, for people.
class Trace {
 public:
    struct Step {
        unsigned cpu;
        Op op;
        const void* word;
        std::uint64_t before;
        std::uint64_t value;
    };

    /// `word` lies in a region of `bytes` that is shown by this name, or by `name[i]` where it is made of
    /// parts of `stride` bytes. A later name wins.
    void name(const void* begin, std::size_t bytes, std::string name, std::size_t stride = 0);
    void note(const Step& step) { steps_.push_back(step); }

    /// One line a step, the last `most` of them.
    std::string text(std::size_t most = ~std::size_t{0}) const;

 private:
    struct Region {
        std::uintptr_t begin;
        std::size_t bytes;
        std::string name;
        std::size_t stride;
    };
    std::string address(std::uint64_t value) const;
    std::string value(std::uint64_t value) const;

    std::vector<Step> steps_;
    std::vector<Region> regions_;
};

}  // namespace spinscope
