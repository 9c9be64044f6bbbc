// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/explanations.h"

#include <functional>
#include <map>
#include <nlohmann/json.hpp>

namespace spinscope {
namespace {

using Sentences = std::map<std::string, std::string, std::less<>>;

struct Texts {
    std::map<std::string, Explanation, std::less<>> strategies;
    Sentences disciplines;
    Sentences locks;
};

Sentences sentences(const nlohmann::json& rows) {
    Sentences all;
    for (const auto& row : rows) all.emplace(row.at("id"), row.at("text"));
    return all;
}

const Texts& texts() {
    static const Texts all = [] {
        const auto json = nlohmann::json::parse(builtin_explanations());
        Texts read;
        for (const auto& row : json.at("strategies")) {
            read.strategies[row.at("id")] = {row.at("author"), row.at("date"), row.at("reference"),
                                             row.at("what"),   row.at("why"),  row.at("cost"),
                                             row.at("link")};
        }
        read.disciplines = sentences(json.at("disciplines"));
        read.locks = sentences(json.at("locks"));
        return read;
    }();
    return all;
}

std::string_view sentence(const Sentences& all, std::string_view id) {
    const auto found = all.find(id);
    return found == all.end() ? std::string_view{} : std::string_view{found->second};
}

}  // namespace

const Explanation* explain_strategy(std::string_view id) {
    const auto& all = texts().strategies;
    const auto found = all.find(id);
    return found == all.end() ? nullptr : &found->second;
}

std::string_view explain_discipline(std::string_view id) {
    return sentence(texts().disciplines, id);
}

std::string_view explain_lock(std::string_view id) {
    return sentence(texts().locks, id);
}

}  // namespace spinscope
