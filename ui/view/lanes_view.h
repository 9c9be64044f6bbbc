// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view/view.h"

namespace spinscope {

/// Queue ownership: a lane for each CPU with two tracks, above the time it waited and held as fractions,
/// below it the time it owned the queue, 0 to twice the fair share. Lanes under 8 px have no hatch and mix
/// colours. Of more than 64 CPUs each part of the machine is folded into one lane, the mean of its CPUs; one
/// part at a time can be unfolded.
class LanesView final : public View {
    Q_OBJECT
 public:
    LanesView(LiveModel& model, ThemeHolder& themes, QWidget* parent = nullptr);

    ViewTable table() const override;
    int lanes() const { return static_cast<int>(lanes_.size()); }
    /// Whether parts of the machine share a lane.
    bool is_folded() const { return mode_ == Mode::Folded; }
    /// The part that is unfolded, an index into MachineOrder::groups; -1 = none.
    int unfolded() const { return unfolded_; }
    void unfold(int group);

 signals:
    void unfolded_changed(bool any);

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
    QString group_tip(const QPoint& at, double time_s, const HistorySlice& slice) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

 private:
    /// Plain: a lane for each worker. Folded: a lane for each part of the machine. Crowded: no room for
    /// either; neighbours share a lane.
    enum class Mode { Plain, Folded, Crowded };
    /// Device pixels of one lane: [top, split) states, [split, bottom) ownership; and whose it is.
    struct Lane {
        int top = 0;
        int split = 0;
        int bottom = 0;
        int first = 0;  ///< row
        int count = 1;
        int group = -1;  ///< the part that it stands for
        bool thin = false;
    };
    struct Shares {
        double root = 0, gate = 0, hold = 0, transmit = 0, own = 0, not_running = 0;
    };

    void lay_out_even(int height, int count, int each);
    void lay_out_folded(int height);
    int worker(int row) const { return worker_[static_cast<std::size_t>(row)]; }
    Shares shares_of(const HistorySlice& slice, const Lane& lane) const;
    double sent_share(const HistorySlice& slice, int first, int count) const;
    void draw_full(PixelColumn& column, const Lane& lane, const Shares& shares, std::int64_t index) const;
    void draw_thin(PixelColumn& column, const Lane& lane, const Shares& shares) const;
    QRectF lane_rect(int lane) const;
    QString lane_label(const Lane& lane) const;
    const Lane* lane_at(int y) const;
    /// The lane that shows the selected CPU: its own, else its part's; -1 if there is none.
    int selected_lane() const;
    bool is_arrow(const QPoint& at) const;
    void draw_group_labels(QPainter& painter);
    void draw_group_readout(QPainter& painter, const QRect& area);

    Mode mode_ = Mode::Plain;
    std::vector<Lane> lanes_;
    std::vector<int> worker_;  ///< by row
    int unfolded_ = -1;
    bool thin_ = false;  ///< of the lanes that stand for CPUs
};

}  // namespace spinscope
