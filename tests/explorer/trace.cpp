// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/explorer/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace spinscope {
namespace {

struct OpText {
    const char* name;
    bool has_before;
    bool has_value;
};
constexpr std::array<OpText, 18> kOps{{{"load", false, true},
                                       {"store", false, true},
                                       {"exchange", true, true},
                                       {"fetch_add", true, true},
                                       {"fetch_or", true, true},
                                       {"fetch_and", true, true},
                                       {"compare_exchange", true, true},
                                       {"compare_exchange fails", false, true},
                                       {"get", false, true},
                                       {"set", false, true},
                                       {"reaches memory", false, true},
                                       {"waits", false, false},
                                       {"relaxes", false, false},
                                       {"wakes", false, false},
                                       {"sleeps", false, false},
                                       {"packet boundary", false, false},
                                       {"synchronize", false, false},
                                       {"ends", false, false}}};

}  // namespace

void Trace::name(const void* begin, std::size_t bytes, std::string name, std::size_t stride) {
    regions_.push_back({reinterpret_cast<std::uintptr_t>(begin), bytes, std::move(name), stride});
}

std::string Trace::address(std::uint64_t value) const {
    const auto found = std::find_if(regions_.rbegin(), regions_.rend(), [&](const Region& region) {
        return value >= region.begin && value < region.begin + region.bytes;
    });
    if (found == regions_.rend()) return {};
    const std::uint64_t offset = value - found->begin;
    std::string text = found->name;
    if (found->stride != 0) text += fmt::format("[{}]", offset / found->stride);
    const std::uint64_t inside = found->stride == 0 ? offset : offset % found->stride;
    if (inside != 0) text += fmt::format("+{:#x}", inside);
    return text;
}

std::string Trace::value(std::uint64_t value) const {
    if (std::string named = address(value); !named.empty()) return "&" + named;
    return value < 4096 ? fmt::format("{}", value) : fmt::format("{:#x}", value);
}

std::string Trace::text(std::size_t most) const {
    const std::size_t begin = steps_.size() - std::min(most, steps_.size());
    std::string text;
    if (begin != 0) text += fmt::format("  ... {} steps before\n", begin);
    for (std::size_t i = begin; i < steps_.size(); ++i) {
        const Step& step = steps_[i];
        const OpText& op = kOps[static_cast<std::size_t>(step.op)];
        text += fmt::format("  {:5}  CPU {}  {}", i + 1, step.cpu, op.name);
        if (step.word != nullptr) {
            const std::string named = address(reinterpret_cast<std::uintptr_t>(step.word));
            text += " " + (named.empty() ? "local" : named);
        }
        if (op.has_before) {
            text += fmt::format(": {} -> {}", value(step.before), value(step.value));
        } else if (op.has_value) {
            text += ": " + value(step.value);
        }
        text += '\n';
    }
    return text;
}

}  // namespace spinscope
