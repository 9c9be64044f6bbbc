// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "ui/view/view.h"

class QComboBox;

namespace spinscope {

class CurvePlot;
struct DecadeAxis;

/// How long the CPUs wait: median, 99th percentile and longest over all of them as curves, and below as a
/// heat strip the 99th percentile of each CPU. The chooser says at which lock; the whole call is the default.
class WaitView final : public View {
    Q_OBJECT
 public:
    WaitView(LiveModel& model, ThemeHolder& themes, QWidget* parent = nullptr);
    ~WaitView() override;

    ViewTable table() const override;
    /// Nothing = the whole call.
    void set_site(std::optional<Site> site);

 protected:
    HistoryParts parts() const override { return {true, false, site_}; }
    void lay_out() override;
    void draw_column(PixelColumn column, const HistorySlice& slice, std::int64_t index) override;
    bool fit_axes() override;
    void columns_drawn(bool moved) override;
    void draw_labels(QPainter& painter) override;
    void draw_readout(QPainter& painter, const QRect& area) override;
    void draw_over(QPainter& painter) override;
    std::vector<LegendItem> legend() const override;
    QStringList subtitles() const override;
    int header_control_width() const override;
    QString empty_text() const override;
    QRect ring_area() const override;
    int worker_at(const QPoint& at) const override;
    QString tip(double time_s, int worker, const HistorySlice& slice) const override;
    void theme_changed() override;

 private:
    /// One value for each group of columns that the curves take together.
    struct Waits {
        float p50, p99, max;
    };
    /// Two logical px: what QCustomPlot draws costs by the point.
    int group_columns() const { return device(2); }
    /// Workers share CPUs, and there are waits as long as a time slice.
    bool shows_scheduler() const;
    std::int64_t group_of(std::int64_t column) const;
    const WaitSummary& wait_of(const HistorySlice& slice) const;
    QRect curve_area() const;
    void draw_curve_overlay(QPainter& painter, const QRect& area) const;
    int rows() const;
    QRgb heat_of(float wait_ns) const;
    double row_height() const;

    QComboBox* chooser_;
    CurvePlot* curves_;
    std::unique_ptr<DecadeAxis> axis_;
    std::optional<Site> site_;
    int strip_height_ = 0;      ///< logical px; 0 = no room for it
    std::vector<Waits> waits_;  ///< by slot
    bool nothing_measured_ = false;
};

}  // namespace spinscope
