// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/experiment.h"

namespace spinscope {

/// One step of a preset's story: a live switch (Session::switch_to), and what to say about it.
struct PresetStep {
    std::string caption;  ///< one short sentence: what happens and what to look at
    std::string strategy;
    Options options;  ///< as in Session::switch_to
};

/// An experiment out of the history, ready to start; a file of resources/presets/.
struct Preset {
    std::string id;       ///< "2010-duyck"
    std::string title;    ///< "2010: the enqueue lock"
    std::string summary;  ///< what it shows, one or two sentences
    std::string source;   ///< thread, report
    int place = 0;        ///< in the list, from 1
    Experiment experiment;
    std::vector<PresetStep> story;     ///< in the order in which it is told; each stands alone
    std::vector<std::string> figures;  ///< ids of the published figures that belong to it
};

/// All of them, in the order in which they are shown.
std::span<const Preset> presets();
/// Null if there is no such id.
const Preset* find_preset(std::string_view id);
/// The same; throws UsageError that names the known ones.
const Preset& preset_by_id(std::string_view id);

/// Makes the experiment the preset's; what is not its subject stays: duration, count, warm-up, scripted
/// switches, seed and probe mode.
void apply_preset(Experiment& experiment, const Preset& preset);

struct BuiltinPreset {
    std::string_view name;  ///< of the file, without its folder
    std::string_view text;
};
/// The files as they were when the program was built; defined in a file that CMake writes.
std::span<const BuiltinPreset> builtin_presets();

/// One such file (resources/presets/README.md says what is in it). Throws UsageError that says what is wrong
/// and where.
Preset parse_preset(const std::string& text, const std::string& file);

}  // namespace spinscope
