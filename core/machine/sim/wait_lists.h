// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "core/machine/sim/event_queue.h"

namespace spinscope {

/// A condition on a word, without its types: what a parked CPU waits for, looked at by whoever writes.
class Condition {
 public:
    template <class Word, class Pred>
    static Condition of(const Word& word, const Pred& pred) {
        Condition condition;
        condition.word_ = &word;
        if constexpr (std::is_trivially_copyable_v<Pred> && sizeof(Pred) <= kInline) {
            // Beside its neighbours: a crowd's conditions are looked at one after the other.
            std::memcpy(condition.storage_.data(), &pred, sizeof pred);
            condition.ready_ = [](const void* a, const std::byte* storage, std::uint64_t& value) {
                return look<Word>(a, *reinterpret_cast<const Pred*>(storage), value);
            };
        } else {
            const Pred* where = &pred;
            std::memcpy(condition.storage_.data(), &where, sizeof where);
            condition.ready_ = [](const void* a, const std::byte* storage, std::uint64_t& value) {
                const Pred* there = nullptr;
                std::memcpy(&there, storage, sizeof there);
                return look<Word>(a, *there, value);
            };
        }
        return condition;
    }

    const void* word() const { return word_; }
    /// Looks; `value` is the word's, as bytes.
    bool ready(std::uint64_t& value) const { return ready_(word_, storage_.data(), value); }

 private:
    static constexpr std::size_t kInline = 16;

    template <class Word, class Pred>
    static bool look(const void* a, Pred pred, std::uint64_t& value) {
        const auto present = static_cast<const Word*>(a)->value;
        static_assert(sizeof present <= sizeof value);
        std::memcpy(&value, &present, sizeof present);
        return static_cast<bool>(pred(present));
    }

    const void* word_ = nullptr;
    bool (*ready_)(const void*, const std::byte*, std::uint64_t&) = nullptr;
    alignas(8) std::array<std::byte, kInline> storage_{};
};

/// A CPU that waits on a word.
struct Waiter {
    Condition condition;
    Picoseconds fetched = 0;  ///< when it has the line as it is now
    unsigned cpu = 0;
};
struct WaitList {
    std::vector<Waiter> spinners;  ///< parked on the line: every write of it costs them a read
    std::vector<Waiter> sleepers;  ///< looked at when somebody wakes them
    bool empty() const { return spinners.empty() && sleepers.empty(); }
};

/// Lists of those who wait, by number. Number 0 is for words outside of every arena.
class WaitLists {
 public:
    WaitLists() : lists_(1) {}
    WaitList& operator[](std::uint32_t list) { return lists_[list]; }
    std::uint32_t make() {
        if (free_.empty()) {
            lists_.emplace_back();
            return static_cast<std::uint32_t>(lists_.size() - 1);
        }
        const std::uint32_t list = free_.back();
        free_.pop_back();
        return list;
    }
    void free(std::uint32_t list) {
        lists_[list].spinners.clear();
        lists_[list].sleepers.clear();
        free_.push_back(list);
    }

 private:
    std::vector<WaitList> lists_;
    std::vector<std::uint32_t> free_;
};

}  // namespace spinscope
