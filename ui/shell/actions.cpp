// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/actions.h"

#include <QAbstractButton>
#include <QApplication>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include "core/engine/registry.h"
#include "ui/shell/icons.h"
#include "ui/shell/strategy_bar.h"

namespace spinscope {

Actions::Actions(std::span<const StrategyInfo> infos, QObject* parent) : QObject(parent) {
    export_picture =
        make(tr("&Export…"), "export", Qt::CTRL | Qt::Key_E, tr("Save what is shown as a picture"));
    copy_picture =
        make(tr("&Copy picture"), "copy", QKeySequence::Copy, tr("Copy what is shown to the clipboard"));
    quit = make(tr("&Quit"), "quit", QKeySequence::Quit, tr("Stop the run and close the window"));

    themes = new QActionGroup(this);
    const std::pair<QString, ThemeChoice> choices[] = {{tr("As the &desktop"), ThemeChoice::System},
                                                       {tr("&Light"), ThemeChoice::Light},
                                                       {tr("&Dark"), ThemeChoice::Dark},
                                                       {tr("&High contrast"), ThemeChoice::Contrast}};
    for (const auto& [text, choice] : choices) {
        QAction* action = themes->addAction(text);
        action->setCheckable(true);
        action->setData(static_cast<int>(choice));
    }
    zoom_in = make(tr("Zoom &in"), "zoom-in", QKeySequence::ZoomIn, tr("Show less time"));
    zoom_out = make(tr("Zoom &out"), "zoom-out", QKeySequence::ZoomOut, tr("Show more time"));
    fit_all = make(tr("&Fit all"), "fit", Qt::CTRL | Qt::Key_0, tr("Show the whole run"));
    follow = make(tr("Fo&llow"), "follow", Qt::Key_End, tr("Keep the newest data in view"));
    follow->setCheckable(true);
    pan_left =
        make(tr("Pan &back"), nullptr, Qt::CTRL | Qt::Key_Left, tr("Show what was before, by a tenth"));
    pan_right =
        make(tr("Pan for&ward"), nullptr, Qt::CTRL | Qt::Key_Right, tr("Show what came after, by a tenth"));
    reset_layout = make(tr("&Reset layout"), "reset", {}, tr("Docks and bars where they were at first"));
    full_screen = make(tr("F&ull screen"), "full-screen", QKeySequence::FullScreen, tr("Fill the screen"));
    full_screen->setCheckable(true);

    start = make(tr("&Start"), "start", Qt::Key_F5, tr("Start the workers"));
    stop = make(tr("St&op"), "stop", Qt::SHIFT | Qt::Key_F5, tr("Stop the workers; what was measured stays"));
    pause = make(tr("&Pause"), "pause", Qt::Key_Space, tr("Hold the workers; run time stands still"));
    step = make(tr("S&tep"), "step", Qt::Key_F6, QString());

    pages = new QActionGroup(this);
    const std::pair<QString, QString> places[] = {
        {tr("&Live"), tr("What the workers do now")},
        {tr("&Compare"), tr("Strategies against each other, by the number of CPUs")}};
    for (const auto& [text, tip] : places) {
        const int number = static_cast<int>(pages->actions().size());
        QAction* page = make(text, nullptr, QKeySequence(Qt::CTRL | (Qt::Key_1 + number)), tip);
        page->setCheckable(true);
        page->setData(number);
        pages->addAction(page);
    }
    pages->actions().first()->setChecked(true);

    strategies = new QActionGroup(this);
    for (QAction* action : make_strategy_actions(infos, this)) {
        strategies->addAction(action);
        in_order_ += action;
    }
    shortcuts = make(tr("&Shortcuts"), "keyboard", QKeySequence::HelpContents, tr("All keys"));
    about = make(tr("&About Spinscope"), "info", {}, tr("Version, libraries, licence"));
    about->setMenuRole(QAction::AboutRole);
    quit->setMenuRole(QAction::QuitRole);
    qApp->installEventFilter(this);
}

QAction* Actions::make(const QString& text, const char* icon, const QKeySequence& key, const QString& tip) {
    auto* action = new QAction(text, this);
    if (icon != nullptr) action->setIcon(line_icon(QLatin1String(icon)));
    action->setShortcut(key);
    const QString shown =
        key.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(key.toString(QKeySequence::NativeText));
    action->setToolTip(tip + shown);
    action->setStatusTip(tip);
    in_order_ += action;
    return action;
}

QMenu* Actions::menu(QMainWindow& window, const QString& title, const QList<QAction*>& actions) {
    QMenu* menu = window.menuBar()->addMenu(title);
    for (QAction* action : actions) {
        if (action == nullptr) {
            menu->addSeparator();
        } else {
            menu->addAction(action);
        }
    }
    return menu;
}

void Actions::fill_menus(QMainWindow& window, const QList<QAction*>& docks, const QList<QMenu*>& choices) {
    menu(window, tr("&File"), {export_picture, copy_picture, nullptr, quit});
    QMenu* view = menu(window, tr("&View"), {});
    view->addActions(pages->actions());
    view->addSeparator();
    QMenu* theme = view->addMenu(tr("&Theme"));
    theme->addActions(themes->actions());
    QMenu* panels = view->addMenu(tr("&Docks"));
    panels->addActions(docks);
    view->addSeparator();
    view->addActions({zoom_in, zoom_out, fit_all, pan_left, pan_right, follow});
    view->addSeparator();
    view->addActions({reset_layout, full_screen});
    QMenu* run = menu(window, tr("&Run"), {start, stop, pause, step, nullptr});
    for (QMenu* choice : choices) run->addMenu(choice);
    menu(window, tr("&Strategy"), strategies->actions())->setToolTipsVisible(true);
    menu(window, tr("&Help"), {shortcuts, about});
}

void Actions::offer_step(bool simulated, bool active) {
    step->setEnabled(simulated && active);
    const QString tip = simulated ? tr("Go on until a lock passes to another CPU, and hold there (%1)")
                                        .arg(step->shortcut().toString(QKeySequence::NativeText))
                                  : tr("A simulated machine can go on step by step; this one cannot be "
                                       "held at an instant");
    step->setToolTip(tip);  // no status tip: there stands the time that a step takes
}

void Actions::offer_strategies(bool simulated) {
    for (QAction* action : strategies->actions()) {
        const StrategyInfo* info = find_strategy(action->data().toString().toStdString());
        const bool offered = info == nullptr || info->simulatable || !simulated;
        if (action->isEnabled() == offered) continue;
        action->setEnabled(offered);
        action->setToolTip(offered ? strategy_tip(*info)
                                   : strategy_tip(*info) + tr("<p>Runs on this computer only: its lock is "
                                                              "not one of ours</p>"));
    }
}

void Actions::check_theme(ThemeChoice choice) {
    for (QAction* action : themes->actions()) {
        if (action->data().toInt() == static_cast<int>(choice)) action->setChecked(true);
    }
}

void Actions::check_strategy(const QString& id) {
    for (QAction* action : strategies->actions()) {
        if (action->data().toString() == id) action->setChecked(true);
    }
}

QList<QAction*> Actions::with_keys() const {
    QList<QAction*> keyed;
    for (QAction* action : in_order_) {
        if (!action->shortcut().isEmpty()) keyed += action;
    }
    return keyed;
}

bool Actions::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space &&
        qobject_cast<QAbstractButton*>(watched) != nullptr) {
        event->accept();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace spinscope
