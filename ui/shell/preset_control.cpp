// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/preset_control.h"

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

Options PresetControl::options_at(int step) const {
    const PresetStep& told = preset_->story[static_cast<std::size_t>(step)];
    Options options = told.options;
    options.insert(preset_->experiment.options.begin(), preset_->experiment.options.end());
    return complete_options(told.strategy, applied_.discipline, options);
}

int PresetControl::step_of(const Experiment& experiment) const {
    const Options options = complete_options(experiment.strategy, experiment.discipline, experiment.options);
    for (std::size_t i = 0; i < preset_->story.size(); ++i) {
        const auto step = static_cast<int>(i);
        if (preset_->story[i].strategy == experiment.strategy && options_at(step) == options) return step;
    }
    return -1;
}

bool PresetControl::is_unchanged(const Experiment& experiment) const {
    Experiment without_switch = experiment;
    without_switch.strategy = applied_.strategy;
    without_switch.options = applied_.options;
    if (without_switch != applied_) return false;
    return experiment == applied_ || step_of(experiment) >= 0;
}

void PresetControl::follow() {
    const bool changed = preset_ != nullptr && !is_unchanged(run_.experiment());
    chooser_.show_preset(preset_, changed);
    story_.show_story(preset_, preset_ != nullptr ? step_of(run_.experiment()) : -1);
}

}  // namespace spinscope
