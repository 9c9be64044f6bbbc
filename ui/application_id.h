// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace spinscope {

/// One id for the desktop entry, the metainfo, the icon and the window. The files in resources/ carry it in
/// their names.
inline constexpr char kApplicationId[] = "org.spinscope.spinscope";

}  // namespace spinscope
