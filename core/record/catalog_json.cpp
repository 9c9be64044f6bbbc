// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/catalog_json.h"

#include "core/engine/explanations.h"

#include <string_view>

#include <nlohmann/json.hpp>

namespace spinscope {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

constexpr std::string_view name_of(BoxKind kind) {
    switch (kind) {
        case BoxKind::Machine:
            return "machine";
        case BoxKind::Package:
            return "package";
        case BoxKind::Group:
            return "group";
        case BoxKind::Numa:
            return "numa";
        case BoxKind::Cache:
            return "cache";
        case BoxKind::Core:
            return "core";
        case BoxKind::Pu:
            return "pu";
    }
    return "unknown";
}

Json box_json(const Box& box, const Topology& topology) {
    Json json{{"kind", name_of(box.kind)}, {"label", box.label}, {"detail", box.detail}};
    if (box.kind == BoxKind::Pu) json["cpu"] = topology.pus().at(box.pu).os_index;
    json["children"] = Json::array();
    for (const Box& child : box.children) json["children"].push_back(box_json(child, topology));
    return json;
}

/// What is said of a strategy; null where that is nothing.
Json explanation_json(const Explanation* explanation) {
    if (explanation == nullptr) return nullptr;
    return {
        {"author", explanation->author}, {"date", explanation->date}, {"reference", explanation->reference},
        {"what", explanation->what},     {"why", explanation->why},   {"cost", explanation->cost},
        {"link", explanation->link}};
}

Json options_json(std::span<const OptionInfo> options) {
    Json array = Json::array();
    for (const OptionInfo& option : options)
        array.push_back({{"name", option.name}, {"default", option.default_value}, {"help", option.help}});
    return array;
}

}  // namespace

std::string strategies_json(std::span<const StrategyInfo> strategies) {
    Json array = Json::array();
    for (const StrategyInfo& strategy : strategies) {
        array.push_back({{"id", strategy.id},
                         {"scenario", strategy.scenario},
                         {"title", strategy.title},
                         {"lock", strategy.lock},
                         {"gate", strategy.gate},
                         {"relock", strategy.relock},
                         {"simulatable", strategy.simulatable},
                         {"source", strategy.source},
                         {"year", strategy.year},
                         {"layout", strategy.layout},
                         {"options", options_json(strategy.options)},
                         {"explain", explanation_json(explain_strategy(strategy.id))}});
    }
    return text_of(array);
}

std::string disciplines_json(std::span<const DisciplineInfo> disciplines) {
    Json array = Json::array();
    for (const DisciplineInfo& discipline : disciplines) {
        array.push_back({{"id", discipline.id},
                         {"title", discipline.title},
                         {"source", discipline.source},
                         {"options", options_json(discipline.options)}});
    }
    return text_of(array);
}

std::string catalog_json(std::span<const CatalogEntry> entries) {
    Json array = Json::array();
    for (const CatalogEntry& entry : entries) {
        array.push_back({{"id", entry.id}, {"title", entry.title}, {"options", entry.options}});
    }
    return text_of(array);
}

std::string topology_json(const Topology& topology) {
    Json pus = Json::array();
    for (const Pu& pu : topology.pus()) {
        pus.push_back({{"cpu", pu.os_index},
                       {"logical", pu.logical_index},
                       {"core", pu.core},
                       {"thread", pu.thread},
                       {"package", pu.package},
                       {"numa_node", pu.numa_node},
                       {"kind", pu.kind.empty() ? Json(nullptr) : Json(pu.kind)},
                       {"usable", pu.usable},
                       {"why_not", pu.usable ? Json(nullptr) : Json(pu.refusal)}});
    }
    return text_of({{"name", topology.name()},
                    {"numa_nodes", topology.numa_nodes()},
                    {"usable", topology.usable()},
                    {"cpus", pus},
                    {"boxes", box_json(topology.root(), topology)}});
}

}  // namespace spinscope
