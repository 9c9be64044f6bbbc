// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QActionGroup>
#include <string>

#include "core/topology/topology.h"
#include "ui/shell/bar_button.h"

class QMenu;

namespace spinscope {

/// The machine that runs the workers, as a button of the run bar: its menu has this computer, every profile
/// that is built in, and the profile files that were opened. Only asks; shows what show_machine() says.
class MachineChooser : public BarButton {
    Q_OBJECT

 public:
    MachineChooser(const ThemeHolder& theme, QWidget* parent = nullptr);

    void show_machine(const std::string& machine, const Topology& topology);
    /// The same choice for the menu bar.
    QMenu* choices() const { return menu_; }

    QSize sizeHint() const override;

 signals:
    /// An Experiment's machine: "host", a profile's id, a file.
    void machine_wanted(const std::string& machine);

 private:
    QAction* add(const std::string& machine, const QString& title, const QString& tip);
    QAction* action_of(const std::string& machine) const;
    void open_profile();

    QMenu* menu_;
    QActionGroup* machines_;  ///< data() of each: the machine
    QAction* end_of_list_;
    std::string machine_;
};

}  // namespace spinscope
