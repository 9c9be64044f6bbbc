// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace spinscope {

/// One option a strategy or a discipline understands, for `--set`, `list` and the window.
struct OptionInfo {
    enum class Kind {
        Number,  ///< a whole one
        Real,    ///< with a decimal point
        Switch,  ///< on or off
        Words    ///< one of `words`
    };
    std::string_view name;
    std::string_view default_value;
    std::string_view help;
    Kind kind = Kind::Number;
    std::string_view words = {};  ///< "one|other": what it takes, for a number or real beside those
    double least = 0;             ///< of a number or real
    double most = 4294967295;
};

/// What is known of a strategy without running it; one row of the registry. Text is ours, sources are named.
struct StrategyInfo {
    std::string_view id;        ///< part of the contract: "busylock"
    std::string_view scenario;  ///< "transmit"
    std::string_view title;  ///< one plain sentence: "a second lock before the first, when the queue is busy"
    std::string_view year;   ///< as on the button: "2010-2025"
    std::string_view lock;   ///< root lock: "ticket"
    std::string_view gate;   ///< "none", "enqueue-lock", "busylock", "llist"
    std::string_view relock;  ///< "plain", "priority"
    std::string_view layout;  ///< kernel era of the queue's memory layout: "2.6.36"
    std::string_view source;  ///< thread, commit or paper
    char key = 0;             ///< '1'..'9' on the strategy bar; 0 = in More
    bool simulatable = true;
    std::span<const OptionInfo> options = {};
    bool any_lock = false;  ///< makes sense over any root lock
    unsigned queues = 1;    ///< device queues where the experiment does not say
};

/// One lock, as a row of its registry.
struct LockInfo {
    std::string_view id;  ///< part of the contract: "ticket"
    std::string_view title;
    std::string_view year;
    std::string_view source;
    bool simulatable = true;
    bool fair = true;          ///< first come, first served
    bool exchangeable = true;  ///< goes into the strategies that take any root lock
};

/// One queueing discipline, as a row of its registry.
struct DisciplineInfo {
    std::string_view id;  ///< part of the contract: "pfifo"
    std::string_view title;
    std::string_view source;
    std::span<const OptionInfo> options = {};
    std::size_t memory = 0;  ///< bytes of the queue's arena that it takes beside the packets' list, at most
    bool bypass = true;      ///< a packet may go past it where it is empty and the queue has no owner
};

}  // namespace spinscope
