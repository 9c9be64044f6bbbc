// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/picture.h"

#include <QFileInfo>

namespace spinscope {

PictureType picture_type(const std::string& path) {
    const QString suffix = QFileInfo(QString::fromStdString(path)).suffix().toLower();
    if (suffix == QLatin1String("png")) return PictureType::Png;
    if (suffix == QLatin1String("svg")) return PictureType::Svg;
    if (suffix == QLatin1String("pdf")) return PictureType::Pdf;
    throw UsageError("Cannot tell the picture's type from \"" + path + "\"",
                     "the name ends with " +
                         (suffix.isEmpty() ? std::string("no suffix") : "\"." + suffix.toStdString() + "\""),
                     "End it with .png, .svg or .pdf");
}

}  // namespace spinscope
