// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/drawing.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include "core/base/error.h"
#include "ui/export/conditions.h"

namespace spinscope {
namespace {

/// Ring images in vector files have two pixels a logical one: sharp in print, still small.
constexpr double kVectorPixels = 2;
constexpr int kMargin = 16;

QByteArray draw_svg(const Drawing& drawing) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    // Without it fonts come out at 72 dpi sizes.
    generator.setResolution(96);
    generator.setSize(drawing.size);
    generator.setViewBox(QRect(QPoint(), drawing.size));
    generator.setTitle(drawing.title);
    generator.setDescription(drawing.description + QStringLiteral("; ") + program_version());
    QPainter painter(&generator);
    drawing.paint(painter, kVectorPixels);
    painter.end();
    return bytes;
}

QByteArray draw_pdf(const Drawing& drawing) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    constexpr double kDotsPerInch = 96;
    writer.setResolution(static_cast<int>(kDotsPerInch));
    writer.setPageSize(
        QPageSize(QSizeF(drawing.size) * 72 / kDotsPerInch, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(drawing.title);
    writer.setCreator(program_version());
    QPainter painter(&writer);
    // Otherwise images are stored as JPEG, and lanes get shadows.
    painter.setRenderHint(QPainter::LosslessImageRendering);
    drawing.paint(painter, kVectorPixels);
    painter.end();
    return bytes;
}

QByteArray draw_png(const Drawing& drawing) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    draw_image(drawing).save(&buffer, "PNG");
    return bytes;
}

/// Phrases as lines that fit, broken between phrases only.
QStringList fill_lines(const QStringList& phrases, const QFontMetrics& metrics, int width) {
    const QString between = QStringLiteral("  ·  ");
    QStringList lines;
    for (const QString& phrase : phrases) {
        const QString longer = lines.isEmpty() ? phrase : lines.last() + between + phrase;
        if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= width) {
            lines.last() = longer;
        } else {
            lines << metrics.elidedText(phrase, Qt::ElideRight, width);
        }
    }
    return lines;
}

}  // namespace

PictureType picture_type(const std::string& path) {
    const QString suffix = QFileInfo(QString::fromStdString(path)).suffix().toLower();
    if (suffix == QLatin1String("png")) return PictureType::Png;
    if (suffix == QLatin1String("svg")) return PictureType::Svg;
    if (suffix == QLatin1String("pdf")) return PictureType::Pdf;
    throw UsageError("Cannot tell the picture's type from \"" + path + "\"",
                     suffix.isEmpty() ? std::string("the name has no suffix")
                                      : "no picture is a \"." + suffix.toStdString() + "\"",
                     "End it with .png, .svg or .pdf");
}

QImage draw_image(const Drawing& drawing) {
    const QSize pixels(qRound(drawing.size.width() * drawing.scale),
                       qRound(drawing.size.height() * drawing.scale));
    QImage image(pixels, QImage::Format_RGB32);
    if (image.isNull()) {
        throw Error("No picture was made",
                    std::to_string(pixels.width()) + " x " + std::to_string(pixels.height()) +
                        " pixels do not fit into memory",
                    "Choose a smaller size or scale");
    }
    image.setDevicePixelRatio(drawing.scale);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing);
    drawing.paint(painter, drawing.scale);
    painter.end();
    image.setDevicePixelRatio(1);
    image.setText(QStringLiteral("Title"), drawing.title);
    image.setText(QStringLiteral("Description"), drawing.description);
    image.setText(QStringLiteral("Software"), program_version());
    return image;
}

void save_drawing(const Drawing& drawing, const std::string& path) {
    const PictureType type = picture_type(path);
    const QByteArray bytes = type == PictureType::Png   ? draw_png(drawing)
                             : type == PictureType::Svg ? draw_svg(drawing)
                                                        : draw_pdf(drawing);
    QSaveFile file(QString::fromStdString(path));
    const bool written = !bytes.isEmpty() && file.open(QIODevice::WriteOnly) &&
                         file.write(bytes) == bytes.size() && file.commit();
    if (!written) {
        throw Error("The picture was not written to \"" + path + "\"",
                    bytes.isEmpty() ? "it could not be drawn" : file.errorString().toStdString(),
                    "Choose another folder or name");
    }
}

int paint_head(QPainter& painter, const QString& title, const QStringList& phrases, int width,
               const Theme& theme, const QFont& font) {
    const QFont title_font = font_for(TextRole::StrategyName, font);
    const QFont small = font_for(TextRole::Small, font);
    const QFontMetrics title_metrics(title_font);
    const QFontMetrics small_metrics(small);
    const int text_width = width - 2 * kMargin;
    int y = kMargin - 4;
    painter.setFont(title_font);
    painter.setPen(theme.text);
    painter.drawText(QRect(kMargin, y, text_width, title_metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     title_metrics.elidedText(title, Qt::ElideRight, text_width));
    y += title_metrics.height() + 2;
    painter.setFont(small);
    painter.setPen(theme.text_second);
    for (const QString& line : fill_lines(phrases, small_metrics, text_width)) {
        painter.drawText(QRect(kMargin, y, text_width, small_metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, line);
        y += small_metrics.height();
    }
    return y + 8;
}

}  // namespace spinscope
