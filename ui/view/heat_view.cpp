// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/heat_view.h"

#include <QComboBox>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace spinscope {

HeatView::HeatView(LiveModel& model, ThemeHolder& themes, QWidget* parent)
    : View(model, themes, QStringLiteral("heat"), tr("CPU × time"), parent),
      metric_(new QComboBox(this)),
      order_(new QComboBox(this)) {
    metric_->addItem(tr("waiting share"), static_cast<int>(Metric::Waiting));
    metric_->addItem(tr("owner share"), static_cast<int>(Metric::OwnerShare));
    metric_->addItem(tr("packets/s"), static_cast<int>(Metric::Rate));
    metric_->setAccessibleName(tr("What the colours show"));
    order_->addItem(tr("order: machine"), false);
    order_->addItem(tr("order: value"), true);
    order_->setAccessibleName(tr("Order of the CPUs"));
    order_->setToolTip(
        tr("By value: largest on top, by the means over the time shown. Choose it again to sort again."));
    connect(metric_, &QComboBox::currentIndexChanged, this, [this] {
        axis_ = ValueAxis();
        sort_rows();
        rebuild();
    });
    connect(order_, &QComboBox::activated, this, [this] { set_by_value(order_->currentData().toBool()); });
    connect(&this->model(), &LiveModel::restarted, this, [this] { set_by_value(false); });
}

HeatView::Metric HeatView::shown() const {
    return static_cast<Metric>(metric_->currentData().toInt());
}

void HeatView::set_metric(Metric metric) {
    metric_->setCurrentIndex(metric_->findData(static_cast<int>(metric)));
}

void HeatView::set_by_value(bool by_value) {
    by_value_ = by_value;
    order_->setCurrentIndex(by_value ? 1 : 0);
    sort_rows();
    rebuild();
}

QString HeatView::empty_text() const {
    return tr("Which CPU is different, and when");
}

void HeatView::sort_rows() {
    worker_ = model().order().worker;
    if (by_value_) {
        const ViewRange& range = model().range();
        std::vector<float> values;
        values_of(question(range.begin_s(), range.end_s(), parts()), values);
        if (values.size() == worker_.size()) {
            std::stable_sort(worker_.begin(), worker_.end(), [&values](int a, int b) {
                return values[static_cast<std::size_t>(a)] > values[static_cast<std::size_t>(b)];
            });
        }
    }
    row_.assign(worker_.size(), 0);
    for (std::size_t row = 0; row < worker_.size(); ++row) {
        row_[static_cast<std::size_t>(worker_[row])] = static_cast<int>(row);
    }
}

void HeatView::lay_out() {
    if (worker_.size() != model().workers()) sort_rows();
    lay_out_bands(std::max(1, qRound(plot().height() * ratio())));
    peak_.assign(static_cast<std::size_t>(std::max(1, qRound(plot().width() * ratio()))), 0);
    if (in_picture()) return;
    const int height = std::min(24, ViewGrid::kHeader - 2);
    int x = title_end() - 4;
    for (QComboBox* chooser : {metric_, order_}) {
        chooser->setGeometry(x, (ViewGrid::kHeader - height) / 2 + 1, chooser->sizeHint().width(), height);
        x += chooser->width() + 8;
    }
}

void HeatView::lay_out_bands(int height) {
    bands_.clear();
    const auto rows = static_cast<int>(worker_.size());
    if (rows == 0) return;
    if (by_value_ || model().order().groups.size() < 2) {
        bands_.push_back({0, height, 0, rows, {}, {}});
        return;
    }
    // A line of air between the parts; each as high as it has CPUs.
    const std::vector<WorkerGroup>& groups = model().order().groups;
    const int gap = device(1);
    const int room = std::max(1, height - gap * (static_cast<int>(groups.size()) - 1));
    int gaps = 0;
    for (const WorkerGroup& group : groups) {
        const int top = group.first * room / rows;
        const int bottom = group.end() * room / rows;
        bands_.push_back({top + gaps, bottom - top, group.first, group.count, group.name, group.cpus});
        gaps += gap;
    }
}

int HeatView::header_control_width() const {
    return metric_->width() + order_->width() + 20;
}

int HeatView::crowd() const {
    int most = 1;
    for (const Band& band : bands_) {
        const int rows = std::max(1, band.pixel_rows());
        most = std::max(most, (band.count + rows - 1) / rows);
    }
    return most;
}

double HeatView::full() const {
    return shown() == Metric::Waiting ? 1 : axis_.top();
}

void HeatView::values_of(const HistorySlice& slice, std::vector<float>& values) const {
    values.clear();
    if (slice.covered_s <= 0) return;
    float sent = 0;
    for (const WorkerSlice& worker : slice.workers) sent += worker.sent;
    for (const WorkerSlice& worker : slice.workers) {
        switch (shown()) {
            case Metric::Waiting:
                values.push_back(std::min(1.0f, worker.wait_root + worker.wait_gate));
                break;
            case Metric::OwnerShare:
                values.push_back(sent > 0 ? worker.sent / sent : 0);
                break;
            case Metric::Rate:
                values.push_back(worker.rate);
                break;
        }
    }
}

void HeatView::draw_column(PixelColumn column, const HistorySlice& slice, std::int64_t index) {
    const auto slot = static_cast<std::size_t>(ring().slot(index));
    peak_[slot] = 0;
    column.fill(0, column.height(), theme().plot.rgb());
    values_of(slice, values_);
    if (values_.size() != worker_.size()) return;
    const double whole = full();
    for (const Band& band : bands_) {
        for (int pixel_row = 0; pixel_row < band.pixel_rows(); ++pixel_row) {
            float largest = 0;
            for (int row = band.first_row(pixel_row); row < band.first_row(pixel_row + 1); ++row) {
                const auto worker = static_cast<std::size_t>(worker_[static_cast<std::size_t>(row)]);
                largest = std::max(largest, values_[worker]);
            }
            peak_[slot] = std::max(peak_[slot], largest);
            column.fill(band.y(pixel_row), band.y(pixel_row + 1), theme().heat_at(double{largest} / whole));
        }
    }
}

bool HeatView::fit_axes() {
    if (shown() == Metric::Waiting || peak_.empty()) return false;
    return axis_.fit(double{*std::max_element(peak_.begin(), peak_.end())});
}

void HeatView::zoom_value(double factor) {
    axis_.zoom(factor);
}

QRectF HeatView::band_rect(const Band& band) const {
    return {plot().left() + 0.0, plot().top() + band.top / ratio(), plot().width() + 0.0,
            band.height / ratio()};
}

QRectF HeatView::row_rect(int worker) const {
    const int row = row_[static_cast<std::size_t>(worker)];
    for (const Band& band : bands_) {
        if (row < band.first || row >= band.first + band.count) continue;
        int pixel_row = (row - band.first) * band.pixel_rows() / band.count;
        while (row >= band.first_row(pixel_row + 1)) ++pixel_row;
        const double top = band.y(pixel_row) / ratio();
        return {plot().left() + 0.0, plot().top() + top, plot().width() + 0.0,
                band.y(pixel_row + 1) / ratio() - top};
    }
    return {};
}

void HeatView::draw_over(QPainter& painter) {
    if (model().selected() < 0 || model().selected() >= static_cast<int>(row_.size())) return;
    // Dark and light, so that it is seen on every colour of the table.
    const QRectF row = row_rect(model().selected());
    painter.setPen(QPen(theme().plot, 1));
    painter.drawRect(row.adjusted(-2.5, -2.5, 1.5, 2.5));
    painter.setPen(QPen(theme().text, 1));
    painter.drawRect(row.adjusted(-1.5, -1.5, 0.5, 1.5));
}

int HeatView::worker_at(const QPoint& at) const {
    if (!plot().contains(at) || !model().has_data()) return -1;
    const int y = static_cast<int>((at.y() - plot().top()) * ratio());
    for (const Band& band : bands_) {
        if (y < band.top || y >= band.top + band.height) continue;
        int pixel_row = (y - band.top) * band.pixel_rows() / std::max(1, band.height);
        while (pixel_row + 1 < band.pixel_rows() && y >= band.y(pixel_row + 1)) ++pixel_row;
        const int first = band.first_row(pixel_row);
        const int end = band.first_row(pixel_row + 1);
        const auto worker = [this](int row) { return worker_[static_cast<std::size_t>(row)]; };
        if (end - first == 1) return worker(first);
        // The one whose colour is seen there.
        const double time_s = scale().time_at((at.x() - plot().left()) * ratio());
        const double from = static_cast<double>(scale().column_of(time_s)) * scale().step_s;
        std::vector<float> values;
        values_of(question(from, from + scale().step_s, parts()), values);
        if (values.size() != worker_.size()) return -1;
        int best = worker(first);
        for (int row = first; row < end; ++row) {
            const auto value = [&](int w) { return values[static_cast<std::size_t>(w)]; };
            if (value(worker(row)) > value(best)) best = worker(row);
        }
        return best;
    }
    return -1;
}

}  // namespace spinscope
