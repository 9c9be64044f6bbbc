// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/topology_paint.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/format.h"

namespace spinscope {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("TopologyView", text);
}

void draw_frame(QPainter& painter, const QRect& rect, const QColor& ground, const QColor& line) {
    painter.fillRect(rect, ground);
    QPen pen(line);
    pen.setCosmetic(true);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0, 0, -1, -1));
}

void draw_title(QPainter& painter, const LaidBox& box, const Theme& theme, QFont font, bool bold) {
    if (box.title.isEmpty()) return;
    QFont title = font;
    title.setWeight(bold ? QFont::Bold : QFont::Normal);
    const QFontMetrics metrics(title);
    painter.setFont(title);
    painter.setPen(bold ? theme.text : theme.text_second);
    const int label = metrics.horizontalAdvance(box.label);
    painter.drawText(box.title, Qt::AlignVCenter | Qt::AlignLeft,
                     metrics.elidedText(box.label, Qt::ElideRight, box.title.width()));
    const QRect rest = box.title.adjusted(label + 10, 0, 0, 0);
    if (box.detail.isEmpty() || rest.width() < 24) return;
    painter.setFont(font);
    painter.setPen(theme.text_second);
    painter.drawText(rest, Qt::AlignVCenter | Qt::AlignRight,
                     QFontMetrics(font).elidedText(box.detail, Qt::ElideRight, rest.width()));
}

/// Whether a second line, of how many workers share the CPU, fits below the label.
bool has_second_line(const LaidBox& box) {
    return box.rect.height() >= 3 * box.title.height();
}

/// Where the state columns of a CPU box are: below its label, inside its frame.
QRect column_area(const LaidBox& box, unsigned workers) {
    int top = box.title.bottom() + 2;
    if (workers > 1 && has_second_line(box)) top += box.title.height();
    return QRect(QPoint(box.rect.left() + 1, top), box.rect.bottomRight() - QPoint(1, 1));
}

void draw_pu_box(QPainter& painter, const LaidBox& box, const CpuRole& role, bool running, const Theme& theme,
                 const QFont& font) {
    const bool used = role.workers > 0;
    if (used) {
        draw_frame(painter, box.rect, theme.plot, theme.accent);
    } else {
        draw_frame(painter, box.rect, theme.panel, role.usable ? theme.outline : theme.hairline);
        painter.fillRect(box.rect.adjusted(2, 2, -2, -2),
                         hatch(theme.panel, theme.hairline, role.usable ? 6 : 3));
    }
    QFont label = font;
    if (used) label.setWeight(QFont::Bold);
    const QFontMetrics metrics(label);
    painter.setFont(label);
    QRect spot = used ? box.title : box.rect;
    if (!used) {
        // The label must stay readable on the hatch.
        QRect ground = metrics.boundingRect(box.label).adjusted(-3, 0, 3, 0);
        ground.moveCenter(spot.center());
        painter.fillRect(ground.intersected(spot.adjusted(1, 1, -1, -1)), theme.panel);
    }
    painter.setPen(used ? theme.text : theme.text_second);
    painter.drawText(spot, Qt::AlignCenter, metrics.elidedText(box.label, Qt::ElideMiddle, spot.width()));
    if (!used) return;
    QString second;
    if (role.workers > 1) {
        second = tr("%1 workers").arg(role.workers);
    } else if (!running) {
        second = tr("ready");
    }
    if (second.isEmpty() || !has_second_line(box)) return;
    painter.setFont(font);
    painter.setPen(role.workers > 1 ? theme.warning.text : theme.text_second);
    painter.drawText(box.title.translated(0, box.title.height()), Qt::AlignCenter,
                     QFontMetrics(font).elidedText(second, Qt::ElideRight, box.title.width()));
}

void draw_columns(QPainter& painter, const QRect& area, const CpuState& state, double scale,
                  const Theme& theme) {
    const int half = area.width() / 2;
    const QRect left(area.left(), area.top(), half, area.height());
    const QRect right(area.left() + half + 1, area.top(), area.width() - half - 1, area.height());
    painter.fillRect(left, theme.idle);
    painter.fillRect(right, theme.idle);
    const auto px = [&area](double share) {
        return static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * area.height()));
    };
    int base = left.bottom() + 1;
    const auto pile = [&base, &area](int height) {
        height = std::min(height, base - area.top());
        base -= height;
        return height;
    };
    const int root = pile(px(state.wait_root));
    painter.fillRect(left.left(), base, half, root, hatch(theme.waiting.fill, theme.waiting.cue, 6));
    const int gate = pile(px(state.wait_gate));
    painter.fillRect(left.left(), base, half, gate, hatch(theme.gate.fill, theme.gate.cue, 6));
    const int hold = pile(px(state.hold));
    if (hold > 0) {
        painter.fillRect(left.left(), base, half, hold, theme.holding.cue);
        painter.fillRect(left.left() + 1, base + (hold > 2 ? 1 : 0), half - 2, std::max(1, hold - 2),
                         theme.holding.fill);
    }
    const int own = px(state.own * scale);
    const int transmit = std::min(own, px(state.transmit * scale));
    painter.fillRect(right.left(), right.bottom() + 1 - own, right.width(), own, theme.owning.fill);
    painter.fillRect(right.left(), right.bottom() + 1 - transmit, right.width(), transmit,
                     theme.transmitting.fill);
}

void draw_owner(QPainter& painter, const LaidBox& box, unsigned workers, const Theme& theme,
                const QFont& font) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.text, 3, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(box.rect.adjusted(1, 1, -2, -2));
    QFont bold = font;
    bold.setWeight(QFont::Bold);
    const QFontMetrics metrics(bold);
    const QString text = tr("owner");
    QRect tag(0, 0, metrics.horizontalAdvance(text) + 8, metrics.height());
    if (tag.width() > box.rect.width()) return;
    tag.moveCenter(box.rect.center());
    tag.moveTop(column_area(box, workers).top());
    painter.fillRect(tag, theme.text);
    painter.setFont(bold);
    painter.setPen(theme.plot);
    painter.drawText(tag, Qt::AlignCenter, text);
}

/// Right of the title of a die or cache: how long its CPUs wait, on the whole.
void draw_waiting(QPainter& painter, const LaidBox& box, const CpuStates& states, const Theme& theme,
                  const QFont& font) {
    double waiting = 0;
    int workers = 0;
    for (const int pu : box.inside) {
        const CpuState& state = states.all()[static_cast<std::size_t>(pu)];
        if (state.workers == 0) continue;
        waiting += state.waiting();
        ++workers;
    }
    if (workers == 0) return;
    painter.setFont(font);
    painter.setPen(theme.text_second);
    painter.drawText(box.title, Qt::AlignVCenter | Qt::AlignRight,
                     tr("%1 waiting").arg(Format().share(waiting / workers)));
}

}  // namespace

QBrush hatch(const QColor& ground, const QColor& ink, int period) {
    QImage tile(period, period, QImage::Format_RGB32);
    tile.fill(ground);
    for (int i = 0; i < period; ++i) {
        tile.setPixelColor(i, period - 1 - i, ink);
        if (period > 4)
            tile.setPixelColor((i + 1) % period, period - 1 - i, mix(ground.rgb(), ink.rgb(), 0.6));
    }
    return QBrush(tile);
}

void draw_outlines(QPainter& painter, const TopologyLayout& layout, const std::vector<CpuRole>& roles,
                   bool running, const Theme& theme, const QFont& font) {
    for (const LaidBox& box : layout.boxes) {
        switch (box.kind) {
            case BoxKind::Package:
                draw_frame(painter, box.rect, theme.window, theme.outline);
                draw_title(painter, box, theme, font, true);
                break;
            case BoxKind::Core:
                draw_frame(painter, box.rect, theme.panel, theme.hairline);
                draw_title(painter, box, theme, font, false);
                break;
            case BoxKind::Pu: {
                const CpuRole& role = roles[static_cast<std::size_t>(box.pu)];
                if (layout.style == TopologyLayout::Style::Boxes) {
                    draw_pu_box(painter, box, role, running, theme, font);
                } else if (role.workers == 0) {
                    draw_frame(painter, box.rect, theme.panel, theme.hairline);
                    painter.fillRect(box.rect.adjusted(1, 1, -1, -1),
                                     hatch(theme.panel, theme.hairline, role.usable ? 6 : 3));
                } else {
                    draw_frame(painter, box.rect, theme.heat_at(0), theme.hairline);
                    painter.setFont(font);
                    painter.setPen(theme.text);
                    painter.drawText(box.title, Qt::AlignCenter, box.label);
                }
                break;
            }
            default:
                if (box.label.isEmpty()) break;
                draw_frame(painter, box.rect, theme.panel, theme.hairline);
                draw_title(painter, box, theme, font, false);
                break;
        }
    }
}

void draw_fills(QPainter& painter, const TopologyLayout& layout, const CpuStates& states, const Theme& theme,
                const QFont& font) {
    std::vector<const LaidBox*> owners;  // one for each queue
    const bool cells = layout.style != TopologyLayout::Style::Boxes;
    for (const LaidBox& box : layout.boxes) {
        if (cells && box.kind != BoxKind::Package && box.inside.size() > 2 && box.detail.isEmpty()) {
            draw_waiting(painter, box, states, theme, font);
        }
        if (box.pu < 0) continue;
        const CpuState& state = states.all()[static_cast<std::size_t>(box.pu)];
        if (state.workers == 0) continue;
        if (layout.style == TopologyLayout::Style::Boxes) {
            draw_columns(painter, column_area(box, state.workers), state, states.own_scale(), theme);
            if (state.owner) owners.push_back(&box);
            continue;
        }
        const QColor heat(theme.heat_at(state.waiting()));
        painter.fillRect(box.rect.adjusted(1, 1, -1, -1), heat);  // the outline stays
        if (box.title.isEmpty()) continue;
        painter.setFont(font);
        painter.setPen(contrast_ratio(theme.text, heat) > contrast_ratio(theme.plot, heat) ? theme.text
                                                                                           : theme.plot);
        painter.drawText(box.title, Qt::AlignCenter, box.label);
    }
    for (const LaidBox* owner : owners) {
        draw_owner(painter, *owner, states.all()[static_cast<std::size_t>(owner->pu)].workers, theme, font);
    }
}

}  // namespace spinscope
