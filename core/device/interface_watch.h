// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/device/kernel_report.h"
#include "core/device/netlink.h"

namespace spinscope {

/// Asks the kernel about one interface while a run goes on, a few times a second at most: its counters, and
/// whether it is there and up. It may be taken down, removed and made again meanwhile. One thread at a time.
class InterfaceWatch {
 public:
    using Time = std::chrono::steady_clock::time_point;

    /// Throws UsageError where this thread's network namespace has no such interface.
    InterfaceWatch(Netlink netlink, std::string name);

    /// Asks again if the last answer is older than 0.2 s. True when the interface is another than before
    /// (removed, and made again).
    bool look(Time now);
    /// Asks again.
    bool look();

    const KernelReport& report() const { return report_; }
    /// As last seen; it need not be there any more.
    const LinkInfo& link() const { return link_; }
    bool there() const { return report_.state != KernelReport::State::Gone; }
    /// Down, removed, without a carrier: active as long as it lasts.
    std::optional<Message> message() const;

 private:
    /// A counter of the kernel's that may wrap at 32 bits, or start again.
    struct Counter {
        std::optional<std::uint64_t> last;
        std::uint64_t total = 0;
        std::uint64_t update(std::uint64_t now, bool narrow);
    };
    void count(KernelReport::Count KernelReport::*member, std::uint64_t now, bool narrow = false);
    void read_queue();

    Netlink netlink_;
    const std::string name_;
    LinkInfo link_;
    KernelReport report_;
    std::map<std::string_view, Counter> counters_;
    Time asked_;
    std::optional<KernelReport::State> trouble_;  ///< the last one there was
};

}  // namespace spinscope
