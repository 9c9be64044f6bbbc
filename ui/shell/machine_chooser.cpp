// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/machine_chooser.h"

#include <QFileDialog>
#include <QMenu>

#include "ui/shell/machines.h"

namespace spinscope {

namespace {
constexpr int kNarrowest = 240;
}

MachineChooser::MachineChooser(const ThemeHolder& theme, QWidget* parent)
    : BarButton(theme, parent), menu_(new QMenu(tr("&Machine"), this)), machines_(new QActionGroup(this)) {
    setPopupMode(InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setMenu(menu_);
    QFont bold;
    bold.setWeight(QFont::Bold);  // the rest of the font stays the desktop's
    setFont(bold);
    menu_->setToolTipsVisible(true);
    add("host", machine_title("host", *Topology::host()), tr("Real threads, each bound to a CPU"));
    menu_->addSeparator();
    end_of_list_ = menu_->addSeparator();
    for (const ProfilePtr& profile : machine_profiles()) {
        add(profile->id, tr("Simulated · %1").arg(machine_title(*profile)),
            QString::fromStdString(profile->summary));
    }
    menu_->addAction(tr("&Open profile…"), this, &MachineChooser::open_profile)
        ->setToolTip(tr("A machine described by a file of your own"));
    connect(machines_, &QActionGroup::triggered, this, [this](const QAction* action) {
        const std::string wanted = action->data().toString().toStdString();
        if (QAction* shown = action_of(machine_)) shown->setChecked(true);  // until it is there
        if (wanted != machine_) emit machine_wanted(wanted);
    });
}

QAction* MachineChooser::add(const std::string& machine, const QString& title, const QString& tip) {
    auto* action = new QAction(title, machines_);
    action->setCheckable(true);
    action->setData(QString::fromStdString(machine));
    action->setToolTip(tip);
    menu_->insertAction(machine == "host" ? nullptr : end_of_list_, action);
    return action;
}

QAction* MachineChooser::action_of(const std::string& machine) const {
    for (QAction* action : machines_->actions()) {
        if (action->data().toString().toStdString() == machine) return action;
    }
    return nullptr;
}

void MachineChooser::show_machine(const std::string& machine, const Topology& topology) {
    machine_ = machine;
    const QString title = machine_title(machine, topology);
    QAction* action = action_of(machine);
    if (action == nullptr) action = add(machine, title, QString::fromStdString(machine));
    action->setChecked(true);
    setText(title);
    setToolTip(tr("What runs the workers: %1").arg(QString::fromStdString(topology.name())));
    setAccessibleName(tr("Machine: %1").arg(title));
    updateGeometry();
}

void MachineChooser::open_profile() {
    auto* dialog = new QFileDialog(this, tr("Open a machine profile"), QString(),
                                   tr("Machine profiles (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& file) { emit machine_wanted(file.toStdString()); });
    dialog->open();
}

QSize MachineChooser::sizeHint() const {
    const QSize size = BarButton::sizeHint();
    return {qMax(kNarrowest, size.width()), size.height()};
}

}  // namespace spinscope
