// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/published_figures.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace spinscope {
namespace {

void read_run(const nlohmann::json& run, PublishedFigure& figure) {
    if (run.contains("workers")) figure.workers = run.at("workers").get<unsigned>();
    if (!run.contains("preset")) return;
    figure.preset = run.at("preset");
    figure.set = run.at("set").get<Options>();
    figure.warmup_s = run.at("warmup_s");
    figure.duration_s = run.at("duration_s");
}

}  // namespace

std::span<const PublishedFigure> published_figures() {
    static const std::vector<PublishedFigure> figures = [] {
        std::vector<PublishedFigure> all;
        const auto json = nlohmann::json::parse(builtin_figures());
        for (const auto& row : json.at("figures")) {
            PublishedFigure figure;
            figure.id = row.at("id");
            figure.group = row.at("group");
            figure.what = row.at("what");
            figure.scenario = row.at("scenario");
            figure.strategy = row.at("strategy");
            if (!row.at("profile").is_null()) figure.profile = row.at("profile").get<std::string>();
            figure.published = row.at("published");
            figure.unit = row.at("unit");
            figure.source = row.at("source");
            figure.note = row.value("note", "");
            if (row.contains("run")) read_run(row.at("run"), figure);
            if (row.contains("ratio"))
                figure.ratio = row.at("ratio").get<std::pair<std::string, std::string>>();
            figure.needs = row.value("needs", "");
            all.push_back(std::move(figure));
        }
        return all;
    }();
    return figures;
}

}  // namespace spinscope
