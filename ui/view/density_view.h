// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view/rate_view.h"

namespace spinscope {

/// More CPUs than lines can show: at each time, how many CPUs complete how many packets per second, with the
/// median and the selected CPU as lines.
class DensityView final : public RateView {
    Q_OBJECT
 public:
    DensityView(LiveModel& model, ThemeHolder& themes, QWidget* parent = nullptr);

    ViewTable table() const override;

 protected:
    HistoryParts parts() const override { return {true, false, {}}; }
    void lay_out() override;
    void draw_column(PixelColumn column, const HistorySlice& slice, std::int64_t index) override;
    bool fit_axes() override { return track_.fit(theme(), ratio()); }
    void draw_labels(QPainter& painter) override;
    void draw_readout(QPainter& painter, const QRect& area) override;
    std::vector<LegendItem> legend() const override;
    QStringList subtitles() const override;
    QString empty_text() const override;
    QString tip(double time_s, int worker, const HistorySlice& slice) const override;
    void zoom_value(double factor) override { track_.axis.zoom(factor); }

 private:
    /// CPUs that have the darkest colour.
    double whole() const { return static_cast<double>(model().workers()) / 4; }
    int cell_of(double rate) const;

    LineTrack track_;
    LineTrack::Line median_;
    LineTrack::Line selected_;
    std::vector<int> counts_;  ///< by cell, from the top
};

}  // namespace spinscope
