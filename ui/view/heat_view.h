// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view/value_axis.h"
#include "ui/view/view.h"

class QComboBox;

namespace spinscope {

/// CPU x time: a row for each CPU, its value as a colour. Rows are in the order of the machine, its parts
/// apart from each other, or by value. Where CPUs share a row of pixels it shows the largest.
class HeatView final : public View {
    Q_OBJECT
 public:
    enum class Metric { Waiting, OwnerShare, Rate };

    HeatView(LiveModel& model, ThemeHolder& themes, QWidget* parent = nullptr);

    ViewTable table() const override;
    Metric shown() const;
    void set_metric(Metric metric);
    /// Sorts by the means over the time shown now, largest on top; the rows then keep their places.
    void set_by_value(bool by_value);
    /// The largest number of CPUs in one row of pixels.
    int crowd() const;

 protected:
    HistoryParts parts() const override { return {true, false, {}}; }
    void lay_out() override;
    void draw_column(PixelColumn column, const HistorySlice& slice, std::int64_t index) override;
    bool fit_axes() override;
    void draw_labels(QPainter& painter) override;
    void draw_readout(QPainter& painter, const QRect& area) override;
    void draw_over(QPainter& painter) override;
    std::vector<LegendItem> legend() const override;
    QStringList subtitles() const override;
    int header_control_width() const override;
    QString empty_text() const override;
    int worker_at(const QPoint& at) const override;
    QString tip(double time_s, int worker, const HistorySlice& slice) const override;
    void zoom_value(double factor) override;

 private:
    /// Rows that stand together: a part of the machine, or all. Device pixels of the ring image.
    struct Band {
        int top = 0;
        int height = 0;
        int first = 0;  ///< row
        int count = 0;
        QString name;
        QString cpus;
        int pixel_rows() const { return std::min(count, height); }
        int y(int pixel_row) const { return top + pixel_row * height / std::max(1, pixel_rows()); }
        int first_row(int pixel_row) const { return first + pixel_row * count / std::max(1, pixel_rows()); }
    };
    struct Values {
        double mean, low, high;
    };

    void sort_rows();
    void lay_out_bands(int height);
    double full() const;
    /// Of every worker, in the unit of the metric.
    void values_of(const HistorySlice& slice, std::vector<float>& values) const;
    Values values_in(const Band& band, const std::vector<float>& values) const;
    QString value_text(double value) const;
    QRectF band_rect(const Band& band) const;
    /// Of the row of pixels that shows the worker.
    QRectF row_rect(int worker) const;

    QComboBox* metric_;
    QComboBox* order_;
    bool by_value_ = false;
    std::vector<int> worker_;  ///< by row
    std::vector<int> row_;     ///< by worker
    std::vector<Band> bands_;
    ValueAxis axis_;
    std::vector<float> peak_;  ///< by slot
    std::vector<float> values_;
};

}  // namespace spinscope
