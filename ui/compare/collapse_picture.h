// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "ui/compare/collapse.h"
#include "ui/compare/sweep_job.h"
#include "ui/export/drawing.h"

namespace spinscope {

/// What a picture of the collapse view shows.
struct CollapseDrawing {
    CollapseView view;
    QStringList conditions;
};

/// Device, queue, traffic and placement, one phrase each.
QStringList traffic_conditions(const Experiment& base);
/// Under what a sweep was taken, one phrase each.
QStringList collapse_conditions(const SweepRequest& request, const QString& machine, bool partial);
/// The view with title, conditions, legend and program version.
Drawing collapse_drawing(const CollapseDrawing& what, const PictureLook& look);

}  // namespace spinscope
