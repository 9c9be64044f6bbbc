// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace spinscope {

struct Theme;

/// Small drawn icons of the view headers, in the theme's text colour.
QIcon table_icon(const Theme& theme);
QIcon export_icon(const Theme& theme);
QIcon follow_icon(const QColor& colour);

}  // namespace spinscope
