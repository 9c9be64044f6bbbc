// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QActionGroup>
#include <QObject>
#include <span>
#include <vector>

#include "core/base/strategy_info.h"
#include "ui/theme/theme.h"

class QMainWindow;
class QMenu;

namespace spinscope {

/// Every action of the window, once: menus, tool bars and keys share it. The window connects them.
class Actions : public QObject {
    Q_OBJECT

 public:
    Actions(std::span<const StrategyInfo> strategies, QObject* parent);

    QAction* export_picture;
    QAction* copy_picture;
    QAction* quit;

    QActionGroup* themes;  ///< data() of each: int of ThemeChoice
    QAction* zoom_in;
    QAction* zoom_out;
    QAction* fit_all;
    QAction* follow;
    QAction* pan_left;
    QAction* pan_right;
    QAction* reset_layout;
    QAction* full_screen;

    QAction* start;
    QAction* stop;
    QAction* pause;  ///< reads Resume while paused
    QAction* step;

    QActionGroup* pages;  ///< data() of each: its number in the window

    QActionGroup* strategies;  ///< data() of each: the id
    QAction* shortcuts;
    QAction* about;

    /// Fills the menu bar; `docks` are the docks' own toggles, `choices` those of machine and preset.
    void fill_menus(QMainWindow& window, const QList<QAction*>& docks, const QList<QMenu*>& choices);
    /// Strategies that cannot be simulated are for the host only, and say so.
    void offer_strategies(bool simulated);
    /// A machine that can be held at an instant has Step; another says why it has not.
    void offer_step(bool simulated, bool active);
    void check_theme(ThemeChoice choice);
    void check_strategy(const QString& id);
    /// All actions with a key, in menu order, for the list of shortcuts.
    QList<QAction*> with_keys() const;

    /// Space presses a button that has the focus, although it pauses elsewhere.
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    QAction* make(const QString& text, const char* icon, const QKeySequence& key, const QString& tip);
    QMenu* menu(QMainWindow& window, const QString& title, const QList<QAction*>& actions);

    QList<QAction*> in_order_;
};

}  // namespace spinscope
