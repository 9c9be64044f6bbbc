// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPainter>
#include <QSize>
#include <QString>
#include <QStringList>
#include <functional>
#include <string>

#include "ui/theme/theme.h"

namespace spinscope {

enum class PictureType { Png, Svg, Pdf };

/// The type a file name asks for. Throws UsageError that names the known ones.
PictureType picture_type(const std::string& path);

/// How a picture is to look, whatever it shows.
struct PictureLook {
    QSize size{1600, 1000};                  ///< logical px; a PNG has size * scale pixels
    double scale = 1;                        ///< PNG: pixels per logical px
    ThemeChoice theme = ThemeChoice::Light;  ///< System counts as Light
};

/// A picture that is still to be drawn: for a file of any type, or the clipboard.
struct Drawing {
    QString title;
    QString description;  ///< goes into the file's metadata
    QSize size;           ///< logical px
    double scale = 1;     ///< PNG: pixels per logical px
    /// Draws into (0, 0, size) of any painter; images in it get so many device pixels a logical one.
    std::function<void(QPainter& painter, double pixels)> paint;
};

/// Throws Error when it does not fit into memory.
QImage draw_image(const Drawing& drawing);
/// The file's suffix decides the type. Throws Error when it cannot be written; an old file is then left as it
/// was.
void save_drawing(const Drawing& drawing, const std::string& path);

/// The head of every picture: title, and under what the numbers were taken, broken between phrases. Returns
/// the y below it.
int paint_head(QPainter& painter, const QString& title, const QStringList& phrases, int width,
               const Theme& theme, const QFont& font);

}  // namespace spinscope
