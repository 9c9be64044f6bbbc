// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

#include "ui/theme/theme.h"

namespace spinscope {

class Actions;
class BarButton;
class MachineChooser;
class PresetChooser;

/// The upper tool bar: machine, preset, run, pages, export.
class RunBar : public QToolBar {
    Q_OBJECT

 public:
    RunBar(const ThemeHolder& theme, Actions& actions, QWidget* parent = nullptr);

    MachineChooser& machine() { return *machine_; }
    PresetChooser& preset() { return *preset_; }
    /// Stop instead of Start while there are workers.
    void show_active(bool active);

 private:
    BarButton* add_button(QAction* action, Qt::ToolButtonStyle style);
    void add_space(int width);

    const ThemeHolder& theme_;
    Actions& actions_;
    MachineChooser* machine_;
    PresetChooser* preset_;
    BarButton* run_;
};

}  // namespace spinscope
