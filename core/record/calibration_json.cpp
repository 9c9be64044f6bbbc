// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/calibration_json.h"

#include <map>
#include <nlohmann/json.hpp>

namespace spinscope {
namespace {

using Json = nlohmann::ordered_json;

Json spread_json(const std::optional<Spread>& spread) {
    if (!spread) return nullptr;
    return {{"median_ns", spread->median}, {"p10_ns", spread->low}, {"p90_ns", spread->high}};
}

/// Rows and columns as `cpus`; null on the diagonal and for pairs that were not measured.
Json matrix_json(const HostMatrix& matrix) {
    std::map<std::pair<unsigned, unsigned>, double> medians;
    for (const PairLatency& pair : matrix.pairs) {
        const double median = spread_of(pair.rounds)->median;
        medians[{pair.a, pair.b}] = median;
        medians[{pair.b, pair.a}] = median;
    }
    Json rows = Json::array();
    for (unsigned row : matrix.cpus) {
        Json cells = Json::array();
        for (unsigned column : matrix.cpus) {
            const auto found = medians.find({row, column});
            cells.push_back(found != medians.end() ? Json(found->second) : Json(nullptr));
        }
        rows.push_back(std::move(cells));
    }
    return rows;
}

}  // namespace

std::string calibration_json(const HostCalibration& measured) {
    const HostMatrix& matrix = measured.matrix;
    Json distances = Json::object();
    for (std::size_t d = 1; d < kDistances; ++d) {
        distances[std::string(kDistanceNames[d])] = spread_json(matrix.at(static_cast<Distance>(d)));
    }
    Json pairs = Json::array();
    for (const PairLatency& pair : matrix.pairs) {
        Json entry{{"a", pair.a},
                   {"b", pair.b},
                   {"distance", name_of(pair.distance)},
                   {"rounds", pair.rounds.size()}};
        entry.update(spread_json(spread_of(pair.rounds)));
        pairs.push_back(std::move(entry));
    }
    const Environment& environment = measured.environment;
    const Json json{{"schema", "spinscope.calibration/1"},
                    {"partial", matrix.partial},
                    {"clock", {{"name", environment.clock}, {"read_ns", measured.calibration.stamp_ns}}},
                    {"pause_ns", measured.calibration.pause_ns},
                    {"iteration_ns", measured.calibration.iteration_ns},
                    {"cycle_ns", measured.hits.cycle_ns},
                    {"hit_ns",
                     {{"load", measured.hits.load_ns},
                      {"store", measured.hits.store_ns},
                      {"update", measured.hits.update_ns}}},
                    {"one_way_ns", distances},
                    {"cpus", matrix.cpus},
                    {"matrix_ns", matrix_json(matrix)},
                    {"pairs", pairs},
                    {"pairs_possible", matrix.possible_pairs},
                    {"warnings", matrix.refusals},
                    {"environment",
                     {{"version", environment.version},
                      {"cpu", environment.cpu},
                      {"kernel", environment.kernel},
                      {"governor", environment.governor ? Json(*environment.governor) : Json(nullptr)}}}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace spinscope
