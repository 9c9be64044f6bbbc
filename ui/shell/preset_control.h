// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "core/engine/presets.h"

namespace spinscope {

class PresetChooser;
class RunControl;
class StoryBar;

/// Which preset is in force and how far its story is told: between the chooser, the story above the views and
/// the run.
class PresetControl : public QObject {
    Q_OBJECT

 public:
    /// All three must outlive it.
    PresetControl(RunControl& run, PresetChooser& chooser, StoryBar& story, QObject* parent = nullptr);

    /// Sets everything as the preset has it, and starts where something ran.
    void apply(const std::string& id);

 signals:
    /// The preset's machine is another: whoever owns the sessions answers with MainWindow::set_session().
    void experiment_wanted(const Experiment& experiment);

 private:
    void follow();
    void tell(int step);
    /// All options as they are at a step.
    Options options_at(int step) const;
    /// The step of the story with this strategy and options; -1 if there is none.
    int step_of(const Experiment& experiment) const;
    bool is_unchanged(const Experiment& experiment) const;

    RunControl& run_;
    PresetChooser& chooser_;
    StoryBar& story_;
    const Preset* preset_ = nullptr;
    Experiment applied_;
};

}  // namespace spinscope
