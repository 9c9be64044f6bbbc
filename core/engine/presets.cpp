// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/presets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/cost_table.h"
#include "core/base/error.h"
#include "core/engine/registry.h"

namespace spinscope {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kSchema = "spinscope.preset/1";

void set_costs(Experiment& experiment, const Json& json) {
    for (const auto& [name, value] : json.items()) {
        const auto cost =
            std::find_if(kCostTable.begin(), kCostTable.end(),
                         [&key = name](const CostInfo& candidate) { return candidate.name == key; });
        if (cost == kCostTable.end()) throw UsageError("there is no cost " + name);
        cost->set(experiment.costs, value.get<double>());
    }
}

/// What a preset may say of its experiment, by the names of the command line; anything else is the machine's
/// default.
struct Field {
    std::string_view name;
    void (*set)(Experiment&, const Json&);
};
constexpr std::array kFields{
    Field{"strategy", [](Experiment& e, const Json& v) { e.strategy = v; }},
    Field{"set", [](Experiment& e, const Json& v) { e.options = v.get<Options>(); }},
    Field{"lock", [](Experiment& e, const Json& v) { e.lock = v; }},
    Field{"queues", [](Experiment& e, const Json& v) { e.queues = v; }},
    Field{"queue-by", [](Experiment& e, const Json& v) { e.queue_by = v; }},
    Field{"flows", [](Experiment& e, const Json& v) { e.flows = v; }},
    Field{"discipline", [](Experiment& e, const Json& v) { e.discipline = v; }},
    Field{"limit", [](Experiment& e, const Json& v) { e.limit = v; }},
    Field{"workers", [](Experiment& e, const Json& v) { e.workers = v.get<unsigned>(); }},
    Field{"placement", [](Experiment& e, const Json& v) { e.placement = v; }},
    Field{"payload", [](Experiment& e, const Json& v) { e.payload = v; }},
    Field{"offered", [](Experiment& e, const Json& v) { e.offered_pps = v.get<double>(); }},
    Field{"in-flight", [](Experiment& e, const Json& v) { e.in_flight = v.get<unsigned>(); }},
    Field{"batch", [](Experiment& e, const Json& v) { e.device.batch = v; }},
    Field{"cost", set_costs},
};

Experiment read_experiment(const Json& json) {
    Experiment experiment;
    set_machine(experiment, json.at("machine"));
    for (const auto& [name, value] : json.items()) {
        if (name == "machine") continue;
        const auto field =
            std::find_if(kFields.begin(), kFields.end(),
                         [&key = name](const Field& candidate) { return candidate.name == key; });
        if (field == kFields.end()) throw UsageError("an experiment has no field " + name);
        field->set(experiment, value);
    }
    return experiment;
}

/// Every one of `names` has to be there, and nothing else.
void check_names(const Json& json, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        if (!json.contains(name)) throw UsageError(fmt::format("{} is missing", name));
    }
    for (const auto& item : json.items()) {
        if (std::find(names.begin(), names.end(), item.key()) == names.end())
            throw UsageError("there is no field " + item.key());
    }
}

PresetStep read_step(const Json& json) {
    check_names(json, {"caption", "strategy", "set"});
    return {json.at("caption"), json.at("strategy"), json.at("set").get<Options>()};
}

Preset read_preset(const Json& json) {
    check_names(json,
                {"schema", "place", "id", "title", "summary", "source", "experiment", "story", "figures"});
    if (json.at("schema") != kSchema) throw UsageError(fmt::format("schema takes \"{}\"", kSchema));
    Preset preset;
    preset.id = json.at("id");
    preset.title = json.at("title");
    preset.summary = json.at("summary");
    preset.source = json.at("source");
    preset.place = json.at("place");
    preset.experiment = read_experiment(json.at("experiment"));
    preset.experiment.preset = preset.id;
    for (const Json& step : json.at("story")) preset.story.push_back(read_step(step));
    preset.figures = json.at("figures").get<std::vector<std::string>>();
    return preset;
}

}  // namespace

Preset parse_preset(const std::string& text, const std::string& file) {
    const std::string what = "Preset " + file + " cannot be used";
    try {
        return read_preset(Json::parse(text));
    } catch (const Json::exception& error) {
        throw UsageError(what, error.what());
    } catch (const UsageError& error) {
        throw UsageError(what, error.what(), error.remedy());
    }
}

std::span<const Preset> presets() {
    static const std::vector<Preset> all = [] {
        std::vector<Preset> read;
        for (const BuiltinPreset& file : builtin_presets())
            read.push_back(parse_preset(std::string(file.text), std::string(file.name)));
        std::sort(read.begin(), read.end(),
                  [](const Preset& a, const Preset& b) { return a.place < b.place; });
        return read;
    }();
    return all;
}

const Preset* find_preset(std::string_view id) {
    const auto all = presets();
    const auto found = std::find_if(all.begin(), all.end(), [id](const Preset& p) { return p.id == id; });
    return found == all.end() ? nullptr : &*found;
}

const Preset& preset_by_id(std::string_view id) {
    if (const Preset* preset = find_preset(id)) return *preset;
    std::vector<std::string_view> ids;
    for (const Preset& preset : presets()) ids.push_back(preset.id);
    throw UsageError(fmt::format("There is no preset \"{}\"", id), "no file of that id was built in",
                     fmt::format("Choose one of {}", fmt::join(ids, ", ")));
}

void apply_preset(Experiment& experiment, const Preset& preset) {
    Experiment made = preset.experiment;
    made.duration_s = experiment.duration_s;
    made.count = experiment.count;
    made.warmup_s = experiment.warmup_s;
    made.switches = std::move(experiment.switches);
    made.seed = experiment.seed;
    made.probe = experiment.probe;
    experiment = std::move(made);
}

}  // namespace spinscope
