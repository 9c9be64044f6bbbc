// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <string>
#include <vector>

#include "core/engine/session.h"
#include "core/metrics/history.h"
#include "ui/export/drawing.h"
#include "ui/theme/theme.h"

class QMimeData;

namespace spinscope {

struct PictureOptions : PictureLook {
    QString view;       ///< "packets", "density", "wait", "heat", "ownership"; empty = the whole dashboard
    double span_s = 0;  ///< how much of the run's end is shown; 0 = all of it
    double end_s = -1;  ///< run time at the right edge; < 0 = the end of the run
};

/// Draws what the live views show, with title, conditions and program version, into `path`, whose suffix
/// decides the type. Needs a QApplication (the offscreen platform is enough); no widget is ever shown. Throws
/// Error when the file cannot be written; an old file is then left as it was.
void export_picture(const History& history, Session::SnapshotPtr newest, const std::string& path,
                    const PictureOptions& options = {});

/// The same picture for the clipboard: PNG at twice the size, and the conditions and newest numbers as text.
QMimeData* picture_for_clipboard(const History& history, Session::SnapshotPtr newest,
                                 const PictureOptions& options = {});

}  // namespace spinscope
