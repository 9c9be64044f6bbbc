// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/sim/line_memory.h"
#include "core/machine/sim/profile.h"

namespace spinscope {

/// How often one named part of the shared memory had to move, since the machine was made.
struct LedgerCounts {
    struct Pull {
        unsigned to = 0;    ///< worker
        unsigned from = 0;  ///< worker
        std::uint64_t count = 0;
    };
    std::string name;
    std::uint64_t transfers = 0;  ///< to a CPU that did not have the line, or not for itself alone
    std::uint64_t local = 0;      ///< of those, within the socket
    std::uint64_t remote = 0;     ///< from another socket
    std::uint64_t cold = 0;       ///< from memory
    std::vector<Pull> pulls;      ///< the most frequent ones, most frequent first
};

/// Counts what the coherence model does, by the names of lines. Lines without a name are "other", the
/// packets' payload is "payload".
class Ledger {
 public:
    static constexpr std::uint16_t kOther = 0;
    static constexpr std::uint16_t kPayload = 1;
    static constexpr std::size_t kMostPulls = 16;

    Ledger(LineMemory& memory, unsigned workers);

    /// What lies there. A line that has several names is called by all of them, "root lock, queue"; lines of
    /// the same name count together. Memory outside of the machine's arenas is left out.
    void name(std::string_view label, const void* address, std::size_t bytes);
    /// What has moved at all, hottest first.
    std::vector<LedgerCounts> rows() const;

    /// Worker `to` got a line that `from` had last.
    void pulled(std::uint16_t label, unsigned to, unsigned from, Distance how_far) {
        Account& account = accounts_[label];
        ++account.by_distance[static_cast<std::size_t>(how_far)];
        account.pulls.add(to, from);
    }
    void pulled_cold(std::uint16_t label) { ++accounts_[label].cold; }

 private:
    /// Counts of pairs. Exact up to 64 workers. Above that, to bound memory and time, one pull in kSample
    /// counts for all of them, and of the pairs those that recur are kept: estimates.
    class Pulls {
     public:
        explicit Pulls(unsigned workers);
        void add(unsigned to, unsigned from) {
            if (exact_) {
                if (slots_.empty()) allocate();
                ++slots_[to * workers_ + from].count;
            } else if (++unsampled_ == kSample) {
                add_bounded(to, from);
            }
        }
        std::vector<LedgerCounts::Pull> most_frequent() const;

     private:
        struct Slot {
            std::uint32_t to = 0;
            std::uint32_t from = 0;
            std::uint64_t count = 0;
        };
        static constexpr std::size_t kWays = 4;
        static constexpr std::size_t kSlots = 4096;
        static constexpr std::uint32_t kSample = 13;  ///< prime: nothing else has that period
        void allocate();
        void add_bounded(unsigned to, unsigned from);

        std::size_t workers_;
        bool exact_;
        std::uint32_t unsampled_ = 0;
        std::vector<Slot> slots_;
    };
    struct Account {
        std::string name;
        PerDistance<std::uint64_t> by_distance{};
        std::uint64_t cold = 0;
        Pulls pulls;
    };

    std::uint16_t label_of(const std::string& name);

    LineMemory& memory_;
    const unsigned workers_;
    std::vector<Account> accounts_;  ///< by label
    std::map<std::string, std::uint16_t> labels_;
};

}  // namespace spinscope
