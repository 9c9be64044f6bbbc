// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/preset_json.h"

#include <nlohmann/json.hpp>

#include "core/engine/presets.h"
#include "core/record/run_json_parts.h"

namespace spinscope {

std::string presets_json() {
    Json array = Json::array();
    for (const Preset& preset : presets()) {
        Json story = Json::array();
        for (const PresetStep& step : preset.story)
            story.push_back({{"caption", step.caption}, {"strategy", step.strategy}, {"set", step.options}});
        array.push_back({{"id", preset.id},
                         {"title", preset.title},
                         {"summary", preset.summary},
                         {"source", preset.source},
                         {"machine", preset.experiment.machine},
                         {"strategy", preset.experiment.strategy},
                         {"discipline", preset.experiment.discipline},
                         {"story", story},
                         {"figures", preset.figures}});
    }
    return text_of(array, 2) + "\n";
}

}  // namespace spinscope
