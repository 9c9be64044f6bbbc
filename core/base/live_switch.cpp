// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/live_switch.h"

#include <algorithm>

#include "core/base/options.h"

namespace spinscope {
namespace {

unsigned number(const Options& options, std::string_view name, unsigned before, double least, double most) {
    const std::string standard = std::to_string(before);
    return option_u32(options,
                      {.name = name, .default_value = standard, .help = "", .least = least, .most = most});
}

std::string text(const Options& options, const char* name, std::string before) {
    const auto found = options.find(name);
    return found == options.end() ? std::move(before) : found->second;
}

}  // namespace

Options switch_values(const Experiment& experiment) {
    return {{"discipline", experiment.discipline},
            {"limit", std::to_string(experiment.limit)},
            {"lock", experiment.lock},
            {"queues", std::to_string(experiment.queues)},
            {"queue-by", experiment.queue_by}};
}

Options without_switch_names(const Options& options) {
    Options others = options;
    for (const std::string_view name : kSwitchNames) others.erase(std::string(name));
    return others;
}

Experiment after_switch(Experiment experiment, const std::string& strategy, const Options& options) {
    if (strategy != experiment.strategy) experiment.lock.clear();
    experiment.strategy = strategy;
    experiment.discipline = text(options, "discipline", experiment.discipline);
    experiment.lock = text(options, "lock", experiment.lock);
    experiment.queue_by = text(options, "queue-by", experiment.queue_by);
    experiment.limit = number(options, "limit", experiment.limit, 1, 10'000'000);
    experiment.queues = number(options, "queues", experiment.queues, 0, 4096);
    for (const auto& [name, value] : without_switch_names(options)) experiment.options[name] = value;
    return experiment;
}

}  // namespace spinscope
