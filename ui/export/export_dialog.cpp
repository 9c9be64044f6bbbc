// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_dialog.h"

#include <QComboBox>
#include <QFormLayout>

#include "ui/live/live_page.h"
#include "ui/live_model.h"

namespace spinscope {

ExportDialog::ExportDialog(LiveModel& model, const QString& view, QSettings* settings, QWidget* parent)
    : PictureDialog(settings, parent), model_(model), view_(new QComboBox(this)), span_(new QComboBox(this)) {
    view_->addItem(tr("Whole dashboard"), QString());
    view_->addItem(tr("Packets per second"), QStringLiteral("packets"));
    const bool many = LivePage::proportions(model_.workers())[1] > 0;
    if (many) view_->addItem(tr("Packets per second, each CPU"), QStringLiteral("density"));
    view_->addItem(tr("Lock wait"), QStringLiteral("wait"));
    if (many) view_->addItem(tr("CPU × time"), QStringLiteral("heat"));
    view_->addItem(tr("Queue ownership"), QStringLiteral("ownership"));
    view_->setCurrentIndex(std::max(0, view_->findData(view)));
    span_->addItem(tr("What is shown now"));
    span_->addItem(tr("The whole run"));
    form().insertRow(0, tr("&What"), view_);
    form().insertRow(1, tr("T&ime"), span_);
    connect(view_, &QComboBox::currentIndexChanged, this, &ExportDialog::name_file);
    name_file();
}

void ExportDialog::name_file() {
    QString strategy = QString::fromStdString(model_.newest().strategy);
    if (strategy.isEmpty()) strategy = QStringLiteral("run");
    const QString view = view_->currentData().toString();
    set_name(QStringLiteral("spinscope-%1-%2").arg(strategy, view.isEmpty() ? QStringLiteral("live") : view));
}

PictureOptions ExportDialog::options() const {
    PictureOptions options;
    static_cast<PictureLook&>(options) = look();
    options.view = view_->currentData().toString();
    if (span_->currentIndex() == 0) {
        options.span_s = model_.range().span_s();
        options.end_s = model_.range().end_s();
    }
    return options;
}

void ExportDialog::save(const std::string& path) {
    export_picture(model_.history(), model_.newest_ptr(), path, options());
}

}  // namespace spinscope
