// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/preset_control.h"

#include "core/base/live_switch.h"
#include "ui/shell/option_fields.h"
#include "ui/shell/preset_chooser.h"
#include "ui/shell/run_control.h"
#include "ui/shell/story_bar.h"

namespace spinscope {

PresetControl::PresetControl(RunControl& run, PresetChooser& chooser, StoryBar& story, QObject* parent)
    : QObject(parent), run_(run), chooser_(chooser), story_(story) {
    connect(&chooser, &PresetChooser::preset_wanted, this, &PresetControl::apply);
    connect(&story, &StoryBar::step_wanted, this, &PresetControl::tell);
    connect(&run, &RunControl::experiment_changed, this, &PresetControl::follow);
    preset_ = find_preset(run.experiment().preset);
    applied_ = run.experiment();
    follow();
}

void PresetControl::apply(const std::string& id) {
    const Preset* preset = find_preset(id);
    if (preset == nullptr) return;
    const bool running = run_.is_active();
    Experiment next = run_.experiment();
    apply_preset(next, *preset);
    preset_ = preset;
    applied_ = next;
    if (next.machine != run_.experiment().machine) {
        emit experiment_wanted(next);
    } else {
        run_.set_experiment(next);
    }
    follow();
    if (running && is_unchanged(run_.experiment())) run_.start();
}

void PresetControl::tell(int step) {
    if (preset_ == nullptr || step < 0 || step >= static_cast<int>(preset_->story.size())) return;
    const PresetStep& told = preset_->story[static_cast<std::size_t>(step)];
    run_.switch_to(told.strategy, options_at(step));
    follow();  // a step that was refused is not in force
}

/// A step stands alone: it says everything that another may have changed.
Options PresetControl::options_at(int step) const {
    const PresetStep& told = preset_->story[static_cast<std::size_t>(step)];
    Options all = told.options;
    all.merge(switch_values(preset_->experiment));
    all.merge(Options(preset_->experiment.options));
    Options named = complete_options(told.strategy, all.at("discipline"), all);
    for (const std::string_view name : kSwitchNames) named[std::string(name)] = all.at(std::string(name));
    return named;
}

int PresetControl::step_of(const Experiment& experiment) const {
    const Experiment now = switched(experiment, experiment.strategy, {});
    for (std::size_t i = 0; i < preset_->story.size(); ++i) {
        const auto step = static_cast<int>(i);
        if (switched(applied_, preset_->story[i].strategy, options_at(step)) == now) return step;
    }
    return -1;
}

bool PresetControl::is_unchanged(const Experiment& experiment) const {
    return experiment == applied_ || step_of(experiment) >= 0;
}

void PresetControl::follow() {
    const bool changed = preset_ != nullptr && !is_unchanged(run_.experiment());
    chooser_.show_preset(preset_, changed);
    story_.show_story(preset_, preset_ != nullptr ? step_of(run_.experiment()) : -1);
}

}  // namespace spinscope
