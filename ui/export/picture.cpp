// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/picture.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QMimeData>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include "ui/export/conditions.h"
#include "ui/export/dashboard.h"
#include "ui/format.h"

namespace spinscope {
namespace {

/// Ring images in vector files have two pixels a logical one: sharp in print, still small.
constexpr double kVectorPixels = 2;

QString description_of(const Snapshot& newest) {
    return conditions_of(newest).join(QStringLiteral("; "));
}

QImage paint_image(const History& history, const Session::SnapshotPtr& newest,
                   const PictureOptions& options) {
    const QSize pixels(qRound(options.size.width() * options.scale),
                       qRound(options.size.height() * options.scale));
    QImage image(pixels, QImage::Format_RGB32);
    if (image.isNull()) {
        throw Error("No picture was made",
                    std::to_string(pixels.width()) + " x " + std::to_string(pixels.height()) +
                        " pixels do not fit into memory",
                    "Choose a smaller size or scale");
    }
    image.setDevicePixelRatio(options.scale);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing);
    paint_dashboard(painter, history, newest, options, options.scale);
    painter.end();
    image.setDevicePixelRatio(1);
    image.setText(QStringLiteral("Title"), picture_title(*newest, options));
    image.setText(QStringLiteral("Description"), description_of(*newest));
    image.setText(QStringLiteral("Software"), program_version());
    return image;
}

QByteArray paint_svg(const History& history, const Session::SnapshotPtr& newest,
                     const PictureOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    // Without it fonts come out at 72 dpi sizes.
    generator.setResolution(96);
    generator.setSize(options.size);
    generator.setViewBox(QRect(QPoint(), options.size));
    generator.setTitle(picture_title(*newest, options));
    generator.setDescription(description_of(*newest) + QStringLiteral("; ") + program_version());
    QPainter painter(&generator);
    paint_dashboard(painter, history, newest, options, kVectorPixels);
    painter.end();
    return bytes;
}

QByteArray paint_pdf(const History& history, const Session::SnapshotPtr& newest,
                     const PictureOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    constexpr double kDotsPerInch = 96;
    writer.setResolution(static_cast<int>(kDotsPerInch));
    writer.setPageSize(
        QPageSize(QSizeF(options.size) * 72 / kDotsPerInch, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(picture_title(*newest, options));
    writer.setCreator(program_version());
    QPainter painter(&writer);
    // Otherwise images are stored as JPEG, and lanes get shadows.
    painter.setRenderHint(QPainter::LosslessImageRendering);
    paint_dashboard(painter, history, newest, options, kVectorPixels);
    painter.end();
    return bytes;
}

QByteArray paint_png(const History& history, const Session::SnapshotPtr& newest,
                     const PictureOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    paint_image(history, newest, options).save(&buffer, "PNG");
    return bytes;
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

void export_picture(const History& history, Session::SnapshotPtr newest, const std::string& path,
                    const PictureOptions& options) {
    const PictureType type = picture_type(path);
    const QByteArray bytes = type == PictureType::Png   ? paint_png(history, newest, options)
                             : type == PictureType::Svg ? paint_svg(history, newest, options)
                                                        : paint_pdf(history, newest, options);
    QSaveFile file(QString::fromStdString(path));
    const bool written = !bytes.isEmpty() && file.open(QIODevice::WriteOnly) &&
                         file.write(bytes) == bytes.size() && file.commit();
    if (!written) {
        throw Error("The picture was not written to \"" + path + "\"",
                    bytes.isEmpty() ? "it could not be drawn" : file.errorString().toStdString(),
                    "Choose another folder or name");
    }
}

QMimeData* picture_for_clipboard(const History& history, Session::SnapshotPtr newest,
                                 const PictureOptions& options) {
    PictureOptions twice = options;
    twice.scale = 2;
    auto* data = new QMimeData;
    data->setImageData(paint_image(history, newest, twice));
    const Format format;
    QStringList text{picture_title(*newest, options)};
    HistorySlice now;
    history.query(history.end_s() - 1, history.end_s(), {true, true, {}}, now);
    if (now.covered_s > 0) {
        const auto time = [&](std::uint64_t ns) {
            return format
                .time_ns(now.call_wait.calls > 0 ? std::optional(static_cast<double>(ns)) : std::nullopt)
                .text();
        };
        text << QStringLiteral("sent\t%1").arg(format.rate(now.sent_pps).text())
             << QStringLiteral("offered\t%1").arg(format.rate(now.offered_pps).text())
             << QStringLiteral("wait p50\t%1").arg(time(now.call_wait.p50))
             << QStringLiteral("wait p99\t%1").arg(time(now.call_wait.p99))
             << QStringLiteral("wait max\t%1").arg(time(now.call_wait.max));
    }
    text << conditions_of(*newest) << program_version();
    data->setText(text.join(QLatin1Char('\n')));
    return data;
}

}  // namespace spinscope
