// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/topology_layout.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace spinscope {

namespace {

constexpr int kGap = 6;
constexpr int kPad = 6;
constexpr int kCell = 12;
constexpr int kTallestNumbers = 460;  ///< px; if numbered cells need more than this, they lose their numbers

using Style = TopologyLayout::Style;

bool is_leaf_group(const Box& box) {
    return box.kind == BoxKind::Core || box.kind == BoxKind::Pu;
}

void collect_pus(const Box& box, std::vector<int>& into) {
    if (box.kind == BoxKind::Pu) into.push_back(static_cast<int>(box.pu));
    for (const Box& child : box.children) collect_pus(child, into);
}

int count_cores(const Box& box) {
    if (is_leaf_group(box)) return 1;
    int cores = 0;
    for (const Box& child : box.children) cores += count_cores(child);
    return cores;
}

class Builder {
 public:
    Builder(const std::vector<bool>& in_use, const TopologyMetrics& metrics, Style style, int pus)
        : in_use_(in_use), metrics_(metrics), style_(style), few_(pus <= 4) {}

    TopologyLayout build(const Box& root) {
        layout_.style = style_;
        const int height = stack({&root}, 0, 0, metrics_.width, 8);
        layout_.size = QSize(metrics_.width, height);
        return std::move(layout_);
    }

 private:
    /// A box that only wraps others adds nothing to see: the machine itself, the caches of one core.
    static bool is_transparent(const Box& box) {
        if (box.kind == BoxKind::Machine) return true;
        return box.kind != BoxKind::Package && !is_leaf_group(box) && count_cores(box) == 1;
    }

    static void flatten(const Box& box, std::vector<const Box*>& into) {
        if (!is_transparent(box)) {
            into.push_back(&box);
            return;
        }
        for (const Box& child : box.children) flatten(child, into);
    }

    static std::vector<const Box*> visible_children(const Box& box) {
        std::vector<const Box*> visible;
        for (const Box& child : box.children) flatten(child, visible);
        return visible;
    }

    /// Boxes below each other, runs of cores in a grid, and packages of a single core (virtual machines) side
    /// by side. Returns the height used.
    int stack(const std::vector<const Box*>& given, int x, int y, int width, int gap) {
        std::vector<const Box*> boxes;
        for (const Box* box : given) flatten(*box, boxes);
        const bool all_small =
            boxes.size() > 1 && std::all_of(boxes.begin(), boxes.end(), [](const Box* box) {
                return !is_leaf_group(*box) && count_cores(*box) == 1;
            });
        if (all_small) return pairs(boxes, x, y, width, gap);
        const int top = y;
        for (std::size_t i = 0; i < boxes.size();) {
            if (i > 0) y += gap;
            std::vector<const Box*> cores;
            while (i < boxes.size() && is_leaf_group(*boxes[i])) cores.push_back(boxes[i++]);
            if (!cores.empty()) {
                y += style_ == Style::Boxes ? core_boxes(cores, x, y, width) : core_cells(cores, x, y, width);
            } else {
                y += container(*boxes[i++], x, y, width);
            }
        }
        return y - top;
    }

    int pairs(const std::vector<const Box*>& boxes, int x, int y, int width, int gap) {
        const int half = (width - gap) / 2;
        int used = 0;
        for (std::size_t i = 0; i < boxes.size(); i += 2) {
            if (i > 0) used += gap;
            int row = container(*boxes[i], x, y + used, half);
            if (i + 1 < boxes.size()) {
                row = std::max(row, container(*boxes[i + 1], x + half + gap, y + used, half));
            }
            used += row;
        }
        return used;
    }

    /// A package has a frame and a title; a cache, a NUMA node or a die is a strip over what shares it, and
    /// one strip where they coincide.
    int container(const Box& outer, int x, int y, int width) {
        const bool framed = outer.kind == BoxKind::Package;
        const std::size_t index = layout_.boxes.size();
        LaidBox laid = named(outer);
        std::vector<const Box*> children = visible_children(outer);
        while (!framed && children.size() == 1 && !is_leaf_group(*children.front())) {
            laid.label += QStringLiteral(" · ") + QString::fromStdString(children.front()->label);
            children = visible_children(*children.front());
        }
        collect_pus(outer, laid.inside);
        layout_.boxes.push_back(laid);
        const int title = metrics_.line + (framed ? 6 : 3);
        const int pad = framed ? kPad : 0;
        const int inner = stack(children, x + pad, y + title + (framed ? 0 : 4), width - 2 * pad, kGap);
        const int height = title + (framed ? 0 : 4) + inner + pad;
        layout_.boxes[index].rect = QRect(x, y, width, framed ? height : title);
        layout_.boxes[index].title = QRect(x + kPad, y, width - 2 * kPad, title);
        return height;
    }

    int core_boxes(const std::vector<const Box*>& cores, int x, int y, int width) {
        const int narrowest = std::max(50, 7 * metrics_.digit);
        const int fit = std::max(1, (width + kGap) / (narrowest + kGap));
        const int count = static_cast<int>(cores.size());
        const int rows = (count + fit - 1) / fit;
        const int columns = (count + rows - 1) / rows;
        const int core_width = (width - (columns - 1) * kGap) / columns;
        int row_top = y;
        for (int first = 0; first < count; first += columns) {
            int tallest = 0;
            const int end = std::min(count, first + columns);
            for (int i = first; i < end; ++i) {
                const int left = x + (i - first) * (core_width + kGap);
                tallest = std::max(tallest,
                                   core_box(*cores[static_cast<std::size_t>(i)], left, row_top, core_width));
            }
            row_top += tallest + kGap;
        }
        return row_top - kGap - y;
    }

    int core_box(const Box& core, int x, int y, int width) {
        std::vector<int> pus;
        collect_pus(core, pus);
        int top = y;
        int inset = 0;
        std::size_t index = layout_.boxes.size();
        if (core.kind == BoxKind::Core) {
            layout_.boxes.push_back(named(core));
            layout_.boxes[index].inside = pus;
            layout_.boxes[index].title = QRect(x + 4, y + 1, width - 8, metrics_.line);
            top += metrics_.line + 2;
            inset = 4;
        }
        for (const int pu : pus) {
            LaidBox laid;
            laid.kind = BoxKind::Pu;
            laid.pu = pu;
            laid.label = label_of(core, pu);
            const bool tall = in_use_.empty() || in_use_[static_cast<std::size_t>(pu)];
            laid.rect = QRect(x + inset, top, width - 2 * inset, tall ? tall_height() : metrics_.line + 6);
            laid.title = laid.rect.adjusted(3, 2, -3, 0);
            laid.title.setHeight(metrics_.line);
            top += laid.rect.height() + 3;
            layout_.boxes.push_back(laid);
        }
        const int height = top - 3 + inset - y;
        if (core.kind == BoxKind::Core) layout_.boxes[index].rect = QRect(x, y, width, height);
        return height;
    }

    int tall_height() const { return few_ ? 6 * metrics_.line : 3 * metrics_.line + 4; }

    /// One core is a column of its threads, so that siblings touch.
    int core_cells(const std::vector<const Box*>& cores, int x, int y, int width) {
        const bool numbers = style_ == Style::Numbers;
        const int cell_width = numbers ? std::max(20, metrics_.number_digits * metrics_.digit + 8) : kCell;
        const int cell_height = numbers ? metrics_.line + 4 : kCell;
        const int gap = numbers ? 3 : 1;
        const int fit = std::max(1, (width + gap) / (cell_width + gap));
        const int count = static_cast<int>(cores.size());
        const int rows = (count + fit - 1) / fit;
        const int columns = (count + rows - 1) / rows;
        const int pitch = numbers ? std::min((width + gap) / columns, 2 * cell_width) : (width + gap) / fit;
        int row_top = y;
        for (int first = 0; first < count; first += columns) {
            int threads = 1;
            const int end = std::min(count, first + columns);
            for (int i = first; i < end; ++i) {
                std::vector<int> pus;
                collect_pus(*cores[static_cast<std::size_t>(i)], pus);
                threads = std::max(threads, static_cast<int>(pus.size()));
                for (std::size_t t = 0; t < pus.size(); ++t) {
                    LaidBox laid;
                    laid.kind = BoxKind::Pu;
                    laid.pu = pus[t];
                    laid.rect =
                        QRect(x + (i - first) * pitch, row_top + static_cast<int>(t) * (cell_height + 1),
                              pitch - gap, cell_height);
                    laid.label = label_of(*cores[static_cast<std::size_t>(i)], pus[t]).section(u' ', -1);
                    if (numbers) laid.title = laid.rect;
                    layout_.boxes.push_back(laid);
                }
            }
            row_top += threads * (cell_height + 1) - 1 + gap + 2;
        }
        return row_top - gap - 2 - y;
    }

    static LaidBox named(const Box& box) {
        LaidBox laid;
        laid.kind = box.kind;
        laid.label = QString::fromStdString(box.label);
        laid.detail = QString::fromStdString(box.detail);
        return laid;
    }

    static QString label_of(const Box& core, int pu) {
        if (core.kind == BoxKind::Pu) return QString::fromStdString(core.label);
        for (const Box& child : core.children) {
            std::vector<int> pus;
            collect_pus(child, pus);
            if (std::find(pus.begin(), pus.end(), pu) == pus.end()) continue;
            return child.kind == BoxKind::Pu ? QString::fromStdString(child.label) : label_of(child, pu);
        }
        return {};
    }

    const std::vector<bool>& in_use_;
    const TopologyMetrics& metrics_;
    Style style_;
    bool few_;
    TopologyLayout layout_;
};

}  // namespace

TopologyLayout lay_out(const Topology& topology, const std::vector<bool>& in_use,
                       const TopologyMetrics& metrics) {
    const int pus = static_cast<int>(topology.pus().size());
    if (pus <= kMostBoxes) return Builder(in_use, metrics, Style::Boxes, pus).build(topology.root());
    TopologyLayout numbered = Builder(in_use, metrics, Style::Numbers, pus).build(topology.root());
    if (numbered.size.height() <= kTallestNumbers) return numbered;
    return Builder(in_use, metrics, Style::Cells, pus).build(topology.root());
}

int TopologyLayout::pu_at(QPoint point) const {
    for (const LaidBox& box : boxes) {
        if (box.pu >= 0 && box.rect.contains(point)) return box.pu;
    }
    return -1;
}

std::vector<int> TopologyLayout::pus_in(const QRect& area) const {
    std::vector<int> found;
    for (const LaidBox& box : boxes) {
        if (box.pu >= 0 && box.rect.intersects(area)) found.push_back(box.pu);
    }
    return found;
}

const LaidBox* TopologyLayout::box_of(int pu) const {
    const auto found =
        std::find_if(boxes.begin(), boxes.end(), [pu](const LaidBox& box) { return box.pu == pu; });
    return pu >= 0 && found != boxes.end() ? &*found : nullptr;
}

int TopologyLayout::neighbour(int pu, int dx, int dy) const {
    const LaidBox* from = box_of(pu);
    int best = pu;
    int best_cost = std::numeric_limits<int>::max();
    for (const LaidBox& box : boxes) {
        if (box.pu < 0 || (from != nullptr && box.pu == pu)) continue;
        if (from == nullptr) return box.pu;  // no start: the first CPU
        const QPoint step = box.rect.center() - from->rect.center();
        const int along = step.x() * dx + step.y() * dy;
        const int across = std::abs(step.x() * dy) + std::abs(step.y() * dx);
        if (along <= 0 || across > 2 * along) continue;
        const int cost = along + 3 * across;
        if (cost < best_cost) {
            best_cost = cost;
            best = box.pu;
        }
    }
    return best;
}

}  // namespace spinscope
