// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/device/udp_sink.h"

namespace spinscope {

/// A socket may say "sent" while nothing arrives (an interface that is down, a full backlog): a warning where
/// more than 0.5 % of what was sent did not arrive at our own sink.
std::optional<Message> silent_loss(std::uint64_t sent, std::uint64_t delivered);
/// An error where a verifying sink met packets out of order or damaged.
std::optional<Message> verification(const SinkCount& count);

/// Of a sender, for what is said of it.
struct SenderWords {
    std::string to;                ///< "127.0.0.1:9"
    std::string interface {};      ///< empty where it is not known
    unsigned mtu = 0;              ///< of that interface; 0 = not known
    bool drops_when_full = false;  ///< the kernel's queue drops, where others have the packet wait
};

/// What is to be said about the errnos of a sender: a message for each, active as long as it goes on.
class ErrnoMessages {
 public:
    using Time = std::chrono::steady_clock::time_point;
    /// By errno, each once.
    using Counts = std::map<int, std::uint64_t>;

    std::vector<Message> update(const Counts& counts, Time now, const SenderWords& words);

 private:
    struct Seen {
        std::uint64_t count = 0;
        Time grew;
    };
    std::map<int, Seen> seen_;
};

}  // namespace spinscope
