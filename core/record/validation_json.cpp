// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/validation_json.h"

#include <nlohmann/json.hpp>

namespace spinscope {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json nullable(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

}  // namespace

std::string validation_json(const Validation& validation) {
    Json rows = Json::array();
    for (const ValidationRow& row : validation.rows) {
        const PublishedFigure& figure = row.figure;
        const auto deviation = row.deviation();
        rows.push_back({{"figure", figure.group + " " + figure.what},
                        {"scenario", figure.scenario},
                        {"strategy", figure.strategy},
                        {"profile", nullable(figure.profile)},
                        {"published", figure.published},
                        {"simulated", nullable(row.simulated)},
                        {"unit", figure.unit},
                        {"deviation", nullable(deviation)},
                        {"source", figure.source},
                        {"note", row.note},
                        {"id", figure.id},
                        {"group", figure.group},
                        {"workers", nullable(figure.workers)},
                        {"ratio", deviation ? Json(*deviation + 1) : Json(nullptr)},
                        {"seed", row.simulated ? Json(row.seed) : Json(nullptr)},
                        {"command", text_or_null(row.command)}});
    }
    const Json json{{"schema", "spinscope.validation/1"}, {"partial", validation.partial}, {"rows", rows}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace spinscope
