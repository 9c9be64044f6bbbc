// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/lanes_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <cmath>
#include <numeric>

namespace spinscope {
namespace {

constexpr std::size_t kMostPlain = 64;  ///< CPUs that have a lane each
constexpr double kHighest = 120;        ///< of a lane, logical px: two CPUs fill the view
constexpr int kFoldedHighest = 44;

}  // namespace

LanesView::LanesView(LiveModel& model, ThemeHolder& themes, QWidget* parent)
    : View(model, themes, QStringLiteral("ownership"), tr("Queue ownership"), parent) {
    connect(&this->model(), &LiveModel::restarted, this, [this] { unfold(-1); });
}

QString LanesView::empty_text() const {
    return tr("Which CPU had the queue, and what the others did meanwhile");
}

void LanesView::unfold(int group) {
    if (group >= static_cast<int>(model().order().groups.size())) group = -1;
    if (group == unfolded_) return;
    unfolded_ = group;
    rebuild();
    emit unfolded_changed(group >= 0);
}

void LanesView::lay_out() {
    lanes_.clear();
    const int workers = static_cast<int>(model().workers());
    if (workers == 0) return;
    const int height = std::max(1, qRound(plot().height() * ratio()));
    // A lane needs two pixels.
    const bool fit = height >= workers * 2;
    const bool parts = model().order().groups.size() > 1;
    mode_ = parts && (!fit || model().workers() > kMostPlain) ? Mode::Folded
            : fit                                             ? Mode::Plain
                                                              : Mode::Crowded;
    worker_ = model().order().worker;
    if (mode_ == Mode::Folded) {
        lay_out_folded(height);
        return;
    }
    if (mode_ == Mode::Plain) std::iota(worker_.begin(), worker_.end(), 0);
    const int each = fit ? 1 : (workers * 2 + height - 1) / height;
    lay_out_even(height, (workers + each - 1) / each, each);
}

void LanesView::lay_out_even(int height, int count, int each) {
    const int workers = static_cast<int>(model().workers());
    const double pitch = std::min(static_cast<double>(height) / count, kHighest * ratio());
    thin_ = pitch < 8 * ratio();
    const int top = std::max(0, static_cast<int>((height - pitch * count) / 2));
    const int gap = thin_ ? 0 : pitch >= 12 * ratio() ? device(3) : device(1);
    for (int i = 0; i < count; ++i) {
        Lane lane;
        lane.top = top + static_cast<int>(i * pitch);
        lane.bottom = top + static_cast<int>((i + 1) * pitch) - gap;
        // Thin lanes stand close, with a line of air after every eighth.
        if (thin_ && i % 8 == 7 && pitch >= 2) lane.bottom -= 1;
        lane.bottom = std::max(lane.bottom, lane.top + 1);
        const int own = thin_ ? 1 : std::max(device(2), qRound((lane.bottom - lane.top) * 0.34));
        lane.split = lane.bottom - own;
        lane.first = i * each;
        lane.count = std::min(each, workers - lane.first);
        lane.thin = thin_;
        lanes_.push_back(lane);
    }
}

void LanesView::lay_out_folded(int height) {
    const std::vector<WorkerGroup>& groups = model().order().groups;
    const int count = static_cast<int>(groups.size());
    const WorkerGroup* open = unfolded_ >= 0 ? &groups[static_cast<std::size_t>(unfolded_)] : nullptr;
    // The folded lanes keep what they need to show their states; the unfolded CPUs get the rest.
    const int narrow = std::min(device(14), height / (count + 2));
    const int pitch =
        open != nullptr ? std::max(3, narrow) : std::min(height / count, device(kFoldedHighest));
    const int rest = std::max(0, height - pitch * count);
    int y = open != nullptr ? 0 : rest / 2;
    thin_ = true;
    for (int i = 0; i < count; ++i) {
        const WorkerGroup& group = groups[static_cast<std::size_t>(i)];
        Lane lane;
        lane.top = y;
        lane.bottom = std::max(y + 1, y + pitch - (pitch >= device(12) ? device(3) : 1));
        lane.split = lane.bottom - std::max(1, qRound((lane.bottom - lane.top) * 0.34));
        lane.first = group.first;
        lane.count = group.count;
        lane.group = i;
        lanes_.push_back(lane);
        y += pitch;
        if (&group != open) continue;
        const double each = std::min(static_cast<double>(rest) / group.count, 20.0 * ratio());
        const int rows = std::min(group.count, rest);
        thin_ = each < 8 * ratio();
        for (int row = 0; row < rows; ++row) {
            Lane cpu;
            cpu.first = group.first + row * group.count / rows;
            cpu.count = group.first + (row + 1) * group.count / rows - cpu.first;
            cpu.top = y + static_cast<int>(row * each * group.count / rows);
            cpu.bottom = std::max(
                cpu.top + 1, y + static_cast<int>((row + 1) * each * group.count / rows) - (thin_ ? 0 : 1));
            const int high = cpu.bottom - cpu.top;
            // With two pixels the state has both: of one pixel of it nothing would be seen.
            cpu.split = cpu.bottom - (high < 3 ? 0 : thin_ ? 1 : qRound(high * 0.34));
            cpu.thin = thin_;
            lanes_.push_back(cpu);
        }
        y += static_cast<int>(each * group.count);
    }
}

LanesView::Shares LanesView::shares_of(const HistorySlice& slice, const Lane& lane) const {
    Shares sum;
    for (int row = lane.first; row < lane.first + lane.count; ++row) {
        const WorkerSlice& w = slice.workers[static_cast<std::size_t>(worker(row))];
        sum.root += double{w.wait_root};
        sum.gate += double{w.wait_gate};
        sum.hold += double{w.hold};
        sum.transmit += double{w.transmit};
        sum.own += double{w.own};
        sum.not_running += double{w.not_running};
    }
    for (double* share : {&sum.root, &sum.gate, &sum.hold, &sum.transmit, &sum.own, &sum.not_running}) {
        *share /= lane.count;
    }
    return sum;
}

double LanesView::sent_share(const HistorySlice& slice, int first, int count) const {
    double sent = 0;
    double theirs = 0;
    for (const WorkerSlice& w : slice.workers) sent += double{w.sent};
    for (int row = first; row < first + count; ++row) {
        theirs += double{slice.workers[static_cast<std::size_t>(worker(row))].sent};
    }
    return sent > 0 ? theirs / sent : 0;
}

void LanesView::draw_column(PixelColumn column, const HistorySlice& slice, std::int64_t index) {
    column.fill(0, column.height(), theme().plot.rgb());
    if (slice.covered_s <= 0) return;
    for (const Lane& lane : lanes_) {
        const Shares shares = shares_of(slice, lane);
        if (lane.thin) {
            draw_thin(column, lane, shares);
        } else {
            draw_full(column, lane, shares, index);
            if (theme().contrast) column.set(lane.bottom, theme().hairline.rgb());
        }
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
    const double full = 2.0 * model().queues() / static_cast<double>(model().workers());
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

const LanesView::Lane* LanesView::lane_at(int y) const {
    if (y < plot().top() || y > plot().bottom()) return nullptr;
    const auto at = static_cast<int>((y - plot().top()) * ratio());
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
        const int end = i + 1 < lanes_.size() ? lanes_[i + 1].top : lanes_[i].bottom;
        if (at >= lanes_[i].top && at < end) return &lanes_[i];
    }
    return nullptr;
}

int LanesView::worker_at(const QPoint& at) const {
    const Lane* lane = lane_at(at.y());
    if (lane == nullptr) return -1;
    if (lane->count == 1) return worker(lane->first);
    // Of several the one that waits most there: a mean hides it.
    const double time_s = scale().time_at((at.x() - plot().left()) * ratio());
    const double from = static_cast<double>(scale().column_of(time_s)) * scale().step_s;
    const HistorySlice slice = question(from, from + scale().step_s, parts());
    if (slice.covered_s <= 0) return -1;
    const auto waiting = [&slice](int w) {
        const WorkerSlice& at_worker = slice.workers[static_cast<std::size_t>(w)];
        return at_worker.wait_root + at_worker.wait_gate;
    };
    int most = worker(lane->first);
    for (int row = lane->first; row < lane->first + lane->count; ++row) {
        if (waiting(worker(row)) > waiting(most)) most = worker(row);
    }
    return most;
}

int LanesView::selected_lane() const {
    int best = -1;
    for (int i = 0; i < lanes(); ++i) {
        const Lane& lane = lanes_[static_cast<std::size_t>(i)];
        for (int row = lane.first; row < lane.first + lane.count; ++row) {
            if (worker(row) != model().selected()) continue;
            if (best < 0 || lane.count < lanes_[static_cast<std::size_t>(best)].count) best = i;
        }
    }
    return model().selected() < 0 ? -1 : best;
}

bool LanesView::is_arrow(const QPoint& at) const {
    const Lane* lane = lane_at(at.y());
    return at.x() < ViewGrid::kLeft && lane != nullptr && lane->group >= 0;
}

void LanesView::mousePressEvent(QMouseEvent* event) {
    const QPoint at = event->position().toPoint();
    if (event->button() == Qt::LeftButton && is_arrow(at)) {
        const int group = lane_at(at.y())->group;
        unfold(group == unfolded_ ? -1 : group);
        return;
    }
    View::mousePressEvent(event);
}

void LanesView::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!enter || mode_ != Mode::Folded) {
        View::keyPressEvent(event);
        return;
    }
    // The part of the selected CPU, else the first.
    const MachineOrder& order = model().order();
    const int row = model().selected() < 0 ? 0 : order.row[static_cast<std::size_t>(model().selected())];
    const int group = order.group_of_row(row);
    unfold(group == unfolded_ ? -1 : group);
}

}  // namespace spinscope
