// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view/view.h"

namespace spinscope {

/// Queue ownership: a lane for each CPU with two tracks, above the time it waited and held as fractions,
/// below it the time it owned the queue, 0 to twice the fair share. Lanes under 8 px have no hatch and mix
/// colours; where not even a pixel pair is left for a CPU, a lane is the mean of several.
class LanesView final : public View {
    Q_OBJECT
 public:
    LanesView(LiveModel& model, ThemeHolder& themes, QWidget* parent = nullptr);

    ViewTable table() const override;
    /// CPUs a lane stands for.
    int fold() const { return fold_; }

 protected:
    HistoryParts parts() const override { return {true, false, {}}; }
    void lay_out() override;
    void draw_column(PixelColumn column, const HistorySlice& slice, std::int64_t index) override;
    void draw_labels(QPainter& painter) override;
    void draw_readout(QPainter& painter, const QRect& area) override;
    void draw_over(QPainter& painter) override;
    std::vector<LegendItem> legend() const override;
    bool legend_at_right() const override { return true; }
    QStringList subtitles() const override;
    QString empty_text() const override;
    int worker_at(const QPoint& at) const override;
    QString tip(double time_s, int worker, const HistorySlice& slice) const override;

 private:
    /// Device pixels of one lane: [top, split) states, [split, bottom) ownership.
    struct Lane {
        int top;
        int split;
        int bottom;
    };
    struct Shares {
        double root = 0, gate = 0, hold = 0, transmit = 0, own = 0, not_running = 0;
    };

    int lanes() const { return static_cast<int>(lanes_.size()); }
    Shares shares_of(const HistorySlice& slice, int lane) const;
    void draw_full(PixelColumn& column, const Lane& lane, const Shares& shares, std::int64_t index) const;
    void draw_thin(PixelColumn& column, const Lane& lane, const Shares& shares) const;
    QRectF lane_rect(int lane) const;
    QString lane_label(int lane) const;
    int first_worker(int lane) const { return lane * fold_; }
    int last_worker(int lane) const;

    std::vector<Lane> lanes_;
    int fold_ = 1;
    bool thin_ = false;
};

}  // namespace spinscope
