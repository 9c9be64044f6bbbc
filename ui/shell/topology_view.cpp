// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/topology_view.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "ui/format.h"

namespace spinscope {

namespace {
constexpr int kUsualWidth = 276;
}

TopologyView::TopologyView(const ThemeHolder& theme, std::shared_ptr<const Topology> topology,
                           QWidget* parent)
    : QWidget(parent), theme_(theme), topology_(std::move(topology)), states_(*topology_) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Machine"));
    roles_.resize(topology_->pus().size());
    for (std::size_t i = 0; i < roles_.size(); ++i) roles_[i].usable = topology_->pus()[i].usable;
    connect(&theme, &ThemeHolder::changed, this, &TopologyView::rebuild);
    resize(kUsualWidth, 1);  // so that the height is right before the first layout
}

QFont TopologyView::box_font() const {
    return font_for(TextRole::Tiny, font());
}

TopologyMetrics TopologyView::metrics(int width) const {
    const QFontMetrics font(box_font());
    TopologyMetrics metrics;
    metrics.width = std::max(width, 160);
    metrics.line = font.height() + 2;
    metrics.digit = font.horizontalAdvance(u'0');
    unsigned highest = 0;
    for (const Pu& pu : topology_->pus()) highest = std::max(highest, pu.os_index);
    metrics.number_digits = static_cast<int>(QString::number(highest).size());
    return metrics;
}

void TopologyView::set_plan(const std::vector<unsigned>& cpus) {
    std::vector<unsigned> counts(roles_.size(), 0);
    for (std::size_t i = 0; i < roles_.size(); ++i) {
        counts[i] = static_cast<unsigned>(std::count(cpus.begin(), cpus.end(), topology_->pus()[i].os_index));
    }
    bool same = true;
    for (std::size_t i = 0; i < roles_.size(); ++i) {
        same = same && roles_[i].workers == counts[i];
        roles_[i].workers = counts[i];
    }
    if (!same) rebuild();
}

void TopologyView::set_editable(bool editable) {
    editable_ = editable;
}

void TopologyView::show_snapshot(const Snapshot& snapshot) {
    const bool was_empty = states_.empty();
    states_.add(snapshot);
    if (was_empty != states_.empty()) rebuild();
    constexpr int kRedrawMs = 100;
    const bool goes_on = snapshot.state == RunState::Running;
    if (past_ || (goes_on && drawn_.isValid() && drawn_.elapsed() < kRedrawMs)) return;
    drawn_.start();
    update();
}

void TopologyView::show_time(const HistorySlice* slice, const Snapshot& snapshot) {
    if (slice == nullptr) {
        past_.reset();
    } else {
        if (!past_) past_.emplace(*topology_);
        past_->show(*slice, snapshot);
    }
    update();
}

void TopologyView::clear_states() {
    states_.clear();
    past_.reset();
    rebuild();
}

void TopologyView::set_selected(int pu) {
    if (selected_ == pu) return;
    selected_ = pu;
    update();
}

void TopologyView::rebuild() {
    std::vector<bool> in_use;
    for (const CpuRole& role : roles_) in_use.push_back(role.workers > 0);
    layout_ = lay_out(*topology_, in_use, metrics(width()));
    outlines_ = QPixmap();
    setFixedHeight(layout_.size.height());
    update();
}

void TopologyView::resizeEvent(QResizeEvent*) {
    rebuild();
}

void TopologyView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) rebuild();
    QWidget::changeEvent(event);
}

void TopologyView::paintEvent(QPaintEvent*) {
    const Theme& theme = theme_.theme();
    const qreal scale = devicePixelRatioF();
    if (outlines_.isNull() || outlines_.devicePixelRatio() != scale || outlines_.size() != size() * scale) {
        outlines_ = QPixmap(size() * scale);
        outlines_.setDevicePixelRatio(scale);
        outlines_.fill(Qt::transparent);
        QPainter painter(&outlines_);
        draw_outlines(painter, layout_, roles_, !states_.empty(), theme, box_font());
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, outlines_);
    if (!states_.empty()) draw_fills(painter, layout_, states(), theme, box_font());

    painter.setBrush(Qt::NoBrush);
    const auto frame = [&painter](const QRect& rect, const QColor& colour, int width) {
        painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawRect(rect.adjusted(width / 2, width / 2, -(width + 1) / 2, -(width + 1) / 2));
    };
    if (const LaidBox* box = layout_.box_of(selected_)) {
        frame(box->rect.adjusted(-1, -1, 1, 1), theme.plot, 1);
        frame(box->rect, theme.text, 2);
    }
    if (hasFocus()) {
        if (const LaidBox* box = layout_.box_of(cursor_))
            frame(box->rect.adjusted(-2, -2, 2, 2), theme.accent, 2);
    }
    if (!band_.isEmpty()) {
        QPen pen(theme.accent, 1, Qt::DashLine);
        painter.setPen(pen);
        painter.drawRect(band_);
    }
}

QString TopologyView::describe(int index) const {
    const Pu& pu = topology_->pus()[static_cast<std::size_t>(index)];
    QStringList lines{tr("CPU %1 · core %2 · package %3 · NUMA node %4")
                          .arg(pu.os_index)
                          .arg(pu.core)
                          .arg(pu.package)
                          .arg(pu.numa_node)};
    if (!pu.kind.empty()) lines.front() += tr(" · %1 core").arg(QString::fromStdString(pu.kind));
    const CpuState& state = states().all()[static_cast<std::size_t>(index)];
    const CpuRole& role = roles_[static_cast<std::size_t>(index)];
    const Format format;
    if (!pu.usable) {
        lines += tr("May not be used: %1").arg(QString::fromStdString(pu.refusal));
    } else if (state.workers > 0) {
        lines += tr("waiting %1, holding %2 of the time")
                     .arg(format.share(state.waiting()), format.share(state.hold));
        lines += tr("owner %1 of the time · %2").arg(format.share(state.own), format.rate(state.pps).text());
        if (state.workers > 1) lines += tr("%1 workers share it").arg(state.workers);
    } else if (role.workers == 0) {
        lines += editable_ ? tr("Not used. Click or drag to choose CPUs.") : tr("Not used");
    } else {
        lines += role.workers > 1 ? tr("Ready for %1 workers").arg(role.workers) : tr("Ready for a worker");
    }
    return lines.join(u'\n');
}

bool TopologyView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int pu = layout_.pu_at(help->pos());
        if (pu >= 0) {
            QToolTip::showText(help->globalPos(), describe(pu), this, layout_.box_of(pu)->rect);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride) {
        // Space chooses here, although it pauses elsewhere.
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void TopologyView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) drag_from_ = event->position().toPoint();
}

void TopologyView::mouseMoveEvent(QMouseEvent* event) {
    if (!drag_from_ || !editable_) return;
    const QPoint to = event->position().toPoint();
    if ((to - *drag_from_).manhattanLength() < QApplication::startDragDistance() && band_.isEmpty()) return;
    band_ = QRect(*drag_from_, to).normalized();
    update();
}

void TopologyView::mouseReleaseEvent(QMouseEvent* event) {
    if (!drag_from_) return;
    if (!band_.isEmpty()) {
        choose(layout_.pus_in(band_));
    } else {
        const int pu = layout_.pu_at(event->position().toPoint());
        cursor_ = pu;
        if (pu >= 0 && editable_) toggle(pu);
        emit cpu_selected(pu == selected_ ? -1 : pu);
    }
    drag_from_.reset();
    band_ = QRect();
    update();
}

void TopologyView::toggle(int pu) {
    std::vector<int> pus;
    bool had = false;
    for (std::size_t i = 0; i < roles_.size(); ++i) {
        const bool is_it = static_cast<int>(i) == pu;
        had = had || (is_it && roles_[i].workers > 0);
        if (roles_[i].workers > 0 && !is_it) pus.push_back(static_cast<int>(i));
    }
    if (!had) pus.push_back(pu);
    choose(pus);
}

void TopologyView::choose(const std::vector<int>& pus) {
    std::vector<int> ordered = pus;
    std::sort(ordered.begin(), ordered.end());
    std::vector<unsigned> cpus;
    for (const int pu : ordered) {
        const Pu& info = topology_->pus()[static_cast<std::size_t>(pu)];
        if (info.usable) cpus.push_back(info.os_index);
    }
    if (!cpus.empty()) emit cpus_chosen(cpus);
}

void TopologyView::move_cursor(int dx, int dy) {
    cursor_ = layout_.neighbour(cursor_, dx, dy);
    if (const LaidBox* box = layout_.box_of(cursor_)) {
        setAccessibleDescription(describe(cursor_));
        QToolTip::showText(mapToGlobal(box->rect.bottomLeft()), describe(cursor_), this, box->rect);
    }
    update();
}

void TopologyView::focusInEvent(QFocusEvent* event) {
    if (cursor_ < 0 && event->reason() != Qt::MouseFocusReason) cursor_ = layout_.neighbour(-1, 0, 0);
    QWidget::focusInEvent(event);
    update();
}

void TopologyView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
            move_cursor(-1, 0);
            break;
        case Qt::Key_Right:
            move_cursor(1, 0);
            break;
        case Qt::Key_Up:
            move_cursor(0, -1);
            break;
        case Qt::Key_Down:
            move_cursor(0, 1);
            break;
        case Qt::Key_Space:
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (cursor_ < 0) break;
            if (editable_) toggle(cursor_);
            emit cpu_selected(cursor_);
            break;
        default:
            QWidget::keyPressEvent(event);
    }
}

}  // namespace spinscope
