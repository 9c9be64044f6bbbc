// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/explorer/schedule.h"

#include <charconv>
#include <stdexcept>
#include <string_view>

namespace spinscope {
namespace {

std::uint64_t number(std::string_view text, std::uint64_t limit) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value >= limit) {
        throw std::invalid_argument("not a schedule: \"" + std::string(text) + "\"");
    }
    return value;
}

}  // namespace

std::string Schedule::text() const {
    std::string text;
    for (const auto& [decision, agent] : turns) {
        const bool buffer = agent >= kMostCpus;
        text += (text.empty() ? "" : ",") + std::to_string(decision) + (buffer ? ":b" : ":") +
                std::to_string(buffer ? agent - kMostCpus : agent);
    }
    for (const std::uint64_t coin : heads) text += (text.empty() ? "c" : ",c") + std::to_string(coin);
    return text.empty() ? "-" : text;
}

Schedule Schedule::parse(const std::string& text) {
    Schedule schedule;
    if (text == "-") return schedule;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view item = std::string_view(text).substr(begin, end - begin);
        const std::size_t colon = item.find(':');
        if (item.starts_with('c')) {
            schedule.heads.insert(number(item.substr(1), ~std::uint64_t{0}));
        } else if (colon == std::string_view::npos) {
            throw std::invalid_argument("not a schedule: \"" + text + "\"");
        } else {
            const std::string_view agent = item.substr(colon + 1);
            const bool buffer = agent.starts_with('b');
            schedule.turns[number(item.substr(0, colon), ~std::uint64_t{0})] =
                static_cast<Agent>(number(agent.substr(buffer ? 1 : 0), kMostCpus)) +
                (buffer ? kMostCpus : 0);
        }
        begin = end + 1;
    }
    return schedule;
}

Agent ScheduledRun::choose(const Situation& situation) {
    const auto turn = schedule_.turns.find(decisions_++);
    const bool possible = turn != schedule_.turns.end() && (situation.enabled & bit_of(turn->second)) != 0;
    return possible ? turn->second : situation.usual;
}

bool ScheduledRun::coin() {
    return schedule_.heads.contains(coins_++);
}

Agent Recorder::choose(const Situation& situation) {
    const Agent agent = chooser_.choose(situation);
    if (agent != situation.usual) schedule_.turns[decisions_] = agent;
    ++decisions_;
    return agent;
}

bool Recorder::coin() {
    const bool heads = chooser_.coin();
    if (heads) schedule_.heads.insert(coins_);
    ++coins_;
    return heads;
}

}  // namespace spinscope
