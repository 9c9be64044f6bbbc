// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "ui/compare/comparison_paint.h"
#include "ui/export/drawing.h"

namespace spinscope {

/// What a picture of a comparison shows.
struct ComparisonDrawing {
    ComparisonView view;
    QStringList conditions;
};

/// Chart and ranking with title, conditions and program version.
Drawing comparison_drawing(const ComparisonDrawing& what, const PictureLook& look);

}  // namespace spinscope
