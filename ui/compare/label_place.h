// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QRectF>
#include <vector>

namespace spinscope {

/// Where a label of that size goes around a point: the first of four places, from the upper right on, where
/// it crosses no line and no other label; the one that is crossed least where there is none.
QRectF place_label(const QPointF& point, const QSizeF& size, const std::vector<QLineF>& lines,
                   const std::vector<QRectF>& taken);

}  // namespace spinscope
