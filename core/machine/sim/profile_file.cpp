// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/sim/profile_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/error.h"
#include "core/machine/sim/profile_fields.h"

namespace spinscope {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "spinscope.machine/1";
constexpr std::array<std::string_view, 4> kTests{"cas-ping-pong", "ping-pong", "read-modified",
                                                 "read-shared"};

/// Reads one profile; remembers what it is reading, for the errors.
class Reader {
 public:
    Reader(const std::string& text, std::string name) : name_(std::move(name)) {
        try {
            root_ = Json::parse(text);
        } catch (const Json::parse_error& error) {
            const std::string what = error.what();
            refuse("", "is not JSON: " + what.substr(what.find("] ") + 2));
        }
        if (!root_.is_object()) refuse("", "takes a JSON object");
    }

    MachineProfile read() {
        check_names(root_, "",
                    {"schema", "id", "name", "year", "summary", "clock_ghz", "shape", "compute_factor",
                     "latencies", "costs", "bus", "self_tests", "sources"});
        if (text("schema") != kSchema) refuse("schema", fmt::format("takes \"{}\"", kSchema));
        profile_.id = text("id");
        profile_.name = text("name");
        const Json& year = member(root_, "", "year");
        if (!year.is_number_unsigned()) refuse("year", "takes a year");
        profile_.year = year.get<unsigned>();
        profile_.summary = text("summary");
        profile_.shape = text("shape");
        profile_.clock_ghz = real(member(root_, "", "clock_ghz"), "clock_ghz", 0, false);
        read_shape();
        profile_.compute_factor =
            sourced(member(root_, "", "compute_factor"), "compute_factor", "compute_factor", "", 0, false);
        read_latencies();
        read_costs();
        if (root_.contains("bus")) read_bus();
        read_self_tests();
        return std::move(profile_);
    }

 private:
    [[noreturn]] void refuse(const std::string& field, const std::string& expected) const {
        throw UsageError(fmt::format("Machine profile {} cannot be used", name_),
                         field.empty() ? "it " + expected : fmt::format("{} {}", field, expected));
    }

    static std::string path(const std::string& parent, std::string_view field) {
        return parent.empty() ? std::string(field) : fmt::format("{}.{}", parent, field);
    }

    const Json& member(const Json& object, const std::string& parent, std::string_view field) const {
        const auto found = object.find(field);
        if (found == object.end()) refuse(path(parent, field), "is missing");
        return *found;
    }

    const Json& object(const Json& parent, const std::string& parent_path, std::string_view field) const {
        const Json& found = member(parent, parent_path, field);
        if (!found.is_object()) refuse(path(parent_path, field), "takes an object");
        return found;
    }

    void check_names(const Json& object, const std::string& parent,
                     const std::set<std::string_view>& known) const {
        for (const auto& item : object.items()) {
            if (known.count(item.key()) == 0) refuse(path(parent, item.key()), "is not a field of a profile");
        }
    }

    std::string text_of(const Json& value, const std::string& field) const {
        if (!value.is_string() || value.get_ref<const std::string&>().empty()) refuse(field, "takes a text");
        return value.get<std::string>();
    }
    std::string text(std::string_view field) const {
        return text_of(member(root_, "", field), std::string(field));
    }

    double real(const Json& value, const std::string& field, double least, bool inclusive) const {
        const double number = value.is_number() ? value.get<double>() : std::nan("");
        if (!std::isfinite(number) || number < least || (number == least && !inclusive)) {
            refuse(field, fmt::format("takes a number {} {}", inclusive ? "from" : "above", least));
        }
        return number;
    }

    Provenance source(const Json& key, const std::string& field) const {
        if (!key.is_string()) refuse(field, "takes the name of a source");
        const std::string& name = key.get_ref<const std::string&>();
        const Json& sources = object(root_, "", "sources");
        const auto found = sources.find(name);
        if (found == sources.end())
            refuse(field, fmt::format("names the source \"{}\", which sources lacks", name));
        const std::string where = "sources." + name;
        if (!found->is_object()) refuse(where, "takes an object with text and estimate");
        check_names(*found, where, {"text", "estimate"});
        const Json& estimate = member(*found, where, "estimate");
        if (!estimate.is_boolean()) refuse(where + ".estimate", "takes true or false");
        Provenance provenance;
        provenance.source = text_of(member(*found, where, "text"), where + ".text");
        provenance.estimate = estimate.get<bool>();
        return provenance;
    }

    /// The parts of [value, "source"].
    const Json& pair(const Json& value, const std::string& field, const std::string& parameter,
                     const std::string& unit) {
        if (!value.is_array() || value.size() != 2) {
            refuse(field, fmt::format("takes a pair: [{}, \"source\"]", unit.empty() ? "value" : unit));
        }
        Provenance provenance = source(value[1], field);
        provenance.parameter = parameter;
        provenance.values =
            (value[0].is_number() ? fmt::format("{}", value[0].get<double>()) : value[0].dump()) +
            (unit.empty() ? "" : " " + unit);
        profile_.provenance.push_back(std::move(provenance));
        return value[0];
    }
    double sourced(const Json& value, const std::string& field, const std::string& parameter,
                   const std::string& unit, double least, bool inclusive) {
        return real(pair(value, field, parameter, unit), field, least, inclusive);
    }

    void read_shape() {
        std::shared_ptr<const Topology> machine;
        try {
            machine = topology_of(profile_);
        } catch (const Error& error) {
            refuse("shape", "takes an hwloc synthetic description: " + error.line());
        }
        // Synthetic machines are the same seen from each of their CPUs.
        for (const Pu& pu : machine->pus()) {
            occurs_[static_cast<std::size_t>(distance(machine->pus().front(), pu))] = true;
        }
    }

    void read_latencies() {
        const Json& latencies = object(root_, "", "latencies");
        std::set<std::string_view> names;
        for (const LatencyField& field : kLatencyFields) names.insert(field.name);
        check_names(latencies, "latencies", names);
        for (const LatencyField& field : kLatencyFields) read_latency(latencies, field);
    }

    void read_latency(const Json& latencies, const LatencyField& field) {
        const std::string where = path("latencies", field.name);
        const Json& numbers = object(latencies, "latencies", field.name);
        check_names(numbers, where, {kDistanceNames.begin(), kDistanceNames.end()});
        PerDistance<double>& values = profile_.coherence.*field.member;
        PerDistance<bool> given{};
        for (std::size_t d = 0; d < kDistances; ++d) {
            const std::string_view name = kDistanceNames[d];
            const std::string at = path(where, name);
            const bool own_core = d <= static_cast<std::size_t>(Distance::Sibling);
            if (numbers.contains(name)) {
                if (!occurs_[d]) refuse(at, "is for CPUs that this shape does not have");
                if (own_core && field.other_cores_only) refuse(at, "means nothing within a core");
                values[d] = sourced(numbers[name], at, path(std::string(field.name), name), "ns", 0, true);
                given[d] = true;
            } else if (occurs_[d] && !(own_core && field.other_cores_only)) {
                refuse(at, "is missing");
            }
        }
        for (std::size_t d = kDistances - 1; d-- > 0;) {
            const bool means_nothing =
                field.other_cores_only && d <= static_cast<std::size_t>(Distance::Sibling);
            if (given[d] || means_nothing || !given[d + 1]) continue;
            values[d] = values[d + 1];
            given[d] = true;
        }
        for (std::size_t d = 1; d < kDistances; ++d) {
            if (!given[d]) values[d] = values[d - 1];
        }
    }

    void read_costs() {
        const Json& costs = object(root_, "", "costs");
        std::set<std::string_view> names;
        for (const CostField& field : kCostFields) names.insert(field.name);
        check_names(costs, "costs", names);
        for (const CostField& field : kCostFields) {
            profile_.coherence.*field.member =
                sourced(member(costs, "costs", field.name), path("costs", field.name),
                        std::string(field.name), std::string(field.unit), field.least, true);
        }
    }

    void read_bus() {
        const Json& numbers = object(root_, "", "bus");
        std::set<std::string_view> names{"serialise"};
        for (const BusField& field : kBusFields) names.insert(field.name);
        check_names(numbers, "bus", names);
        FrontSideBus bus;
        for (const BusField& field : kBusFields) {
            const std::string at = path("bus", field.name);
            bus.*field.member = sourced(member(numbers, "bus", field.name), at, at, "ns", 0, true);
        }
        const std::string at = "bus.serialise";
        const Json& serialise = pair(member(numbers, "bus", "serialise"), at, at, "");
        if (!serialise.is_boolean()) refuse(at, "takes a pair: [true or false, \"source\"]");
        bus.serialise = serialise.get<bool>();
        profile_.coherence.bus = bus;
    }

    void read_self_tests() {
        const Json& tests = member(root_, "", "self_tests");
        if (!tests.is_array()) refuse("self_tests", "takes an array");
        for (std::size_t i = 0; i < tests.size(); ++i) {
            const std::string where = fmt::format("self_tests[{}]", i);
            if (!tests[i].is_object()) refuse(where, "takes an object");
            check_names(tests[i], where, {"what", "distance", "ns", "tolerance", "source"});
            SelfTest test;
            test.what = text_of(member(tests[i], where, "what"), where + ".what");
            if (std::find(kTests.begin(), kTests.end(), test.what) == kTests.end()) {
                refuse(where + ".what", fmt::format("takes one of {}", fmt::join(kTests, ", ")));
            }
            const std::string far = text_of(member(tests[i], where, "distance"), where + ".distance");
            const auto found = std::find(kDistanceNames.begin(), kDistanceNames.end(), far);
            const auto d = static_cast<std::size_t>(found - kDistanceNames.begin());
            if (found == kDistanceNames.end() || d == 0 || !occurs_[d]) {
                refuse(where + ".distance", "takes a distance between two CPUs of this shape");
            }
            test.distance = static_cast<Distance>(d);
            test.published_ns = real(member(tests[i], where, "ns"), where + ".ns", 0, false);
            test.tolerance = real(member(tests[i], where, "tolerance"), where + ".tolerance", 0, false);
            test.source = source(member(tests[i], where, "source"), where + ".source").source;
            profile_.self_tests.push_back(std::move(test));
        }
    }

    std::string name_;
    Json root_;
    MachineProfile profile_;
    PerDistance<bool> occurs_{};
};

/// Writes one profile, with a short name for each source.
class Writer {
 public:
    explicit Writer(const MachineProfile& profile) : profile_(profile) {}

    std::string text() {
        const CoherenceParameters& coherence = profile_.coherence;
        Json root{{"schema", kSchema},      {"id", profile_.id},           {"name", profile_.name},
                  {"year", profile_.year},  {"summary", profile_.summary}, {"clock_ghz", profile_.clock_ghz},
                  {"shape", profile_.shape}};
        root["compute_factor"] = sourced("compute_factor", profile_.compute_factor);
        for (const LatencyField& field : kLatencyFields) {
            Json& numbers = root["latencies"][std::string(field.name)] = Json::object();
            for (std::size_t d = 0; d < kDistances; ++d) {
                const std::string parameter = fmt::format("{}.{}", field.name, kDistanceNames[d]);
                if (find_provenance(profile_, parameter) == nullptr) continue;
                numbers[std::string(kDistanceNames[d])] = sourced(parameter, (coherence.*field.member)[d]);
            }
        }
        for (const CostField& field : kCostFields) {
            root["costs"][std::string(field.name)] =
                sourced(std::string(field.name), coherence.*field.member);
        }
        if (coherence.bus) {
            for (const BusField& field : kBusFields) {
                root["bus"][std::string(field.name)] =
                    sourced(fmt::format("bus.{}", field.name), (*coherence.bus).*field.member);
            }
            root["bus"]["serialise"] = sourced("bus.serialise", coherence.bus->serialise);
        }
        root["self_tests"] = Json::array();
        for (const SelfTest& test : profile_.self_tests) {
            root["self_tests"].push_back({{"what", test.what},
                                          {"distance", name_of(test.distance)},
                                          {"ns", test.published_ns},
                                          {"tolerance", test.tolerance},
                                          {"source", source_name(test.source, false)}});
        }
        root["sources"] = sources_;
        return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    }

 private:
    Json sourced(const std::string& parameter, const Json& value) {
        const Provenance* provenance = find_provenance(profile_, parameter);
        if (provenance == nullptr) return Json::array({value, source_name("not said", true)});
        return Json::array({value, source_name(provenance->source, provenance->estimate)});
    }

    std::string source_name(const std::string& text, bool estimate) {
        const auto name = fmt::format("s{}", names_.size() + 1);
        const auto [entry, added] = names_.emplace(text, name);
        if (added) sources_[name] = Json{{"text", text}, {"estimate", estimate}};
        return entry->second;
    }

    const MachineProfile& profile_;
    std::map<std::string, std::string> names_;
    Json sources_ = Json::object();
};

}  // namespace

MachineProfile parse_profile(const std::string& text, const std::string& name) {
    return Reader(text, name).read();
}

std::string profile_text(const MachineProfile& profile) {
    return Writer(profile).text();
}

const Provenance* find_provenance(const MachineProfile& profile, const std::string& parameter) {
    const auto found = std::find_if(profile.provenance.begin(), profile.provenance.end(),
                                    [&](const Provenance& each) { return each.parameter == parameter; });
    return found != profile.provenance.end() ? &*found : nullptr;
}

}  // namespace spinscope
