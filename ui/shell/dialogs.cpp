// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/dialogs.h"

#include <qcustomplot.h>
#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "ui/shell/icons.h"

namespace spinscope {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Dialogs", text);
}

QDialog* make_dialog(QWidget* parent, const QString& title) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    return dialog;
}

}  // namespace

QString about_text(const Topology& topology, const RunInfo* run) {
    QStringList lines{QStringLiteral("Spinscope %1").arg(QLatin1String(SPINSCOPE_VERSION)),
                      QStringLiteral("Qt %1, QCustomPlot %2")
                          .arg(QLatin1String(qVersion()), QLatin1String(QCUSTOMPLOT_VERSION_STR)),
                      tr("Machine: %1, %2 of %3 CPUs usable")
                          .arg(QString::fromStdString(topology.name()))
                          .arg(topology.usable().size())
                          .arg(topology.pus().size())};
    if (run != nullptr) {
        const Environment& environment = run->environment;
        lines +=
            tr("Kernel %1, clock %2, governor %3")
                .arg(QString::fromStdString(environment.kernel), QString::fromStdString(environment.clock),
                     environment.governor ? QString::fromStdString(*environment.governor)
                                          : tr("not readable"));
        lines += tr("Calibration: pause %1 ns, iteration %2 ns, time stamp %3 ns")
                     .arg(run->calibration.pause_ns, 0, 'f', 1)
                     .arg(run->calibration.iteration_ns, 0, 'f', 2)
                     .arg(run->calibration.stamp_ns, 0, 'f', 1);
    }
    return lines.join(u'\n');
}

void show_about(QWidget* parent, const QString& text) {
    QDialog* dialog = make_dialog(parent, tr("About Spinscope"));
    auto* layout = new QGridLayout(dialog);
    layout->setContentsMargins(24, 24, 24, 16);
    layout->setHorizontalSpacing(24);
    layout->setVerticalSpacing(16);
    auto* icon = new QLabel(dialog);
    icon->setPixmap(application_icon().pixmap(QSize(64, 64), dialog->devicePixelRatioF()));
    layout->addWidget(icon, 0, 0, Qt::AlignTop);
    auto* facts = new QLabel(text, dialog);
    facts->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    layout->addWidget(facts, 0, 1);
    auto* licence =
        new QLabel(tr("An oscilloscope for spinlocks. Free software under the GNU General Public License, "
                      "version 3 or later, as is QCustomPlot."),
                   dialog);
    licence->setWordWrap(true);
    layout->addWidget(licence, 1, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QPushButton* copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    QObject::connect(copy, &QPushButton::clicked, dialog,
                     [text] { QGuiApplication::clipboard()->setText(text); });
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    layout->addWidget(buttons, 2, 0, 1, 2);
    dialog->show();
}

void show_shortcuts(QWidget* parent, const QList<QAction*>& actions) {
    QDialog* dialog = make_dialog(parent, tr("Shortcuts"));
    auto* list = new QTreeWidget(dialog);
    list->setColumnCount(2);
    list->setHeaderLabels({tr("Key"), tr("What it does")});
    list->setRootIsDecorated(false);
    list->setAlternatingRowColors(true);
    const auto add = [list](const QString& key, const QString& what) {
        new QTreeWidgetItem(list, {key, what});
    };
    for (const QAction* action : actions) {
        QString what = action->text();
        what.remove(u'&');
        if (what.endsWith(u'…')) what.chop(1);
        const bool strategy = !action->data().toString().isEmpty();
        add(action->shortcut().toString(QKeySequence::NativeText),
            strategy ? tr("Strategy %1").arg(action->data().toString())
                     : QStringLiteral("%1: %2").arg(what, action->statusTip()));
    }
    add(tr("Wheel"), tr("Zoom time at the pointer"));
    add(tr("Shift + wheel"), tr("Pan time"));
    add(tr("Drag"), tr("Pan time; in the axis, or with Shift: zoom to the range"));
    add(tr("Double click"), tr("Fit all; on a mark: two seconds around it"));
    add(tr("Arrows, Enter"), tr("In the machine drawing: go to a CPU, choose it"));
    list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(list);
    layout->addWidget(buttons);
    dialog->resize(dialog->fontMetrics().averageCharWidth() * 80, dialog->fontMetrics().height() * 30);
    dialog->show();
}

}  // namespace spinscope
