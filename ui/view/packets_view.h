// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view/rate_view.h"

namespace spinscope {

/// Packets per second: in total as a filled line, below it each CPU on its own scale. Up to 8 CPUs have a
/// colour each, up to 16 are grey lines, up to 64 a band with the median; more have a view of their own.
class PacketsView final : public RateView {
    Q_OBJECT
 public:
    PacketsView(LiveModel& model, ThemeHolder& themes, QWidget* parent = nullptr);

    ViewTable table() const override;

 protected:
    HistoryParts parts() const override { return {true, false, {}}; }
    void lay_out() override;
    void draw_column(PixelColumn column, const HistorySlice& slice, std::int64_t index) override;
    bool fit_axes() override;
    void draw_labels(QPainter& painter) override;
    void draw_readout(QPainter& painter, const QRect& area) override;
    void draw_over(QPainter& painter) override;
    std::vector<LegendItem> legend() const override;
    QString empty_text() const override;
    QString tip(double time_s, int worker, const HistorySlice& slice) const override;
    void zoom_value(double factor) override;

 private:
    static constexpr int kBetween = 16;  ///< the two plots, logical px
    enum class Lines { Coloured, Grey, Band, None };
    Lines lines() const;
    void draw_total(PixelColumn& column, const HistorySlice& slice, std::int64_t index);
    void draw_workers(PixelColumn& column, const HistorySlice& slice, std::int64_t index);
    QRect track_rect(const LineTrack& track) const;
    void draw_cpu_readout(QPainter& painter, const QRect& area) const;

    LineTrack total_;
    LineTrack workers_;
    std::vector<float> sent_;
    std::vector<float> offered_;
    std::vector<float> delivered_;
    std::vector<std::vector<float>> series_;  ///< by worker, or median and selected
    bool offered_differs_ = false;
};

}  // namespace spinscope
