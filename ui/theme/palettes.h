// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

namespace spinscope {

/// The theme's palette on the ground of panels and headers.
inline QPalette panel_palette(const Theme& theme) {
    QPalette colours = theme.palette();
    colours.setColor(QPalette::Window, theme.panel);
    return colours;
}

/// The same for what is said there in the second place.
inline QPalette second_palette(const Theme& theme) {
    QPalette colours = panel_palette(theme);
    colours.setColor(QPalette::WindowText, theme.text_second);
    return colours;
}

}  // namespace spinscope
