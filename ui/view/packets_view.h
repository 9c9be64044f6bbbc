// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view/value_axis.h"
#include "ui/view/view.h"

namespace spinscope {

/// Packets per second: in total as a filled line, below it each CPU on its own scale. Up to 8 CPUs have a
/// colour each, up to 16 are grey lines, up to 64 a band with the median, more a density image.
class PacketsView final : public View {
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
    enum class Lines { Coloured, Grey, Band, Density };
    /// A plot with its own value axis, in device pixels of the ring image.
    struct Track {
        int top = 0;
        int height = 0;
        ValueAxis axis;
        std::vector<QRgb> ground;  ///< background and grid, top to bottom
        std::vector<float> peak;   ///< by slot: largest value of the column
        int y(double value) const { return top + height - 1 - qRound(axis.share(value) * (height - 1)); }
    };
    struct Summary {
        float low, median, high;
    };

    Lines lines() const;
    void paint_ground(Track& track);
    void draw_ground(PixelColumn& column, const Track& track) const;
    void draw_total(PixelColumn& column, const HistorySlice& slice, std::int64_t index);
    void draw_workers(PixelColumn& column, const HistorySlice& slice, std::int64_t index);
    /// Joins a line's value in this column to the one before; `values` by slot.
    void stroke(PixelColumn& column, const Track& track, std::vector<float>& values, float value,
                std::int64_t index, QRgb colour, int pen);
    void draw_density(PixelColumn& column, const HistorySlice& slice);
    Summary summarise(const HistorySlice& slice) const;
    QRect track_rect(const Track& track) const;
    void draw_axis(QPainter& painter, const Track& track) const;
    void draw_cpu_readout(QPainter& painter, const QRect& area) const;

    Track total_;
    Track workers_;
    std::vector<float> sent_;
    std::vector<float> offered_;
    std::vector<float> delivered_;
    std::vector<std::vector<float>> series_;  ///< by worker, or median and selected
    mutable std::vector<float> sorted_;
    std::vector<int> density_;
    bool offered_differs_ = false;
};

}  // namespace spinscope
