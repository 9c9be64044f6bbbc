// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/exports.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMainWindow>

#include "ui/compare/compare_export.h"
#include "ui/compare/compare_page.h"
#include "ui/export/export_dialog.h"
#include "ui/export/picture.h"
#include "ui/live_model.h"
#include "ui/settings.h"
#include "ui/shell/messages.h"
#include "ui/theme/theme.h"

namespace spinscope {

Exports::Exports(const Parts& parts) : QObject(&parts.window), parts_(parts) {}

bool Exports::something() const {
    return on_compare_ ? parts_.compare.has_data() : parts_.model.has_data();
}

void Exports::export_compare() {
    open(new CompareExport(parts_.compare.pictures(), parts_.settings.store(), &parts_.window));
}

void Exports::export_view(const QString& view) {
    if (on_compare_) {
        export_compare();
        return;
    }
    open(new ExportDialog(parts_.model, view, parts_.settings.store(), &parts_.window));
}

void Exports::open(PictureDialog* dialog) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PictureDialog::exported, this, [this](const QString& path) {
        parts_.messages.post({Severity::Info, "exported", tr("Saved %1").arg(path).toStdString(), {}, true});
    });
    dialog->open();
}

void Exports::copy() {
    if (on_compare_) {
        QGuiApplication::clipboard()->setMimeData(parts_.compare.for_clipboard());
        return;
    }
    PictureOptions options;
    options.theme = parts_.theme.theme().choice;
    options.span_s = parts_.model.range().span_s();
    options.end_s = parts_.model.range().end_s();
    QGuiApplication::clipboard()->setMimeData(
        picture_for_clipboard(parts_.model.history(), parts_.model.newest_ptr(), options));
    parts_.messages.note(tr("Picture copied").toStdString());
}

}  // namespace spinscope
