// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <QPolygonF>
#include <cmath>

#include "ui/view/lanes_view.h"

namespace spinscope {
namespace {

constexpr int kArrow = 8;

}  // namespace

QString LanesView::lane_label(const Lane& lane) const {
    if (lane.group >= 0) return model().order().groups[static_cast<std::size_t>(lane.group)].name;
    const auto first = static_cast<std::size_t>(worker(lane.first));
    if (lane.count == 1) return model().worker_label(first);
    const auto last = static_cast<std::size_t>(worker(lane.first + lane.count - 1));
    const auto cpu = [this](std::size_t at) {
        return model().oversubscribed() ? static_cast<unsigned>(at) : model().newest().workers[at].cpu;
    };
    return QStringLiteral("%1–%2").arg(cpu(first)).arg(cpu(last));
}

void LanesView::draw_labels(QPainter& painter) {
    if (lanes_.empty()) return;
    if (mode_ == Mode::Folded) {
        draw_group_labels(painter);
        return;
    }
    QFont normal = role_font(TextRole::Small);
    QFont bold = normal;
    bold.setWeight(QFont::Bold);
    const int line = QFontMetrics(normal).height();
    const double pitch = lanes() > 1 ? lane_rect(1).top() - lane_rect(0).top() : lane_rect(0).height();
    int each = 1;
    while (pitch * each < line - 3) each *= 2;
    const int chosen = selected_lane();
    // A sample of its line beside the name, where CPUs have colours.
    const bool samples = model().workers() <= 8 && pitch >= line - 2;
    const int right = ViewGrid::kLeft - (samples ? 19 : 8);
    for (int lane = 0; lane < lanes(); ++lane) {
        const QRectF box = lane_rect(lane);
        const bool near_chosen = chosen >= 0 && lane != chosen && std::abs(lane - chosen) * pitch < line;
        if (lane != chosen && (lane % each != 0 || near_chosen)) continue;
        painter.setFont(lane == chosen ? bold : normal);
        painter.setPen(lane == chosen ? theme().text : theme().text_second);
        const double middle = each == 1 || lane == chosen ? box.center().y() : box.top() + line / 2.0 - 2;
        painter.drawText(QRectF(0, middle - line / 2.0, right, line), Qt::AlignRight | Qt::AlignVCenter,
                         lane_label(lanes_[static_cast<std::size_t>(lane)]));
        if (each > 1) {
            painter.fillRect(QRectF(ViewGrid::kLeft - 5, box.top(), 5, 1), theme().axis);
        }
        if (!samples) continue;
        const auto at = static_cast<std::size_t>(lane);
        const double y = box.center().y() - 1;
        const double x = ViewGrid::kLeft - 16;
        painter.fillRect(QRectF(x, y, lane < 4 ? 14 : 5, 2), theme().cpu[at]);
        if (lane >= 4) painter.fillRect(QRectF(x + 9, y, 5, 2), theme().cpu[at]);
    }
}

void LanesView::draw_group_labels(QPainter& painter) {
    const QFont normal = role_font(TextRole::Small);
    QFont bold = normal;
    bold.setWeight(QFont::Bold);
    const QFontMetrics metrics(normal);
    const int line = metrics.height();
    const int right = ViewGrid::kLeft - 8;
    const int chosen = selected_lane();
    const auto say = [&](const QRectF& box, bool strong, const QString& text, int left) {
        painter.setFont(strong ? bold : normal);
        painter.setPen(strong ? theme().text : theme().text_second);
        painter.drawText(QRectF(left, box.center().y() - line / 2.0, right - left, line),
                         Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(text, Qt::ElideMiddle, right - left));
    };
    double free_from = 0;
    for (int i = 0; i < lanes(); ++i) {
        const Lane& lane = lanes_[static_cast<std::size_t>(i)];
        const QRectF box = lane_rect(i);
        if (lane.group < 0) {
            // Of the unfolded CPUs the ones that have room for a name; the selected one always.
            const double top = box.center().y() - line / 2.0;
            const bool covers_chosen = chosen >= 0 && i != chosen &&
                                       std::abs(box.center().y() - lane_rect(chosen).center().y()) < line;
            if ((top < free_from || covers_chosen) && i != chosen) continue;
            say(box, i == chosen, lane_label(lane), 0);
            free_from = top + line;
            continue;
        }
        const bool open = lane.group == unfolded_;
        const QPointF middle(kArrow / 2.0 + 6, box.center().y());
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().text_second);
        const double half = kArrow / 2.0;
        painter.drawPolygon(
            open ? QPolygonF({middle + QPointF(-half, -half / 1.5), middle + QPointF(half, -half / 1.5),
                              middle + QPointF(0, half)})
                 : QPolygonF({middle + QPointF(-half / 1.5, -half), middle + QPointF(-half / 1.5, half),
                              middle + QPointF(half, 0)}));
        painter.setRenderHint(QPainter::Antialiasing, false);
        // Where lanes are lower than a line of text, some go without a name.
        const bool strong = i == chosen || open;
        if (!strong && box.center().y() - line / 4.0 < free_from) continue;
        say(box, strong, lane_label(lane), kArrow + 12);
        free_from = box.center().y() + line / 2.0;
    }
}

void LanesView::draw_over(QPainter& painter) {
    const int chosen = selected_lane();
    if (chosen < 0) return;
    const bool thin = lanes_[static_cast<std::size_t>(chosen)].thin;
    painter.setPen(QPen(theme().text, thin ? 1 : 2));
    painter.drawRect(lane_rect(chosen).adjusted(-1, -1, 1, 1));
}

void LanesView::draw_readout(QPainter& painter, const QRect& area) {
    const HistorySlice& now = last_second();
    if (now.covered_s <= 0 || lanes_.empty()) return;
    if (mode_ == Mode::Folded) {
        draw_group_readout(painter, area);
        return;
    }
    const QFont small = role_font(TextRole::Small);
    QFont bold = small;
    bold.setWeight(QFont::Bold);
    const int line = QFontMetrics(small).height();
    const double pitch = lanes() > 1 ? lane_rect(1).top() - lane_rect(0).top() : lane_rect(0).height();
    int group = 1;
    while (pitch * group < line - 2) group *= 2;
    const bool captions = group > 1 && pitch * group >= 2 * line;
    const double fair = 1.0 / static_cast<double>(model().workers());
    const int bar_width = area.width() / 2;
    double first_y = 0;
    double last_y = 0;
    for (int lane = 0; lane < lanes(); lane += group) {
        const int last = std::min(lanes(), lane + group) - 1;
        Lane together = lanes_[static_cast<std::size_t>(lane)];
        const Lane& end = lanes_[static_cast<std::size_t>(last)];
        together.count = end.first + end.count - together.first;
        const double share = sent_share(now, together.first, together.count);
        const QRectF box = lane_rect(lane).united(lane_rect(last));
        const double middle = box.center().y() + (captions ? line / 2.0 : 0);
        const double bar_height = std::min(14.0, std::max(6.0, pitch * group - 6));
        const QRectF track(area.left(), middle - bar_height / 2, bar_width, bar_height);
        painter.fillRect(track, theme().idle);
        const double full = std::min(1.0, 2 * fair * together.count);
        painter.fillRect(
            QRectF(track.left(), track.top(), track.width() * std::min(1.0, share / full), track.height()),
            theme().owning.fill);
        if (lane == 0) first_y = track.top() - 2;
        last_y = track.bottom() + 2;
        painter.setFont(together.count == 1 && lane == selected_lane() ? bold : small);
        painter.setPen(theme().text);
        painter.drawText(QRectF(area.left(), middle - line / 2.0, area.width(), line),
                         Qt::AlignRight | Qt::AlignVCenter, format().share(share));
        if (captions) {
            painter.setFont(small);
            painter.setPen(theme().text_second);
            painter.drawText(QRectF(area.left(), middle - line * 1.5 - 1, area.width(), line), Qt::AlignLeft,
                             lane_label(together).section(QLatin1Char(' '), -1));
        }
    }
    // The fair share, half of the bar, is one dotted line through all of them.
    if (model().workers() > 1) {
        QPen pen(theme().text, 0);
        pen.setDashPattern({1, 2});
        painter.setPen(pen);
        const double x = area.left() + bar_width / 2.0;
        painter.drawLine(QPointF(x, first_y), QPointF(x, last_y));
    }
}

void LanesView::draw_group_readout(QPainter& painter, const QRect& area) {
    const HistorySlice& now = last_second();
    const QFont small = role_font(TextRole::Small);
    const QFontMetrics metrics(small);
    const int line = metrics.height();
    const int number = metrics.horizontalAdvance(format().share(0.888)) + 4;
    const double fair = 1.0 / static_cast<double>(model().workers());
    painter.setFont(small);
    for (int i = 0; i < lanes(); ++i) {
        const Lane& lane = lanes_[static_cast<std::size_t>(i)];
        if (lane.group < 0 && i != selected_lane()) continue;
        const QRectF box = lane_rect(i);
        if (lane.group >= 0 && box.height() < line - 6) continue;
        const double share = sent_share(now, lane.first, lane.count);
        const QString whose = lane.group >= 0 ? tr("%n CPUs", "", lane.count) : lane_label(lane);
        const int words = metrics.horizontalAdvance(whose) + 6;
        const QRectF row(area.left(), box.center().y() - line / 2.0, area.width(), line);
        // The bar takes what the words leave.
        const int bar = area.width() - words - number;
        if (bar >= 16) {
            const QRectF track(area.left(), box.center().y() - 4, bar - 4, 8);
            const double full = std::min(1.0, 2 * fair * lane.count);
            painter.fillRect(track, theme().idle);
            painter.fillRect(QRectF(track.left(), track.top(), track.width() * std::min(1.0, share / full),
                                    track.height()),
                             theme().owning.fill);
        }
        painter.setPen(theme().text_second);
        painter.drawText(row.adjusted(std::max(0, bar), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, whose);
        painter.setPen(theme().text);
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, format().share(share));
    }
}

}  // namespace spinscope
