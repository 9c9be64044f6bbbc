// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/cpu_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "core/base/error.h"

namespace spinscope {
namespace {

/// Far above any machine; keeps a typing error from asking for gigabytes.
constexpr unsigned kHighestCpu = 65'535;

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::optional<unsigned> number(std::string_view text) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

[[noreturn]] void refuse(std::string_view part, const std::string& why) {
    throw UsageError(fmt::format("CPU list: \"{}\" is not a CPU or a range", part), why,
                     "Write for example 0,2-6:2");
}

void parse_part(std::string_view part, std::vector<unsigned>& cpus) {
    const auto dash = part.find('-');
    const auto colon = part.find(':');
    if (dash == std::string_view::npos && colon != std::string_view::npos) {
        refuse(part, "a stride needs a range");
    }
    const auto first = number(part.substr(0, dash));
    const auto last =
        dash == std::string_view::npos ? first : number(part.substr(dash + 1, colon - (dash + 1)));
    const auto stride = colon == std::string_view::npos ? std::optional(1u) : number(part.substr(colon + 1));
    if (!first || !last || !stride) refuse(part, "a number is missing or not a number");
    if (*last < *first) refuse(part, "the range runs backwards");
    if (*stride == 0) refuse(part, "the stride is 0");
    if (*last > kHighestCpu) refuse(part, fmt::format("the highest CPU number is {}", kHighestCpu));
    for (unsigned cpu = *first; cpu <= *last; cpu += std::min(*stride, kHighestCpu + 1)) cpus.push_back(cpu);
}

/// How many of the numbers from `begin` on have the same positive distance.
std::size_t run_length(const std::vector<unsigned>& cpus, std::size_t begin) {
    if (begin + 1 >= cpus.size() || cpus[begin + 1] <= cpus[begin]) return 1;
    const unsigned stride = cpus[begin + 1] - cpus[begin];
    std::size_t end = begin + 1;
    while (end + 1 < cpus.size() && cpus[end + 1] > cpus[end] && cpus[end + 1] - cpus[end] == stride) ++end;
    return end - begin + 1;
}

std::string join(const std::vector<unsigned>& cpus, std::string_view comma, std::string_view dash) {
    std::string text;
    for (std::size_t i = 0; i < cpus.size();) {
        if (!text.empty()) text += comma;
        const std::size_t length = run_length(cpus, i);
        const unsigned stride = length > 1 ? cpus[i + 1] - cpus[i] : 1;
        if (length > 1 && stride == 1) {
            text += fmt::format("{}{}{}", cpus[i], dash, cpus[i + length - 1]);
        } else if (length > 2) {
            text += fmt::format("{}{}{}:{}", cpus[i], dash, cpus[i + length - 1], stride);
        } else {
            text += fmt::to_string(cpus[i++]);
            continue;
        }
        i += length;
    }
    return text;
}

}  // namespace

std::vector<unsigned> parse_cpu_list(const std::string& text) {
    std::vector<unsigned> cpus;
    std::string_view rest = text;
    while (true) {
        const auto comma = rest.find(',');
        parse_part(trimmed(rest.substr(0, comma)), cpus);
        if (comma == std::string_view::npos) return cpus;
        rest.remove_prefix(comma + 1);
    }
}

std::string format_cpu_list(const std::vector<unsigned>& cpus) {
    return join(cpus, ",", "-");
}

std::string cpu_words(std::vector<unsigned> cpus) {
    std::sort(cpus.begin(), cpus.end());
    cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
    if (cpus.empty()) return "no CPU";
    return (cpus.size() == 1 ? "CPU " : "CPUs ") + join(cpus, ", ", "–");
}

}  // namespace spinscope
