// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/sim/ledger.h"

#include <algorithm>
#include <numeric>

namespace spinscope {
namespace {

constexpr unsigned kExactWorkers = 64;

/// "a, b" has "b" already; "a, bc" has not.
bool contains(const std::string& joined, std::string_view label) {
    for (std::size_t at = 0; at < joined.size();) {
        const std::size_t comma = std::min(joined.find(", ", at), joined.size());
        if (std::string_view(joined).substr(at, comma - at) == label) return true;
        at = comma + 2;
    }
    return false;
}

}  // namespace

Ledger::Pulls::Pulls(unsigned workers) : workers_(workers), exact_(workers <= kExactWorkers) {}

void Ledger::Pulls::allocate() {
    slots_.resize(exact_ ? workers_ * workers_ : kSlots);
    for (std::size_t i = 0; exact_ && i < slots_.size(); ++i) {
        slots_[i].to = static_cast<std::uint32_t>(i / workers_);
        slots_[i].from = static_cast<std::uint32_t>(i % workers_);
    }
}

void Ledger::Pulls::add_bounded(unsigned to, unsigned from) {
    if (slots_.empty()) allocate();
    unsampled_ = 0;
    const std::size_t set = (to * 0x9e3779b1u ^ from * 0x85ebca77u) >> 8 & (kSlots / kWays - 1);
    Slot* const ways = slots_.data() + set * kWays;
    Slot* rarest = ways;
    for (Slot* slot = ways; slot != ways + kWays; ++slot) {
        if (slot->to == to && slot->from == from) {
            slot->count += kSample;
            return;
        }
        if (slot->count < rarest->count) rarest = slot;
    }
    // Two strangers in a row take a slot, one does not: what recurs stays.
    if (rarest->count > 0) {
        rarest->count -= kSample;
    } else {
        *rarest = {to, from, kSample};
    }
}

std::vector<LedgerCounts::Pull> Ledger::Pulls::most_frequent() const {
    std::vector<LedgerCounts::Pull> pulls;
    for (const Slot& slot : slots_) {
        if (slot.count != 0) pulls.push_back({slot.to, slot.from, slot.count});
    }
    std::sort(pulls.begin(), pulls.end(), [](const auto& a, const auto& b) {
        if (a.count != b.count) return a.count > b.count;
        return a.to != b.to ? a.to < b.to : a.from < b.from;
    });
    if (pulls.size() > kMostPulls) pulls.resize(kMostPulls);
    return pulls;
}

Ledger::Ledger(LineMemory& memory, unsigned workers) : memory_(memory), workers_(workers) {
    label_of("other");
    label_of("payload");
}

std::uint16_t Ledger::label_of(const std::string& name) {
    const auto [found, is_new] = labels_.try_emplace(name, static_cast<std::uint16_t>(accounts_.size()));
    if (is_new) accounts_.push_back({name, {}, 0, Pulls(workers_)});
    return found->second;
}

void Ledger::name(std::string_view label, const void* address, std::size_t bytes) {
    if (bytes == 0) return;
    const std::uint32_t first = memory_.line_of(address);
    const std::uint32_t last = memory_.line_of(static_cast<const std::byte*>(address) + bytes - 1);
    if (first == 0 || last == 0) return;
    const std::uint16_t alone = label_of(std::string(label));
    for (std::uint32_t i = first; i <= last; ++i) {
        Line& line = memory_[i];
        if (line.label == kOther) {
            line.label = alone;
        } else if (const std::string& known = accounts_[line.label].name; !contains(known, label)) {
            line.label = label_of(known + ", " + std::string(label));
        }
    }
}

std::vector<LedgerCounts> Ledger::rows() const {
    std::vector<LedgerCounts> rows;
    for (const Account& account : accounts_) {
        const auto& by = account.by_distance;
        LedgerCounts row;
        row.name = account.name;
        row.remote = by[static_cast<std::size_t>(Distance::Remote)];
        row.local = std::accumulate(by.begin(), by.end(), std::uint64_t{0}) - row.remote;
        row.cold = account.cold;
        row.transfers = row.local + row.remote + row.cold;
        if (row.transfers == 0) continue;
        row.pulls = account.pulls.most_frequent();
        rows.push_back(std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.transfers > b.transfers; });
    return rows;
}

}  // namespace spinscope
