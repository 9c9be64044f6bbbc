// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QRubberBand>
#include <QWheelEvent>
#include <cmath>

#include "ui/view/hover_tip.h"
#include "ui/view/view.h"

namespace spinscope {

double View::time_at(int x) const {
    return scale_.time_at((x - plot_.left()) * ratio_);
}

void View::wheelEvent(QWheelEvent* event) {
    // Alt turns a wheel sideways on some desktops; touchpads scroll sideways by themselves.
    const QPoint turn = event->angleDelta();
    if (turn.isNull() || !model_.has_data()) return;
    const double steps = turn.y() / 120.0;
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        zoom_value(std::pow(0.8, steps));
        rebuild();
    } else if (event->modifiers().testFlag(Qt::ShiftModifier) || std::abs(turn.x()) > std::abs(turn.y())) {
        const double sideways = turn.x() != 0 ? turn.x() / 120.0 : steps;
        model_.pan(-sideways * model_.range().span_s() * 0.1);
    } else {
        model_.zoom(std::pow(0.8, steps), time_at(qRound(event->position().x())));
    }
    event->accept();
}

void View::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !model_.has_data()) return;
    drag_from_ = event->position().toPoint();
    drag_end_s_ = model_.range().end_s();
    dragged_ = false;
    selecting_range_ = event->modifiers().testFlag(Qt::ShiftModifier);
}

void View::mouseMoveEvent(QMouseEvent* event) {
    pointer_ = event->position().toPoint();
    if (drag_from_) {
        const int moved = pointer_.x() - drag_from_->x();
        constexpr int kClickSlack = 4;
        dragged_ = dragged_ || std::abs(moved) >= kClickSlack;
        if (dragged_ && !selecting_range_) {
            const double wanted = drag_end_s_ - moved * ratio_ * scale_.step_s;
            model_.pan(wanted - model_.range().end_s());
        }
        if (dragged_ && selecting_range_) {
            if (band_ == nullptr) band_ = new QRubberBand(QRubberBand::Rectangle, this);
            const QRect chosen =
                QRect(QPoint(drag_from_->x(), plot_.top()), QPoint(pointer_.x(), plot_.bottom()));
            band_->setGeometry(chosen.normalized().intersected(plot_));
            band_->show();
        }
    }
    if (!model_.has_data() || !plot_.contains(pointer_)) {
        if (!drag_from_) leaveEvent(nullptr);
        return;
    }
    model_.set_hover(time_at(pointer_.x()));
    show_tip(pointer_);
}

void View::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !drag_from_) return;
    const QPoint to = event->position().toPoint();
    if (!dragged_) {
        const int worker = worker_at(to);
        if (worker >= 0) model_.select(worker == model_.selected() ? -1 : worker);
    } else if (selecting_range_) {
        const double a = time_at(drag_from_->x());
        const double b = time_at(to.x());
        model_.show_range(std::min(a, b), std::max(a, b));
    }
    drag_from_.reset();
    if (band_ != nullptr) band_->hide();
}

void View::mouseDoubleClickEvent(QMouseEvent* event) {
    // On a mark: two seconds around it; elsewhere everything.
    constexpr int kNear = 6;
    for (const Mark& mark : model_.marks()) {
        const double x = plot_.left() + scale_.position(mark.at_s) / ratio_;
        if (mark.at_s > 0 && std::abs(x - event->position().x()) <= kNear) {
            model_.show_range(mark.at_s - 1, mark.at_s + 1);
            return;
        }
    }
    model_.fit_all();
}

void View::leaveEvent(QEvent*) {
    model_.set_hover(std::nullopt);
    if (tip_ != nullptr) tip_->hide();
}

void View::keyPressEvent(QKeyEvent* event) {
    const bool fine = event->modifiers().testFlag(Qt::ShiftModifier);
    const int selected = model_.selected();
    if (event->key() == Qt::Key_C && event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier)) {
        QGuiApplication::clipboard()->setText(table_text());
        return;
    }
    switch (event->key()) {
        case Qt::Key_Left:
            move_cursor(fine ? -1 : -10);
            return;
        case Qt::Key_Right:
            move_cursor(fine ? 1 : 10);
            return;
        case Qt::Key_Up:
            if (selected > 0) model_.select(selected - 1);
            return;
        case Qt::Key_Down:
            model_.select(selected + 1);
            return;
        case Qt::Key_PageUp:
            model_.pan(-model_.range().span_s() * 0.1);
            return;
        case Qt::Key_PageDown:
            model_.pan(model_.range().span_s() * 0.1);
            return;
        case Qt::Key_End:
            model_.set_follow(true);
            return;
        case Qt::Key_Escape:
            leaveEvent(nullptr);
            model_.select(-1);
            return;
        default:
            QWidget::keyPressEvent(event);
    }
}

void View::move_cursor(int columns) {
    if (!model_.has_data()) return;
    const double from = model_.hover().value_or(model_.range().end_s());
    const double wanted = from + columns * scale_.step_s;
    const double low = model_.history().begin_s();
    const double high = model_.history().end_s();
    const double time = std::clamp(wanted, low, high);
    if (time < model_.range().begin_s()) model_.pan(time - model_.range().begin_s());
    if (time > model_.range().end_s()) model_.pan(time - model_.range().end_s());
    model_.set_hover(time);
    const int x = plot_.left() + qRound(scale_.position(time) / ratio_);
    show_tip({x, plot_.center().y()});
}

void View::show_tip(const QPoint& at) {
    const double time = time_at(at.x());
    const double from = static_cast<double>(scale_.column_of(time)) * scale_.step_s;
    const HistorySlice slice = question(from, from + scale_.step_s, {true, true, parts().site_wait});
    if (slice.covered_s <= 0) {
        if (tip_ != nullptr) tip_->hide();
        return;
    }
    int worker = worker_at(at);
    if (worker < 0) worker = model_.selected();
    QString text = group_tip(at, time, slice);
    if (text.isEmpty()) text = tip(time, worker, slice);
    if (tip_ == nullptr) tip_ = new HoverTip(this);
    tip_->show_at(mapToGlobal(at), text, theme());
    setAccessibleDescription(HoverTip::plain(text));
}

void View::focusInEvent(QFocusEvent*) {
    update();
}

void View::focusOutEvent(QFocusEvent*) {
    leaveEvent(nullptr);
    update();
}

}  // namespace spinscope
