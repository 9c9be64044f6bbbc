// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPainterPath>
#include <string_view>

#include "ui/theme/theme.h"

namespace spinscope {

/// The outline of a strategy's marker around (0, 0), all of them about as heavy to the eye.
QPainterPath marker_path(Marker marker, double radius);
/// A piece of a strategy's curve with its marker, at the left of (x, y) in the middle: for legends.
inline constexpr int kMarkerSample = 26;  ///< its width, px
void draw_sample(QPainter& painter, double x, double y, const SeriesStyle& style);
/// The marker alone, for lists.
QIcon marker_icon(const SeriesStyle& style);

}  // namespace spinscope
