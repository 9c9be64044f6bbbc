// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace spinscope {

/// One option a strategy understands, for `--set`, `list strategies` and the window.
struct OptionInfo {
    std::string_view name;
    std::string_view default_value;
    std::string_view help;
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
};

}  // namespace spinscope
