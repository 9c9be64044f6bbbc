// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/metrics/snapshot.h"
#include "ui/theme/theme.h"

class QLabel;
class QTreeWidget;

namespace spinscope {

/// What happened when, newest first: "−17.4 s  S2  busylock → llist  0.31 ms". Times count from the newest
/// snapshot, as on the time axis.
class MarksView : public QWidget {
    Q_OBJECT

 public:
    explicit MarksView(const ThemeHolder& theme, QWidget* parent = nullptr);

    void show_snapshot(const Snapshot& snapshot);
    /// The rows as text, columns separated by tabs.
    QString text() const;

 signals:
    /// Someone wants to see this moment (run time, s).
    void jump_wanted(double at_s);

 private:
    void rebuild(const Snapshot& snapshot);
    void update_times();
    int time_width() const;

    const ThemeHolder& theme_;
    QTreeWidget* list_;
    QLabel* empty_;
    std::vector<double> at_s_;  ///< of each row
    double now_s_ = -1;
};

}  // namespace spinscope
