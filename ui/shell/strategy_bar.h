// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QMenu>
#include <QWidget>
#include <span>
#include <vector>

#include "core/base/strategy_info.h"
#include "core/metrics/snapshot.h"
#include "ui/theme/theme.h"

class QAction;

namespace spinscope {

class BarButton;
class StrategyButton;

/// The actions of all strategies in the registry's order: one action each for bar, menu and key. The caller
/// groups and connects them; QAction::data() is the id.
std::vector<QAction*> make_strategy_actions(std::span<const StrategyInfo> strategies, QObject* parent);

/// What there is to say of a strategy in a tool tip.
QString strategy_tip(const StrategyInfo& info);

/// One button per strategy that has a key; the others, and those there is no room for, are in More. Beside it
/// what the last switch cost.
class StrategyBar : public QWidget {
    Q_OBJECT

 public:
    StrategyBar(const ThemeHolder& theme, std::span<const StrategyInfo> strategies,
                const std::vector<QAction*>& actions, QWidget* parent = nullptr);

    /// From the newest mark; `running` false = nothing to say of a switch yet.
    void show_last_switch(const Snapshot& snapshot);
    QString note() const { return note_->text(); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

 protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    void arrange();

    std::vector<StrategyButton*> buttons_;
    std::vector<QAction*> keyless_;
    BarButton* more_;
    QMenu* more_menu_;
    QLabel* note_;
};

}  // namespace spinscope
