// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "ui/export/picture.h"

namespace spinscope {

/// Draws the picture that PictureOptions describe, title and conditions included, into (0, 0, size) of any
/// painter: the one path for files, clipboard and print. Images in it get `pixels` device pixels a logical
/// one.
void paint_dashboard(QPainter& painter, const History& history, const Session::SnapshotPtr& newest,
                     const PictureOptions& options, double pixels);
/// The headline of that picture.
QString picture_title(const Snapshot& newest, const PictureOptions& options);

}  // namespace spinscope
