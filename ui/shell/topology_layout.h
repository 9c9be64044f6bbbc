// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QSize>
#include <QString>
#include <vector>

#include "core/topology/topology.h"

namespace spinscope {

/// What the layout needs to know of the font, so that it can be computed without a widget.
struct TopologyMetrics {
    int width = 276;        ///< available, logical px
    int line = 16;          ///< height of a line of text
    int digit = 8;          ///< width of a digit
    int number_digits = 1;  ///< of the highest CPU number
};

struct LaidBox {
    BoxKind kind = BoxKind::Machine;
    QRect rect;
    QRect title;  ///< where label (left) and detail (right) go; empty = no text
    QString label;
    QString detail;
    int pu = -1;              ///< index into Topology::pus() for kind Pu
    std::vector<int> inside;  ///< for a box with several CPUs: their indices
};

/// The first pass of the machine drawing: where every box goes. Outer boxes come before what they contain.
struct TopologyLayout {
    enum class Style {
        Boxes,
        Numbers,
        Cells
    };  ///< by number of CPUs: box with a label, number in a cell, cell

    Style style = Style::Boxes;
    QSize size;
    std::vector<LaidBox> boxes;

    /// Index into Topology::pus(), or -1.
    int pu_at(QPoint point) const;
    /// All CPUs whose box touches the rectangle.
    std::vector<int> pus_in(const QRect& area) const;
    /// The nearest CPU from `pu` in the direction (dx, dy), each -1, 0 or 1; `pu` itself at the edge.
    int neighbour(int pu, int dx, int dy) const;
    const LaidBox* box_of(int pu) const;
};

inline constexpr int kMostBoxes = 32;  ///< more CPUs than this are drawn as cells

/// `in_use` says for each CPU whether it gets a full-size box (it has a worker) or a small one.
TopologyLayout lay_out(const Topology& topology, const std::vector<bool>& in_use,
                       const TopologyMetrics& metrics);

}  // namespace spinscope
