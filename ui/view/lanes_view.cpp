// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/lanes_view.h"

#include <QPainter>
#include <cmath>

namespace spinscope {

LanesView::LanesView(LiveModel& model, ThemeHolder& themes, QWidget* parent)
    : View(model, themes, QStringLiteral("ownership"), tr("Queue ownership"), parent) {}

QString LanesView::empty_text() const {
    return tr("Which CPU had the queue, and what the others did meanwhile");
}

int LanesView::last_worker(int lane) const {
    return std::min(static_cast<int>(model().workers()), (lane + 1) * fold_) - 1;
}

void LanesView::lay_out() {
    lanes_.clear();
    const int workers = static_cast<int>(model().workers());
    if (workers == 0) return;
    const int height = std::max(1, qRound(plot().height() * ratio()));
    // A lane needs two pixels; where CPUs are folded, lanes are made high enough to show their states.
    fold_ = 1;
    if (height < workers * 2) {
        const int fit = std::max(1, height / device(9));
        while ((workers + fold_ - 1) / fold_ > fit) fold_ *= 2;
    }
    const int count = (workers + fold_ - 1) / fold_;
    const double pitch = std::min(static_cast<double>(height) / count, 44.0 * ratio());
    thin_ = pitch < 8 * ratio();
    const int top = std::max(0, static_cast<int>((height - pitch * count) / 2));
    const int gap = thin_ ? 0 : pitch >= 12 * ratio() ? device(3) : device(1);
    for (int i = 0; i < count; ++i) {
        const int begin = top + static_cast<int>(i * pitch);
        int end = top + static_cast<int>((i + 1) * pitch) - gap;
        // Thin lanes stand close, with a line of air after every eighth.
        if (thin_ && i % 8 == 7 && pitch >= 2) end -= 1;
        end = std::max(end, begin + 1);
        const int own = thin_ ? 1 : std::max(device(2), qRound((end - begin) * 0.34));
        lanes_.push_back({begin, end - own, end});
    }
}

LanesView::Shares LanesView::shares_of(const HistorySlice& slice, int lane) const {
    Shares sum;
    const int first = first_worker(lane);
    const int last = last_worker(lane);
    for (int i = first; i <= last; ++i) {
        const WorkerSlice& w = slice.workers[static_cast<std::size_t>(i)];
        sum.root += double{w.wait_root};
        sum.gate += double{w.wait_gate};
        sum.hold += double{w.hold};
        sum.transmit += double{w.transmit};
        sum.own += double{w.own};
        sum.not_running += double{w.not_running};
    }
    const double count = last - first + 1;
    for (double* share : {&sum.root, &sum.gate, &sum.hold, &sum.transmit, &sum.own, &sum.not_running}) {
        *share /= count;
    }
    return sum;
}

void LanesView::draw_column(PixelColumn column, const HistorySlice& slice, std::int64_t index) {
    column.fill(0, column.height(), theme().plot.rgb());
    const bool known = slice.covered_s > 0;
    for (int i = 0; i < lanes(); ++i) {
        const Lane& lane = lanes_[static_cast<std::size_t>(i)];
        if (!known) continue;
        const Shares shares = shares_of(slice, i);
        if (thin_) {
            draw_thin(column, lane, shares);
        } else {
            draw_full(column, lane, shares, index);
        }
    }
    if (theme().contrast && !thin_ && known) {
        for (const Lane& lane : lanes_) column.set(lane.bottom, theme().hairline.rgb());
    }
}

void LanesView::draw_full(PixelColumn& column, const Lane& lane, const Shares& shares,
                          std::int64_t index) const {
    const int height = lane.split - lane.top;
    const int hatch = device(6);
    const auto on_hatch = [&](int y, int apart, int width) { return (index + y) % apart < width; };
    const auto pixels = [height](double share) { return static_cast<int>(std::lround(share * height)); };
    column.fill(lane.top, lane.split, theme().idle.rgb());

    // From the bottom: holding, waiting at the root lock, waiting at the gate; from the top: not running.
    int base = lane.split;
    const int hold = pixels(shares.hold);
    column.fill(base - hold, base, theme().holding.fill.rgb());
    if (hold >= 3) column.fill(base - hold, base - hold + device(1), theme().holding.cue.rgb());
    base -= hold;
    const int root = std::min(base - lane.top, pixels(shares.hold + shares.root) - hold);
    for (int y = base - root; y < base; ++y) {
        column.set(y, (on_hatch(y, hatch, device(1)) ? theme().waiting.cue : theme().waiting.fill).rgb());
    }
    base -= root;
    const int gate = std::min(base - lane.top, pixels(shares.hold + shares.root + shares.gate) - hold - root);
    for (int y = base - gate; y < base; ++y) {
        const bool edge = y == base - gate && gate > device(2);
        column.set(y, (edge || on_hatch(y, hatch, device(1.6)) ? theme().gate.cue : theme().gate.fill).rgb());
    }
    base -= gate;
    const int away = std::min(base - lane.top, pixels(shares.not_running));
    const int sparse = device(8);
    for (int y = lane.top; y < lane.top + away; ++y) {
        column.set(
            y, (on_hatch(y, sparse, device(1)) ? theme().not_running.cue : theme().not_running.fill).rgb());
    }

    // Ownership: twice the fair share fills the track.
    const double full = 2.0 / static_cast<double>(model().workers());
    const int track = lane.bottom - lane.split;
    const auto scaled = [&](double share) {
        return static_cast<int>(std::lround(std::min(1.0, share / std::min(1.0, full)) * track));
    };
    const int own = scaled(shares.own);
    column.fill(lane.split, lane.bottom, theme().idle.rgb());
    column.fill(lane.bottom - own, lane.bottom, theme().owning.fill.rgb());
    column.fill(lane.bottom - std::min(own, scaled(shares.transmit)), lane.bottom,
                theme().transmitting.fill.rgb());
}

void LanesView::draw_thin(PixelColumn& column, const Lane& lane, const Shares& shares) const {
    const QRgb state = mix(theme().idle.rgb(), theme().waiting.fill.rgb(), shares.root + shares.gate / 2);
    const double fair = 1.0 / static_cast<double>(model().workers());
    column.fill(lane.top, lane.split, state);
    column.fill(lane.split, lane.bottom,
                mix(theme().idle.rgb(), theme().owning.fill.rgb(), shares.own / (2 * fair)));
}

QRectF LanesView::lane_rect(int lane) const {
    const Lane& at = lanes_[static_cast<std::size_t>(lane)];
    return {plot().left() + 0.0, plot().top() + at.top / ratio(), plot().width() + 0.0,
            (at.bottom - at.top) / ratio()};
}

QString LanesView::lane_label(int lane) const {
    const int first = first_worker(lane);
    const int last = last_worker(lane);
    if (first == last) return model().worker_label(static_cast<std::size_t>(first));
    const auto cpu = [this](int worker) {
        return model().oversubscribed() ? static_cast<unsigned>(worker)
                                        : model().newest().workers[static_cast<std::size_t>(worker)].cpu;
    };
    return QStringLiteral("%1–%2").arg(cpu(first)).arg(cpu(last));
}

int LanesView::worker_at(const QPoint& at) const {
    if (at.y() < plot().top() || at.y() > plot().bottom()) return -1;
    for (int lane = 0; lane < lanes(); ++lane) {
        const QRectF box = lane_rect(lane);
        const double next = lane + 1 < lanes() ? lane_rect(lane + 1).top() : box.bottom();
        if (at.y() < box.top() || at.y() >= next) continue;
        const int inside = static_cast<int>((at.y() - box.top()) / std::max(1.0, next - box.top()) * fold_);
        return std::min(first_worker(lane) + inside, last_worker(lane));
    }
    return -1;
}

void LanesView::draw_labels(QPainter& painter) {
    if (lanes_.empty()) return;
    QFont normal = role_font(TextRole::Small);
    QFont bold = normal;
    bold.setWeight(QFont::Bold);
    const int line = QFontMetrics(normal).height();
    const double pitch = lanes() > 1 ? lane_rect(1).top() - lane_rect(0).top() : lane_rect(0).height();
    int each = 1;
    while (pitch * each < line - 3) each *= 2;
    const int chosen = model().selected() < 0 ? -1 : model().selected() / fold_;
    // A sample of its line beside the name, where CPUs have colours.
    const bool samples = model().workers() <= 8 && pitch >= line - 2;
    const int right = ViewGrid::kLeft - (samples ? 26 : 8);
    for (int lane = 0; lane < lanes(); ++lane) {
        const QRectF box = lane_rect(lane);
        const bool near_chosen = chosen >= 0 && lane != chosen && std::abs(lane - chosen) * pitch < line;
        if (lane != chosen && (lane % each != 0 || near_chosen)) continue;
        painter.setFont(lane == chosen ? bold : normal);
        painter.setPen(lane == chosen ? theme().text : theme().text_second);
        const double middle = each == 1 || lane == chosen ? box.center().y() : box.top() + line / 2.0 - 2;
        painter.drawText(QRectF(0, middle - line / 2.0, right, line), Qt::AlignRight | Qt::AlignVCenter,
                         lane_label(lane));
        if (each > 1) {
            painter.fillRect(QRectF(ViewGrid::kLeft - 5, box.top(), 5, 1), theme().axis);
        }
        if (!samples) continue;
        const auto at = static_cast<std::size_t>(lane);
        const double y = box.center().y() - 1;
        const double x = ViewGrid::kLeft - 20;
        painter.fillRect(QRectF(x, y, lane < 4 ? 14 : 5, 2), theme().cpu[at]);
        if (lane >= 4) painter.fillRect(QRectF(x + 9, y, 5, 2), theme().cpu[at]);
    }
}

void LanesView::draw_over(QPainter& painter) {
    if (model().selected() < 0 || lanes_.empty()) return;
    const QRectF box = lane_rect(model().selected() / fold_);
    painter.setPen(QPen(theme().text, thin_ ? 1 : 2));
    painter.drawRect(box.adjusted(-1, -1, 1, 1));
}

void LanesView::draw_readout(QPainter& painter, const QRect& area) {
    const HistorySlice& now = last_second();
    if (now.covered_s <= 0 || lanes_.empty()) return;
    double sent = 0;
    for (const WorkerSlice& worker : now.workers) sent += double{worker.sent};
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
        double share = 0;
        const int from = first_worker(lane);
        const int to = last_worker(last);
        for (int i = from; i <= to; ++i) share += double{now.workers[static_cast<std::size_t>(i)].sent};
        share = sent > 0 ? share / sent : 0;
        const QRectF box = lane_rect(lane).united(lane_rect(last));
        const double middle = box.center().y() + (captions ? line / 2.0 : 0);
        const double bar_height = std::min(14.0, std::max(6.0, pitch * group - 6));
        const QRectF track(area.left(), middle - bar_height / 2, bar_width, bar_height);
        painter.fillRect(track, theme().idle);
        const double full = std::min(1.0, 2 * fair * (to - from + 1));
        painter.fillRect(
            QRectF(track.left(), track.top(), track.width() * std::min(1.0, share / full), track.height()),
            theme().owning.fill);
        if (lane == 0) first_y = track.top() - 2;
        last_y = track.bottom() + 2;
        const bool chosen =
            model().selected() >= from && model().selected() <= to && group == 1 && fold_ == 1;
        painter.setFont(chosen ? bold : small);
        painter.setPen(theme().text);
        painter.drawText(QRectF(area.left(), middle - line / 2.0, area.width(), line),
                         Qt::AlignRight | Qt::AlignVCenter, format().share(share));
        if (captions) {
            painter.setFont(small);
            painter.setPen(theme().text_second);
            const QString first_name =
                lane_label(lane).section(QChar(0x2013), 0, 0).section(QLatin1Char(' '), -1);
            const QString last_name =
                lane_label(last).section(QChar(0x2013), -1).section(QLatin1Char(' '), -1);
            painter.drawText(QRectF(area.left(), middle - line * 1.5 - 1, area.width(), line), Qt::AlignLeft,
                             QStringLiteral("%1–%2").arg(first_name, last_name));
        }
    }
    // The fair share, half of the bar, is one dotted line through all of them.
    if (model().workers() > 1) {
        QPen pen(theme().text, 0);
        pen.setDashPattern({1, 2});
        painter.setPen(pen);
        const double x = area.left() + bar_width / 2.0 * (model().workers() == 1 ? 2 : 1);
        painter.drawLine(QPointF(x, first_y), QPointF(x, last_y));
    }
}

}  // namespace spinscope
