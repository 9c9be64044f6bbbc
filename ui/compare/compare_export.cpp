// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/collapse_export.h"

#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include "ui/compare/compare_page.h"
#include "ui/shell/run_control.h"

namespace spinscope {

namespace {
const QString kFolder = QStringLiteral("export/folder");  // the same as of other pictures
}

CollapseExport::CollapseExport(const ComparePage& page, QSettings* settings, QWidget* parent)
    : QFileDialog(parent, tr("Export the collapse view"), QString(),
                  tr("PNG pictures (*.png);;SVG pictures (*.svg);;PDF pictures (*.pdf)")) {
    setAttribute(Qt::WA_DeleteOnClose);
    setAcceptMode(AcceptSave);
    const QString pictures = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    setDirectory(settings != nullptr ? settings->value(kFolder, pictures).toString() : pictures);
    selectFile(QStringLiteral("spinscope-collapse.png"));
    setDefaultSuffix(QStringLiteral("png"));
    connect(this, &QFileDialog::filterSelected, this, [this](const QString& filter) {
        setDefaultSuffix(filter.section(QStringLiteral("*."), 1).chopped(1));
    });
    connect(this, &QFileDialog::fileSelected, this, [this, &page, settings](const QString& file) {
        try {
            page.export_to(file.toStdString());
        } catch (const Error& error) {
            emit told(refusal("exported", error));
            return;
        }
        if (settings != nullptr) settings->setValue(kFolder, QFileInfo(file).absolutePath());
        emit told({Severity::Info, "exported", tr("Saved %1").arg(file).toStdString(), {}, true});
    });
}

}  // namespace spinscope
