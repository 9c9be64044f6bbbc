// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/view.h"

#include <QEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QToolButton>
#include <cmath>

#include "ui/view/hover_tip.h"
#include "ui/view/icons.h"
#include "ui/view/table_dialog.h"

namespace spinscope {

View::View(LiveModel& model, ThemeHolder& themes, const QString& id, const QString& title, QWidget* parent)
    : QWidget(parent),
      model_(model),
      themes_(themes),
      id_(id),
      title_(title),
      table_button_(new QToolButton(this)),
      export_button_(new QToolButton(this)) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(title);
    setObjectName(id);

    table_button_->setToolTip(tr("Show the numbers of “%1” as a table").arg(title));
    table_button_->setAccessibleName(tr("Table of %1").arg(title));
    connect(table_button_, &QToolButton::clicked, this, &View::show_table);
    export_button_->setToolTip(tr("Export “%1” as a picture…").arg(title));
    export_button_->setAccessibleName(tr("Export %1").arg(title));
    connect(export_button_, &QToolButton::clicked, this, [this] { emit export_requested(id_); });
    for (QToolButton* button : {table_button_, export_button_}) {
        button->setAutoRaise(true);
        button->setFixedSize(24, 24);
        button->setIconSize({16, 16});
    }

    connect(&model_, &LiveModel::updated, this, &View::advance);
    connect(&model_, &LiveModel::restarted, this, &View::rebuild);
    connect(&model_, &LiveModel::range_changed, this, &View::advance);
    connect(&model_, &LiveModel::selection_changed, this, &View::rebuild);
    connect(&model_, &LiveModel::hover_changed, this, [this] {
        if (isVisible()) update(plot_);
    });
    const auto take_theme = [this] {
        table_button_->setIcon(table_icon(theme()));
        export_button_->setIcon(export_icon(theme()));
        rebuild();
    };
    table_button_->setIcon(table_icon(theme()));
    export_button_->setIcon(export_icon(theme()));
    connect(&themes_, &ThemeHolder::changed, this, [this, take_theme] {
        theme_changed();
        take_theme();
    });
}

View::~View() = default;

void View::compute_layout() {
    const QRect span = ViewGrid::plot_span(width());
    const int top = ViewGrid::kHeader + ViewGrid::kTop;
    plot_ = QRect(span.left(), top, span.width(), std::max(1, height() - top - ViewGrid::kBottom));
    const int readout = ViewGrid::readout_width(width());
    readout_ = QRect(plot_.right() + 1 + ViewGrid::kGap, ViewGrid::kHeader, readout + ViewGrid::kRight,
                     std::max(1, height() - ViewGrid::kHeader));
    lay_out();
    const QRect area = ring_area();
    ring_.resize({qRound(area.width() * ratio_), std::max(1, qRound(area.height() * ratio_))}, ratio_);
}

void View::rebuild() {
    stale_ = true;
    advance();
}

void View::invalidate_columns() {
    ring_.invalidate();
}

void View::advance() {
    if (!isVisible() || size().isEmpty()) {
        stale_ = true;
        return;
    }
    const bool everything = stale_;
    if (everything) {
        stale_ = false;
        ratio_ = devicePixelRatioF();
        compute_layout();
        ring_.invalidate();
    }
    draw_columns();
    if (everything || decoration_.isNull()) {
        decoration_ = QPixmap((QSizeF(size()) * ratio_).toSize());
        decoration_.setDevicePixelRatio(ratio_);
        QPainter painter(&decoration_);
        painter.setFont(font());
        draw_decoration(painter);
        export_button_->setEnabled(model_.has_data());
        table_button_->setEnabled(model_.has_data());
        update();
    } else {
        update(plot_);
    }
    // The last snapshot of a run must not wait for the next.
    refresh_readout(everything || model_.newest().state != RunState::Running);
}

void View::draw_columns() {
    ++drawings_;
    scale_ = TimeScale::ending_at(model_.range().end_s(), model_.range().span_s(), ring_.width());
    const HistoryParts wanted = parts();
    const auto draw = [this, &wanted](std::int64_t index) {
        const double from = static_cast<double>(index) * scale_.step_s;
        model_.history().query(from, from + scale_.step_s, wanted, slice_);
        draw_column(ring_.column(index), slice_, index);
    };
    bool moved = ring_.update(scale_, model_.history().end_s(), draw);
    // Fitting an axis changes where everything is, but not what it is fitted to: once is enough.
    if (fit_axes()) {
        ring_.invalidate();
        decoration_ = QPixmap();
        moved = ring_.update(scale_, model_.history().end_s(), draw) || moved;
    }
    columns_drawn(moved);
}

void View::refresh_readout(bool now) {
    // Numbers that change faster than five times a second cannot be read.
    constexpr int kReadoutMs = 200;
    if (!now && !in_picture_ && readout_age_.isValid() && readout_age_.elapsed() < kReadoutMs) return;
    readout_age_.start();
    const double end = model_.range().end_s();
    last_second_ = question(end - 1, end, {true, true, parts().site_wait});
    if (in_picture_) return;
    readout_picture_ = QPixmap((QSizeF(readout_.size()) * ratio_).toSize());
    readout_picture_.setDevicePixelRatio(ratio_);
    readout_picture_.fill(theme().plot);
    if (model_.has_data()) {
        QPainter painter(&readout_picture_);
        painter.setFont(font());
        painter.translate(-readout_.topLeft());
        draw_readout(painter, readout_.adjusted(0, ViewGrid::kTop, -ViewGrid::kRight, -ViewGrid::kBottom));
    }
    update(readout_);
}

HistorySlice View::question(double from_s, double to_s, HistoryParts wanted) const {
    HistorySlice slice;
    model_.history().query(from_s, to_s, wanted, slice);
    return slice;
}

void View::paintEvent(QPaintEvent* event) {
    if (devicePixelRatioF() != ratio_) rebuild();  // moved to another screen
    QPainter painter(this);
    if (stale_ || decoration_.isNull()) {
        painter.fillRect(event->rect(), theme().plot);
        return;
    }
    ++frames_;
    painter.drawPixmap(0, 0, decoration_);
    painter.drawPixmap(readout_.topLeft(), readout_picture_);
    if (model_.has_data()) {
        ring_.blit(painter, ring_area().topLeft(), scale_);
        draw_over(painter);
        draw_time_overlays(painter, ring_area());
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme().accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void View::paint_picture(QPainter& painter, double pixels) {
    in_picture_ = true;
    for (QWidget* child : findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) child->hide();
    ratio_ = pixels;
    compute_layout();
    ring_.invalidate();
    draw_columns();
    refresh_readout(true);
    painter.save();
    painter.setClipRect(rect());
    painter.setFont(font());
    draw_decoration(painter);
    if (model_.has_data()) {
        painter.save();
        painter.setClipRect(plot_.adjusted(-2, -2, 2, 2), Qt::IntersectClip);
        ring_.blit(painter, ring_area().topLeft(), scale_);
        draw_over(painter);
        draw_time_overlays(painter, plot_);
        painter.restore();
        draw_readout(painter, readout_.adjusted(0, ViewGrid::kTop, -ViewGrid::kRight, -ViewGrid::kBottom));
    }
    painter.restore();
    in_picture_ = false;
    stale_ = true;
}

void View::resizeEvent(QResizeEvent*) {
    place_buttons();
    rebuild();
}

void View::showEvent(QShowEvent*) {
    place_buttons();
    rebuild();
}

void View::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) rebuild();
    QWidget::changeEvent(event);
}

void View::place_buttons() {
    const int y = (ViewGrid::kHeader - table_button_->height()) / 2;
    export_button_->move(width() - ViewGrid::kRight - export_button_->width() + 4, y);
    table_button_->move(export_button_->x() - table_button_->width() - 4, y);
}

QString View::table_text() const {
    return tab_separated(table());
}

void View::show_table() {
    auto* dialog = new TableDialog(
        title(), [this] { return table(); }, window());
    connect(this, &QObject::destroyed, dialog, &QDialog::reject);
    connect(&model_, &LiveModel::hover_changed, dialog, &TableDialog::refresh);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

}  // namespace spinscope
