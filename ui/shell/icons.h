// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace spinscope {

/// A bundled line icon ("start", "export" ...), drawn at any size and scale in `colour`; without one, in the
/// palette's text colour of the moment, so that it follows the theme by itself.
QIcon line_icon(const QString& name, const QColor& colour = QColor());

/// The program's own icon.
QIcon application_icon();

}  // namespace spinscope
