// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/wait_view.h"

#include <QComboBox>
#include <QPainter>
#include <cmath>
#include <limits>

#include "ui/view/curve_plot.h"

namespace spinscope {
namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
constexpr int kStripGap = 14;
/// Waits from here on are time slices of the scheduler where workers share CPUs.
constexpr double kSchedulerNs = 1e6;

}  // namespace

WaitView::WaitView(LiveModel& model, ThemeHolder& themes, QWidget* parent)
    : View(model, themes, QStringLiteral("wait"), tr("Lock wait"), parent),
      chooser_(new QComboBox(this)),
      curves_(new CurvePlot(this)),
      axis_(std::make_unique<DecadeAxis>()) {
    chooser_->addItem(tr("whole call"), -1);
    chooser_->addItem(tr("root lock"), static_cast<int>(Site::Root));
    chooser_->addItem(tr("gate"), static_cast<int>(Site::Gate));
    chooser_->addItem(tr("tx lock"), static_cast<int>(Site::Tx));
    chooser_->addItem(tr("relock of the owner"), static_cast<int>(Site::Relock));
    chooser_->setAccessibleName(tr("Lock whose waits are shown"));
    chooser_->setToolTip(tr("Which waits: all of one transmit call, or at one lock"));
    connect(chooser_, &QComboBox::currentIndexChanged, this, [this] {
        const int site = chooser_->currentData().toInt();
        site_ = site < 0 ? std::nullopt : std::optional(static_cast<Site>(site));
        rebuild();
    });
    curves_->set_theme(theme());
    curves_->overlay = [this](QPainter& painter) {
        painter.setFont(font());
        draw_curve_overlay(painter, curves_->rect());
    };
    connect(&this->model(), &LiveModel::hover_changed, curves_, qOverload<>(&QWidget::update));
    connect(&this->model(), &LiveModel::updated, curves_,
            [this] { curves_->setVisible(this->model().has_data()); });
    curves_->setVisible(this->model().has_data());
}

WaitView::~WaitView() = default;

void WaitView::set_site(std::optional<Site> site) {
    chooser_->setCurrentIndex(chooser_->findData(site ? static_cast<int>(*site) : -1));
}

QString WaitView::empty_text() const {
    return tr("How long the CPUs wait for the lock: median, 99th percentile, longest");
}

void WaitView::theme_changed() {
    curves_->set_theme(theme());
}

void WaitView::lay_out() {
    const int count = static_cast<int>(model().workers());
    strip_height_ = 0;
    // Of more CPUs there is a view of their own.
    if (plot().height() >= 80 && count > 0 && count <= 64) {
        const int wanted = count <= 8 ? std::max(12, count * 5) : count * 2;
        strip_height_ = std::min(wanted, qRound(plot().height() * 0.3));
    }
    const QRect area = curve_area();
    if (!in_picture()) {
        const int height = std::min(24, ViewGrid::kHeader - 2);
        chooser_->setGeometry(title_end() - 4, (ViewGrid::kHeader - height) / 2 + 1,
                              chooser_->sizeHint().width(), height);
        if (curves_->bufferDevicePixelRatio() != ratio()) curves_->setBufferDevicePixelRatio(ratio());
        curves_->setGeometry(area);
    }
    axis_->height = area.height();
    const auto columns = static_cast<std::size_t>(std::max(1, qRound(plot().width() * ratio())));
    waits_.assign(columns, {kNothing, kNothing, kNothing});
}

QRect WaitView::curve_area() const {
    return plot().adjusted(0, 0, 0, strip_height_ == 0 ? 0 : -strip_height_ - kStripGap);
}

QRect WaitView::ring_area() const {
    // Without a strip one row of pixels stays, so that columns are still counted.
    if (strip_height_ == 0) return {plot().left(), plot().bottom() + 1, plot().width(), 1};
    return {plot().left(), plot().bottom() + 1 - strip_height_, plot().width(), strip_height_};
}

int WaitView::header_control_width() const {
    return chooser_->width() + 12;
}

const WaitSummary& WaitView::wait_of(const HistorySlice& slice) const {
    return site_ ? slice.site_wait[*site_] : slice.call_wait;
}

bool WaitView::shows_scheduler() const {
    return model().oversubscribed() && axis_->high > kSchedulerNs;
}

std::int64_t WaitView::group_of(std::int64_t column) const {
    const std::int64_t size = group_columns();
    return (column >= 0 ? column : column - size + 1) / size;
}

int WaitView::rows() const {
    return std::min(static_cast<int>(model().workers()), ring().height());
}

double WaitView::row_height() const {
    return static_cast<double>(strip_height_) / std::max(1, rows());
}

QRgb WaitView::heat_of(float wait_ns) const {
    if (std::isnan(wait_ns)) return theme().plot.rgb();
    if (wait_ns <= 0) return theme().heat_at(0);
    const double share =
        std::log(std::max(1.0, double{wait_ns} / axis_->low)) / std::log(axis_->high / axis_->low);
    return theme().heat_at(share);
}

void WaitView::draw_column(PixelColumn column, const HistorySlice& slice, std::int64_t index) {
    const auto slot = static_cast<std::size_t>(ring().slot(index));
    waits_[slot] = {kNothing, kNothing, kNothing};
    if (slice.covered_s > 0) {
        const double step = scale().step_s * group_columns();
        const double from = static_cast<double>(group_of(index)) * step;
        const HistorySlice group = question(from, from + step, {false, !site_, site_});
        const WaitSummary& wait = wait_of(group);
        if (wait.calls > 0) {
            waits_[slot] = {static_cast<float>(wait.p50), static_cast<float>(wait.p99),
                            static_cast<float>(wait.max)};
        }
    }
    column.fill(0, column.height(), theme().plot.rgb());
    if (strip_height_ == 0 || slice.covered_s <= 0) return;
    // More CPUs than rows: each row shows the largest of its CPUs.
    const std::size_t count = slice.workers.size();
    const auto rows_here = static_cast<std::size_t>(rows());
    for (std::size_t row = 0; row < rows_here; ++row) {
        float largest = kNothing;
        for (std::size_t i = row * count / rows_here; i < (row + 1) * count / rows_here; ++i) {
            const float wait_ns = slice.workers[i].wait_p99;
            if (std::isnan(largest) || wait_ns > largest) largest = wait_ns;
        }
        const auto y = [&](std::size_t r) {
            return static_cast<int>(r * static_cast<std::size_t>(column.height()) / rows_here);
        };
        const int gap = row_height() >= 5 ? 1 : 0;
        column.fill(y(row), y(row + 1) - gap, heat_of(largest));
    }
}

bool WaitView::fit_axes() {
    double low = std::numeric_limits<double>::max();
    double high = 0;
    bool zero = false;
    bool any = false;
    for (const Waits& waits : waits_) {
        if (std::isnan(waits.p50)) continue;
        any = true;
        zero = zero || waits.p50 == 0;
        for (const float value : {waits.p50, waits.p99, waits.max}) {
            if (value > 0) low = std::min(low, double{value});
            high = std::max(high, double{value});
        }
    }
    nothing_measured_ = !any && model().has_data();
    if (!any) return false;
    DecadeAxis fitted = *axis_;
    fitted.zero = zero;
    fitted.low = high > 0 ? std::pow(10, std::floor(std::log10(std::max(1.0, low)))) : 10;
    fitted.high = std::pow(10, std::ceil(std::log10(std::max(high, fitted.low) * 1.02)));
    // At least two decades, or noise fills the plot.
    fitted.high = std::max(fitted.high, fitted.low * 100);
    if (fitted == *axis_) return false;
    *axis_ = fitted;
    return true;
}

void WaitView::columns_drawn(bool moved) {
    if (!moved && !in_picture()) return;
    // A point for each group of columns, at the state of its newest one. A dot stands for a few groups, at
    // the largest of them: by absolute number, so that dots keep still while they scroll.
    constexpr int kDotGroups = 3;
    const int size = group_columns();
    const int columns = ring().width();
    Curve p50;
    Curve p99;
    Curve max;
    CurvePoint largest{0, kNothing};
    for (std::int64_t group = group_of(scale().first); group <= group_of(scale().first + columns - 1);
         ++group) {
        const std::int64_t newest = std::min((group + 1) * size, scale().first + columns) - 1;
        const Waits& waits = waits_[static_cast<std::size_t>(ring().slot(newest))];
        const double middle = static_cast<double>(group * size - scale().first) + size / 2.0;
        const double column = std::clamp(middle, 0.0, static_cast<double>(columns));
        p50.push_back({column, waits.p50});
        p99.push_back({column, waits.p99});
        if (std::isnan(largest.ns) || waits.max > largest.ns) largest = {column, waits.max};
        if ((group + 1) % kDotGroups != 0) continue;
        if (!std::isnan(largest.ns)) max.push_back(largest);
        largest.ns = kNothing;
    }
    if (!std::isnan(largest.ns)) max.push_back(largest);
    curves_->set_curves(p50, p99, max, columns, *axis_);
    curves_->set_scheduler_zone(shows_scheduler() ? kSchedulerNs : 0, *axis_);
    if (!in_picture()) curves_->replot(QCustomPlot::rpQueuedRefresh);
}

void WaitView::draw_curve_overlay(QPainter& painter, const QRect& area) const {
    draw_time_overlays(painter, area);
    painter.setFont(role_font(TextRole::Small));
    if (nothing_measured_) {
        painter.setPen(theme().text_second);
        painter.drawText(area, Qt::AlignCenter,
                         site_ ? tr("No call waited at this lock: the strategy does not take it")
                               : tr("Nothing was measured: the probe is off"));
    }
}

void WaitView::draw_over(QPainter& painter) {
    if (in_picture()) {
        curves_->paint_vector(painter, curve_area().topLeft(), curve_area().size());
        draw_curve_overlay(painter, curve_area());
    }
    if (model().selected() < 0 || strip_height_ == 0) return;
    const auto count = static_cast<double>(model().workers());
    const double top = ring_area().top() + std::floor(model().selected() * rows() / count) * row_height();
    painter.setPen(QPen(theme().text, 1));
    painter.drawRect(QRectF(ring_area().left() - 1, top - 1, ring_area().width() + 1, row_height() + 1));
}

int WaitView::worker_at(const QPoint& at) const {
    const QRect strip = ring_area();
    if (strip_height_ == 0 || at.y() < strip.top() || at.y() > strip.bottom()) return -1;
    const auto count = static_cast<int>(model().workers());
    return std::min(count - 1, (at.y() - strip.top()) * count / strip.height());
}

}  // namespace spinscope
