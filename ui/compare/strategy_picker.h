// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeWidget>
#include <string>
#include <vector>

#include "ui/compare/collapse.h"
#include "ui/theme/theme.h"

namespace spinscope {

/// The strategies with a check box, their marker, and what their curves come to.
class StrategyPicker : public QTreeWidget {
    Q_OBJECT

 public:
    StrategyPicker(const ThemeHolder& themes, QWidget* parent = nullptr);

    /// Those that can run on the machine; what is checked stays.
    void set_machine(bool simulated);
    std::vector<std::string> chosen() const;
    void choose(const std::vector<std::string>& strategies);
    void show_data(const CollapseData& results);

    QSize sizeHint() const override;

 signals:
    void chosen_changed();

 private:
    void apply_theme();

    const ThemeHolder& themes_;
};

}  // namespace spinscope
