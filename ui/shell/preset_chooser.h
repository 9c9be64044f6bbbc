// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QActionGroup>
#include <string>

#include "core/engine/presets.h"
#include "ui/shell/bar_button.h"

class QMenu;

namespace spinscope {

/// The presets as a button of the run bar. Only asks; shows what show_preset() says.
class PresetChooser : public BarButton {
    Q_OBJECT

 public:
    PresetChooser(const ThemeHolder& theme, QWidget* parent = nullptr);

    /// The preset in force; null = none. `changed`: it was, and something has been changed since.
    void show_preset(const Preset* preset, bool changed);
    /// The same choice for the menu bar.
    QMenu* choices() const { return menu_; }

    QSize sizeHint() const override;

 signals:
    void preset_wanted(const std::string& id);

 private:
    QMenu* menu_;
    QActionGroup* presets_;  ///< data() of each: the id
};

}  // namespace spinscope
