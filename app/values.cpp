// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "app/catalog.h"
#include "core/base/cost_table.h"
#include "core/base/error.h"

namespace spinscope {
namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& text, const std::string& takes) {
    throw UsageError(fmt::format("{} \"{}\" cannot be used", option, text), "it takes " + takes,
                     "See spinscope run --help");
}

template <class Number>
bool read(const std::string& text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

template <class Enum>
Enum named(const std::string& option, const std::string& text, std::initializer_list<Enum> values) {
    std::vector<std::string> names;
    for (const Enum value : values) names.emplace_back(name_of(value));
    choose(option, text, names);
    return *std::find_if(values.begin(), values.end(), [&](Enum value) { return name_of(value) == text; });
}

}  // namespace

std::uint64_t whole_number(const std::string& option, const std::string& text, std::uint64_t least,
                           std::uint64_t most) {
    std::uint64_t number = 0;
    if (!read(text, number) || number < least || number > most) {
        refuse(option, text, fmt::format("a whole number from {} to {}", least, most));
    }
    return number;
}

double real_number(const std::string& option, const std::string& text, double least, bool inclusive) {
    double number = 0;
    const bool read_all = read(text, number) && std::isfinite(number);
    if (!read_all || number < least || (number == least && !inclusive)) {
        refuse(option, text, fmt::format("a number {} {}", inclusive ? "from" : "above", least));
    }
    return number;
}

std::pair<std::string, std::string> assignment(const std::string& option, const std::string& text) {
    const auto equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) refuse(option, text, "NAME=VALUE");
    return {text.substr(0, equals), text.substr(equals + 1)};
}

void set_cost(WorkloadCosts& costs, const std::string& text) {
    const auto [name, value] = assignment("--cost", text);
    std::vector<std::string> names;
    for (const CostInfo& cost : kCostTable) names.emplace_back(cost.name);
    choose("--cost", name, names);
    const CostInfo& cost = *std::find_if(kCostTable.begin(), kCostTable.end(),
                                         [&name = name](const CostInfo& c) { return c.name == name; });
    cost.set(costs, cost.fraction ? real_number("--cost " + name, value, cost.least, true)
                                  : static_cast<double>(whole_number("--cost " + name, value,
                                                                     static_cast<std::uint64_t>(cost.least),
                                                                     static_cast<std::uint64_t>(cost.most))));
}

ScriptedSwitch scripted_switch(const std::string& text) {
    const std::string option = "--switch";
    const auto colon = text.find(':');
    if (colon == std::string::npos) refuse(option, text, "AT:ID[,NAME=VALUE...], such as 2:llist");
    ScriptedSwitch change;
    change.at_s = real_number(option, text.substr(0, colon), 0, true);
    auto comma = text.find(',', colon);
    change.strategy = choose(option, text.substr(colon + 1, comma - colon - 1), strategy_ids());
    while (comma != std::string::npos) {
        const auto next = text.find(',', comma + 1);
        change.options.insert(assignment(option, text.substr(comma + 1, next - comma - 1)));
        comma = next;
    }
    return change;
}

Waiting waiting_policy(const std::string& text) {
    return named("--waiting", text, {Waiting::SpinPark, Waiting::Spin, Waiting::Yield});
}

ProbeMode probe_mode(const std::string& text) {
    return named("--probe", text, {ProbeMode::Off, ProbeMode::Sampled, ProbeMode::Full});
}

}  // namespace spinscope
