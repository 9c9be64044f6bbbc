// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/machine_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/units.h"
#include "core/machine/sim/profile_fields.h"
#include "core/machine/sim/profile_file.h"
#include "core/machine/sim/self_test.h"
#include "core/record/profile_json.h"

namespace spinscope {
namespace {

/// "Package 0" -> "Package": what a box is, without its number.
std::string kind_of(const Box& box) {
    const auto end = box.label.find_last_not_of("0123456789");
    return box.kind == BoxKind::Cache || end == std::string::npos || box.label[end] != ' '
               ? box.label
               : box.label.substr(0, end);
}

/// Synthetic machines are symmetric: the first of each level stands for its siblings.
void fold_boxes(const Box& box, const std::string& indent, std::string& text) {
    if (box.children.empty()) return;
    const Box& first = box.children.front();
    text += fmt::format("{}{} × {}", indent, box.children.size(), kind_of(first));
    if (!first.detail.empty()) text += ", each with its own memory";
    text += "\n";
    fold_boxes(first, indent + "  ", text);
}

/// Gives each source a letter, in the order of use.
class Sources {
 public:
    explicit Sources(const MachineProfile& profile) : profile_(profile) {}

    /// "~37.2 a"; "—" where the machine has no such number.
    std::string cell(const std::string& parameter) {
        const Provenance* number = find_provenance(profile_, parameter);
        if (number == nullptr) return "—";
        const std::string value = number->values.substr(0, number->values.find(' '));
        return fmt::format("{}{} {}", number->estimate ? "~" : "", value, letter(*number));
    }

    std::string legend() const {
        std::string text;
        for (std::size_t i = 0; i < used_.size(); ++i) {
            text += fmt::format("  {}  {}{}\n", name(i), used_[i]->estimate ? "estimate: " : "",
                                used_[i]->source);
        }
        return text;
    }

 private:
    static std::string name(std::size_t index) { return std::string(1, static_cast<char>('a' + index)); }

    std::string letter(const Provenance& number) {
        const auto found = std::find_if(used_.begin(), used_.end(), [&](const Provenance* each) {
            return each->source == number.source;
        });
        if (found == used_.end()) used_.push_back(&number);
        return name(static_cast<std::size_t>(
            std::find_if(used_.begin(), used_.end(),
                         [&](const Provenance* each) { return each->source == number.source; }) -
            used_.begin()));
    }

    const MachineProfile& profile_;
    std::vector<const Provenance*> used_;
};

constexpr std::size_t kFirstColumn = 36;
constexpr std::size_t kColumn = 12;

std::string latency_table(const MachineProfile& profile, Sources& sources) {
    PerDistance<bool> occurs{};
    for (std::size_t d = 0; d < kDistances; ++d) {
        occurs[d] = find_provenance(profile, fmt::format("modified.{}", kDistanceNames[d])) != nullptr;
    }
    std::string text = pad_right("", kFirstColumn);
    for (std::size_t d = 0; d < kDistances; ++d) {
        if (occurs[d]) text += pad_left(std::string(kDistanceNames[d]), kColumn);
    }
    text += "\n";
    for (const LatencyField& field : kLatencyFields) {
        text += pad_right("  " + std::string(field.meaning), kFirstColumn);
        for (std::size_t d = 0; d < kDistances; ++d) {
            if (occurs[d]) {
                text += pad_left(sources.cell(fmt::format("{}.{}", field.name, kDistanceNames[d])), kColumn);
            }
        }
        text += "\n";
    }
    return text;
}

std::string number_list(const MachineProfile& profile, Sources& sources) {
    std::string text;
    const auto add = [&](std::string_view meaning, const std::string& parameter) {
        text += pad_right("  " + std::string(meaning), kFirstColumn) +
                pad_left(sources.cell(parameter), kColumn) + "\n";
    };
    for (const CostField& field : kCostFields) add(field.meaning, std::string(field.name));
    if (profile.coherence.bus) {
        for (const BusField& field : kBusFields) add(field.meaning, fmt::format("bus.{}", field.name));
        add("bus: requests for a line wait", "bus.serialise");
    }
    add("time of a step of work, E5450 = 1", "compute_factor");
    return text;
}

}  // namespace

std::string machines_text() {
    std::string text = pad_right("ID", 17) + pad_left("YEAR", 4) + pad_left("CPUS", 6) +
                       pad_left("ESTIMATED", 11) + "  " + pad_right("NAME", 27) + "NUMBERS FROM\n";
    text += pad_right("host", 40) + "This computer: pinned threads on its CPUs\n";
    for (const ProfilePtr& profile : machine_profiles()) {
        const ProfileOrigin origin = origin_of(*profile);
        text += pad_right(profile->id, 17) + pad_left(fmt::format("{}", profile->year), 4) +
                pad_left(fmt::format("{}", topology_of(*profile)->pus().size()), 6) +
                pad_left(fmt::format("{} of {}", origin.estimates, origin.numbers), 11) + "  " +
                pad_right(profile->name, 27) + origin.source + "\n";
    }
    return text;
}

std::string machine_text(const ProfilePtr& machine) {
    const MachineProfile& profile = *machine;
    const auto topology = topology_of(profile);
    Sources sources(profile);
    std::string text =
        fmt::format("{} ({}), {}, {} GHz: simulated, {} CPUs\n{}\n\n", profile.name, profile.id, profile.year,
                    profile.clock_ghz, topology->pus().size(), profile.summary);
    fold_boxes(topology->root(), "", text);
    text += "\nTimes in ns by distance; ~ marks an estimate, the letter names the source.\n";
    text += latency_table(profile, sources);
    text += number_list(profile, sources);
    text += "\nSources:\n" + sources.legend();
    text += "\nSelf-test, ns: the source's own benchmark on the simulated machine\n";
    for (const SelfTestResult& result : run_self_tests(machine)) {
        text += fmt::format(
            "  {}{}{:>8} published {:>8.1f} simulated  {:+.1f} % {}\n", pad_right(result.test.what, 15),
            pad_right(std::string(name_of(result.test.distance)), 9), result.test.published_ns,
            result.simulated_ns, std::round(1000 * result.deviation()) / 10 + 0.0,
            result.passed() ? "ok" : fmt::format("beyond ±{:.0f} %", 100 * result.test.tolerance));
    }
    return text;
}

}  // namespace spinscope
