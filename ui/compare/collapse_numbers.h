// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

#include "ui/compare/collapse.h"
#include "ui/theme/theme.h"

namespace spinscope {

/// The plot as numbers: a row for each number of CPUs, a column for each strategy; a fall is marked.
class CollapseNumbers : public QTableWidget {
    Q_OBJECT

 public:
    CollapseNumbers(const ThemeHolder& themes, QWidget* parent = nullptr);

    void show_data(const CollapseData& results, const CollapseData& host);
    /// With tabs between the cells, whole packets per second.
    static QString text(const CollapseData& results, const CollapseData& host);

 private:
    const ThemeHolder& themes_;
};

}  // namespace spinscope
