// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/run_bar.h"

#include "ui/shell/actions.h"
#include "ui/shell/bar_button.h"
#include "ui/shell/machine_chooser.h"
#include "ui/shell/page_button.h"
#include "ui/shell/preset_chooser.h"

namespace spinscope {

RunBar::RunBar(const ThemeHolder& theme, Actions& actions, QWidget* parent)
    : QToolBar(tr("Run"), parent),
      theme_(theme),
      actions_(actions),
      machine_(new MachineChooser(theme, this)),
      preset_(new PresetChooser(theme, this)) {
    setObjectName(QStringLiteral("run"));
    setMovable(false);
    add_space(4);
    addWidget(machine_);
    add_space(6);
    addWidget(preset_);
    add_space(10);
    run_ = add_button(actions.start, Qt::ToolButtonTextBesideIcon);
    add_space(6);
    add_button(actions.pause, Qt::ToolButtonTextBesideIcon);
    add_space(6);
    add_button(actions.step, Qt::ToolButtonTextBesideIcon);
    add_space(0);
    for (QAction* page : actions.pages->actions()) {
        auto* button = new PageButton(theme, this);
        button->setDefaultAction(page);
        addWidget(button);
    }
    add_space(0);
    add_button(actions.export_picture, Qt::ToolButtonTextBesideIcon);
    add_space(6);
    add_button(actions.full_screen, Qt::ToolButtonIconOnly);
    add_space(4);
}

BarButton* RunBar::add_button(QAction* action, Qt::ToolButtonStyle style) {
    auto* button = new BarButton(theme_, this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(style);
    addWidget(button);
    return button;
}

void RunBar::add_space(int width) {
    auto* space = new QWidget(this);
    space->setSizePolicy(width == 0 ? QSizePolicy::Expanding : QSizePolicy::Fixed, QSizePolicy::Preferred);
    space->setMinimumWidth(width);
    addWidget(space);
}

void RunBar::show_active(bool active) {
    run_->setDefaultAction(active ? actions_.stop : actions_.start);
    run_->set_primary(!active);
}

}  // namespace spinscope
