// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>
#include <vector>

#include "ui/shell/cpu_state.h"
#include "ui/shell/topology_layout.h"
#include "ui/theme/theme.h"

class QPainter;

namespace spinscope {

/// Diagonal lines of `ink` on `ground`, every `period` px.
QBrush hatch(const QColor& ground, const QColor& ink, int period);

/// A CPU's role in the next or the present run.
struct CpuRole {
    bool usable = true;
    unsigned workers = 0;  ///< 0 = not used
};

/// Frames, labels and hatches: everything that does not move. Cached by the caller.
void draw_outlines(QPainter& painter, const TopologyLayout& layout, const std::vector<CpuRole>& roles,
                   bool running, const Theme& theme, const QFont& font);
/// The states. `used` = CPUs with a worker; ownership is scaled to 2 / used.
void draw_fills(QPainter& painter, const TopologyLayout& layout, const CpuStates& states, const Theme& theme,
                const QFont& font);

}  // namespace spinscope
