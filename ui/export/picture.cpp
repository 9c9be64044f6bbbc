// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/picture.h"

#include <QImage>
#include <QMimeData>

#include "ui/export/conditions.h"
#include "ui/export/dashboard.h"
#include "ui/export/drawing.h"
#include "ui/format.h"

namespace spinscope {
namespace {

QString description_of(const Snapshot& newest) {
    return conditions_of(newest).join(QStringLiteral("; "));
}

Drawing drawing_of(const History& history, const Session::SnapshotPtr& newest,
                   const PictureOptions& options) {
    return {picture_title(*newest, options), description_of(*newest), options.size, options.scale,
            [&history, newest, options](QPainter& painter, double pixels) {
                paint_dashboard(painter, history, newest, options, pixels);
            }};
}

}  // namespace

void export_picture(const History& history, Session::SnapshotPtr newest, const std::string& path,
                    const PictureOptions& options) {
    save_drawing(drawing_of(history, newest, options), path);
}

QMimeData* picture_for_clipboard(const History& history, Session::SnapshotPtr newest,
                                 const PictureOptions& options) {
    PictureOptions twice = options;
    twice.scale = 2;
    auto* data = new QMimeData;
    data->setImageData(draw_image(drawing_of(history, newest, twice)));
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
