// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/options.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "core/base/error.h"

namespace spinscope {
namespace {

using Kind = OptionInfo::Kind;

bool is_word(const OptionInfo& info, const std::string& text) {
    for (std::size_t begin = 0; begin < info.words.size();) {
        const std::size_t end = std::min(info.words.find('|', begin), info.words.size());
        if (info.words.substr(begin, end - begin) == text) return true;
        begin = end + 1;
    }
    return false;
}

template <class Number>
bool read(const std::string& text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

bool fits(const OptionInfo& info, const std::string& text) {
    if (is_word(info, text)) return true;
    std::uint32_t number = 0;
    double real = 0;
    switch (info.kind) {
        case Kind::Number:
            return read(text, number) && number >= info.least && number <= info.most;
        case Kind::Real:
            return read(text, real) && std::isfinite(real) && real >= info.least && real <= info.most;
        case Kind::Switch:
            return text == "on" || text == "off";
        case Kind::Words:
            return false;
    }
    return false;
}

std::string numbers(const OptionInfo& info) {
    if (info.most < OptionInfo().most)
        return fmt::format("it is a number from {:.0f} to {:.0f}", info.least, info.most);
    return fmt::format("it is a number of {:.0f} and more", info.least);
}

}  // namespace

std::string takes(const OptionInfo& info) {
    std::string words;
    for (const char c : info.words) words += c == '|' ? std::string(" or ") : std::string(1, c);
    const std::string also = words.empty() ? "" : ", or " + words;
    switch (info.kind) {
        case Kind::Number:
        case Kind::Real:
            return numbers(info) + also;
        case Kind::Switch:
            return "it is on or off";
        case Kind::Words:
            return "it is " + words;
    }
    return words;
}

std::string option_text(const Options& options, const OptionInfo& info) {
    const auto found = options.find(std::string(info.name));
    if (found == options.end()) return std::string(info.default_value);
    if (fits(info, found->second)) return found->second;
    throw UsageError("Option " + std::string(info.name) + " cannot be \"" + found->second + "\"", takes(info),
                     "Leave it out for the default, " + std::string(info.default_value));
}

std::uint32_t option_u32(const Options& options, const OptionInfo& info) {
    std::uint32_t number = 0;
    return read(option_text(options, info), number) ? number : 0;
}

double option_real(const Options& options, const OptionInfo& info) {
    double number = 0;
    return read(option_text(options, info), number) ? number : 0;
}

bool option_on(const Options& options, const OptionInfo& info) {
    return option_text(options, info) == "on";
}

}  // namespace spinscope
