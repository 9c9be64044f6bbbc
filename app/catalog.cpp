// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "app/machine_text.h"
#include "app/units.h"
#include "core/base/error.h"
#include "core/engine/presets.h"
#include "core/engine/registry.h"
#include "core/record/preset_json.h"
#include "core/record/profile_json.h"
#include "core/topology/cpu_list.h"

namespace spinscope {
namespace {

/// Levenshtein's distance: insertions, deletions and replacements that turn one word into the other.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

/// Aligned columns, two spaces apart; the last one is not padded.
std::string columns(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
    }
    std::string text;
    for (const auto& row : rows) {
        for (std::size_t i = 0; i + 1 < row.size(); ++i) text += pad_right(row[i], widths[i] + 2);
        text += row.back() + "\n";
    }
    return text;
}

std::string option_lines(std::string_view owner, std::span<const OptionInfo> options) {
    std::string lines;
    for (const OptionInfo& option : options) {
        lines += fmt::format("  {} --set {}={}  {}\n", owner, option.name, option.default_value, option.help);
    }
    return lines;
}

std::string with_options(const std::string& text, const std::string& lines) {
    return text + (lines.empty() ? "" : "\nOptions, with their defaults:\n" + lines);
}

std::string strategies_text() {
    std::vector<std::vector<std::string>> rows{{"ID", "LOCK", "GATE", "RELOCK", "YEAR", "TITLE"}};
    std::string options;
    for (const StrategyInfo& strategy : strategies()) {
        rows.push_back({std::string(strategy.id), std::string(strategy.lock), std::string(strategy.gate),
                        std::string(strategy.relock), std::string(strategy.year),
                        std::string(strategy.title)});
        options += option_lines(strategy.id, strategy.options);
    }
    return with_options(columns(rows), options);
}

std::string disciplines_text() {
    std::vector<std::vector<std::string>> rows{{"ID", "TITLE"}};
    std::string options;
    for (const DisciplineInfo& discipline : disciplines()) {
        rows.push_back({std::string(discipline.id), std::string(discipline.title)});
        options += option_lines(discipline.id, discipline.options);
    }
    return with_options(columns(rows), options);
}

std::string entries_text(const std::vector<CatalogEntry>& entries) {
    std::vector<std::vector<std::string>> rows;
    for (const CatalogEntry& entry : entries) {
        rows.push_back({entry.id, entry.options.empty()
                                      ? entry.title
                                      : fmt::format("{} ({})", entry.title, fmt::join(entry.options, ", "))});
    }
    return columns(rows);
}

std::string presets_text() {
    std::vector<std::vector<std::string>> rows{{"ID", "MACHINE", "TITLE"}};
    for (const Preset& preset : presets())
        rows.push_back({preset.id, preset.experiment.machine, preset.title});
    std::string text = columns(rows);
    for (const Preset& preset : presets()) {
        text += fmt::format("\n{}: {}\n  {}\n", preset.id, preset.summary, preset.source);
        for (const PresetStep& step : preset.story) {
            std::string change = step.strategy;
            for (const auto& [name, value] : step.options) change += fmt::format(",{}={}", name, value);
            text += fmt::format("  --switch AT:{}  {}\n", change, step.caption);
        }
    }
    return text;
}

void draw_box(const Box& box, const Topology& topology, const std::string& indent, std::string& text) {
    std::string line = indent + box.label;
    if (!box.detail.empty()) line += ", " + box.detail;
    if (box.kind == BoxKind::Pu) {
        const Pu& pu = topology.pus().at(box.pu);
        if (!pu.usable) line += "  not usable: " + pu.refusal;
    }
    text += line + "\n";
    for (const Box& child : box.children) draw_box(child, topology, indent + "  ", text);
}

}  // namespace

std::vector<CatalogEntry> scenario_catalog() {
    return {{"transmit", "Workers push packets through one transmit queue and its root lock", {}}};
}

std::vector<CatalogEntry> machine_catalog() {
    return {{"host", "Pinned threads on the CPUs of this computer", {}}};
}

std::vector<CatalogEntry> device_catalog() {
    return {
        {"udp",
         "UDP sockets, by default to a loopback sink inside the program that nobody reads",
         {"--to", "--interface", "--verify", "--batch"}},
        {"packet",
         "Whole frames straight into the driver of an interface, past the kernel's queue; needs CAP_NET_RAW",
         {"--interface", "--to", "--batch"}},
        {"kernel",
         "The real kernel queue, of an interface or of an ifb of our own; with strategy kernel",
         {"--interface", "--to", "--set kernel-queue"}},
        {"null", "No traffic: each packet takes a calibrated delay", {"--device-delay", "--batch"}},
        {"modelled",
         "On a simulated machine: a driver that takes its time, a ring, and a wire with a rate of its own",
         {"--device-delay", "--batch", "--cost"}}};
}

std::vector<CatalogEntry> discipline_catalog() {
    std::vector<CatalogEntry> entries;
    for (const DisciplineInfo& info : disciplines())
        entries.push_back({std::string(info.id), std::string(info.title), {}});
    return entries;
}

std::vector<CatalogEntry> lock_catalog() {
    std::vector<CatalogEntry> entries;
    for (const LockInfo& info : locks()) {
        entries.push_back({std::string(info.id), std::string(info.title), {}});
        for (const StrategyInfo& strategy : strategies()) {
            if ((strategy.any_lock && info.exchangeable) || strategy.lock == info.id)
                entries.back().options.emplace_back(strategy.id);
        }
    }
    return entries;
}

std::vector<std::string> list_names() {
    return {"strategies", "locks", "disciplines", "machines", "devices", "scenarios", "presets"};
}

std::string list_text(const std::string& name, bool json) {
    choose("List", name, list_names());
    if (name == "strategies") return json ? strategies_json(strategies()) : strategies_text();
    if (name == "presets") return json ? presets_json() : presets_text();
    if (name == "machines") return json ? machines_json() : machines_text();
    if (name == "disciplines") return json ? disciplines_json(disciplines()) : disciplines_text();
    const std::vector<CatalogEntry> entries = name == "locks"     ? lock_catalog()
                                              : name == "devices" ? device_catalog()
                                                                  : scenario_catalog();
    return json ? catalog_json(entries) : entries_text(entries);
}

std::string topology_text(const Topology& topology) {
    std::string text;
    draw_box(topology.root(), topology, "", text);
    const std::vector<unsigned> usable = topology.usable();
    return text + fmt::format("\nThis process may use {} of {} CPUs: {}\n", usable.size(),
                              topology.pus().size(), format_cpu_list(usable));
}

std::vector<std::string> ids_of(const std::vector<CatalogEntry>& entries) {
    std::vector<std::string> ids;
    for (const CatalogEntry& entry : entries) ids.push_back(entry.id);
    return ids;
}

std::vector<std::string> strategy_ids() {
    std::vector<std::string> ids;
    for (const StrategyInfo& strategy : strategies()) ids.emplace_back(strategy.id);
    return ids;
}

std::string suggestion(const std::string& value, const std::vector<std::string>& choices) {
    const auto nearest = std::min_element(choices.begin(), choices.end(), [&](const auto& a, const auto& b) {
        return distance(value, a) < distance(value, b);
    });
    const std::size_t near_enough = std::max<std::size_t>(2, value.size() / 3);
    if (nearest == choices.end() || distance(value, *nearest) > near_enough) return {};
    return fmt::format("Did you mean \"{}\"? ", *nearest);
}

const std::string& choose(const std::string& subject, const std::string& value,
                          const std::vector<std::string>& choices) {
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) return value;
    throw UsageError(fmt::format("{} \"{}\" is not known", subject, value), {},
                     suggestion(value, choices) + fmt::format("Choose from: {}", fmt::join(choices, ", ")));
}

}  // namespace spinscope
