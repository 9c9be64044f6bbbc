// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_export.h"

#include <QComboBox>
#include <QFormLayout>

namespace spinscope {

CompareExport::CompareExport(std::vector<ComparePicture> pictures, QSettings* settings, QWidget* parent)
    : PictureDialog(settings, parent), pictures_(std::move(pictures)), view_(new QComboBox(this)) {
    for (const ComparePicture& picture : pictures_) view_->addItem(picture.title);
    form().insertRow(0, tr("&What"), view_);
    connect(view_, &QComboBox::currentIndexChanged, this, &CompareExport::name_file);
    name_file();
}

const ComparePicture& CompareExport::chosen() const {
    return pictures_[static_cast<std::size_t>(view_->currentIndex())];
}

void CompareExport::name_file() {
    set_name(QStringLiteral("spinscope-") + chosen().id);
}

void CompareExport::save(const std::string& path) {
    save_drawing(chosen().draw(look()), path);
}

}  // namespace spinscope
