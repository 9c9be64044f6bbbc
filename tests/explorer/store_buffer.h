// SPDX-License-Identifier: GPL-3.0-or-later
// P. Sewell, S. Sarkar, S. Owens, F. Zappa Nardelli, M. Myreen, "x86-TSO: a rigorous and usable programmer's
// model for x86 multiprocessors", CACM 53(7), 2010.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "tests/explorer/vector_clock.h"

namespace spinscope {

/// A store that its CPU has made and memory has not seen.
struct PendingStore {
    void* word;
    std::uint32_t size;  ///< bytes of the word
    bool wake;           ///< whoever sleeps on the word is woken
    bool whole;          ///< false: only the bits of `mask`, and what the word carried stays
    std::uint64_t value;
    std::uint64_t mask;
    VectorClock* carried;  ///< what an acquire of the word learns
    VectorClock carries;

    void apply() const {
        std::uint64_t bits = 0;
        std::memcpy(&bits, word, size);
        bits = (bits & ~mask) | value;
        std::memcpy(word, &bits, size);
        if (whole) {
            *carried = carries;
        } else {
            carried->join(carries);
        }
    }
};

/// The stores of one CPU on their way to memory, oldest first.
class StoreBuffer {
 public:
    bool empty() const { return first_ == stores_.size(); }
    std::size_t size() const { return stores_.size() - first_; }
    void push(const PendingStore& store) { stores_.push_back(store); }
    /// The oldest store; it leaves the buffer.
    PendingStore pop() {
        const PendingStore store = stores_[first_++];
        if (empty()) clear();
        return store;
    }
    void clear() {
        stores_.clear();
        first_ = 0;
    }
    /// Lays what the CPU has stored to `word` over what memory has there. True = memory does not show.
    bool forward(const void* word, std::uint64_t& bits) const {
        bool hidden = false;
        for (std::size_t i = first_; i < stores_.size(); ++i) {
            const PendingStore& store = stores_[i];
            if (store.word != word) continue;
            bits = (bits & ~store.mask) | store.value;
            hidden |= store.whole;
        }
        return hidden;
    }

 private:
    std::vector<PendingStore> stores_;
    std::size_t first_ = 0;
};

}  // namespace spinscope
