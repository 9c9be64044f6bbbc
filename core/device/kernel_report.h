// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spinscope {

/// What the kernel itself counts at an interface and its root queue, of everybody's packets. Counts since the
/// run began; nothing where it does not say.
struct KernelReport {
    enum class State { Up, NoCarrier, Down, Gone };
    using Count = std::optional<std::uint64_t>;

    std::string interface;
    State state = State::Up;
    std::string queue;  ///< "tbf"; empty where it has none
    // Of the queue, as it is now:
    Count length;         ///< packets in it
    Count backlog_bytes;  ///< and their bytes
    // Of the queue, counted:
    Count packets;  ///< that left it
    Count bytes;
    Count drops;
    Count requeues;
    Count overlimits;
    // Of the interface, counted:
    Count tx_packets;
    Count tx_bytes;
    Count tx_dropped;
    Count tx_errors;
    Count rx_dropped;  ///< an ifb counts here what it throws away behind its queue

    bool operator==(const KernelReport&) const = default;
};

constexpr std::string_view name_of(KernelReport::State state) {
    constexpr std::array<std::string_view, 4> names{"up", "no-carrier", "down", "gone"};
    return names[static_cast<std::size_t>(state)];
}

/// All its counts, by their names in results; `counted` = grows from the start of the run.
struct KernelCount {
    std::string_view name;
    KernelReport::Count KernelReport::*member;
    bool counted;
};
inline constexpr std::array kKernelCounts{KernelCount{"qlen", &KernelReport::length, false},
                                          KernelCount{"backlog_bytes", &KernelReport::backlog_bytes, false},
                                          KernelCount{"packets", &KernelReport::packets, true},
                                          KernelCount{"bytes", &KernelReport::bytes, true},
                                          KernelCount{"drops", &KernelReport::drops, true},
                                          KernelCount{"requeues", &KernelReport::requeues, true},
                                          KernelCount{"overlimits", &KernelReport::overlimits, true},
                                          KernelCount{"tx_packets", &KernelReport::tx_packets, true},
                                          KernelCount{"tx_bytes", &KernelReport::tx_bytes, true},
                                          KernelCount{"tx_dropped", &KernelReport::tx_dropped, true},
                                          KernelCount{"tx_errors", &KernelReport::tx_errors, true},
                                          KernelCount{"rx_dropped", &KernelReport::rx_dropped, true}};

/// What was counted between two reports of a run.
inline KernelReport since(const KernelReport& last, const KernelReport& base) {
    KernelReport report = last;
    for (const KernelCount& count : kKernelCounts) {
        auto& value = report.*count.member;
        if (count.counted && value) *value -= (base.*count.member).value_or(0);
    }
    return report;
}

}  // namespace spinscope
