// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

#include "core/metrics/snapshot.h"
#include "ui/theme/theme.h"

namespace spinscope {

/// One condition of the run, as the status bar says it. Where there is no room the least important go first.
struct Condition {
    QString text;
    int importance = 0;
    bool warns = false;
    bool operator==(const Condition&) const = default;
};

/// What a number of this run must be read with. Unknown is left out, or said to be unknown.
std::vector<Condition> conditions_of(const Snapshot& snapshot, const Experiment& next,
                                     const Topology& topology);

/// The status bar's content: state dot and conditions, cut to the width by importance; all of them in the
/// tool tip.
class ConditionsBar : public QWidget {
    Q_OBJECT

 public:
    explicit ConditionsBar(const ThemeHolder& theme, QWidget* parent = nullptr);

    void show_conditions(RunState state, const std::vector<Condition>& conditions);
    /// What fits, in order.
    QStringList visible_texts() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    std::vector<std::size_t> fitting() const;

    const ThemeHolder& theme_;
    RunState state_ = RunState::Idle;
    std::vector<Condition> conditions_;
};

}  // namespace spinscope
