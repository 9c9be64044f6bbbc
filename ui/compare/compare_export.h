// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "ui/export/picture_dialog.h"

namespace spinscope {

/// A view of the page Compare that can be exported.
struct ComparePicture {
    QString id;
    QString title;
    std::function<Drawing(const PictureLook& look)> draw;
};

/// Exports one of the views; the first is preselected.
class CompareExport : public PictureDialog {
    Q_OBJECT

 public:
    CompareExport(std::vector<ComparePicture> pictures, QSettings* settings, QWidget* parent = nullptr);

 protected:
    void save(const std::string& path) override;

 private:
    const ComparePicture& chosen() const;
    void name_file();

    const std::vector<ComparePicture> pictures_;
    QComboBox* view_;
};

}  // namespace spinscope
