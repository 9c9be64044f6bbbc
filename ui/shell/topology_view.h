// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QPixmap>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "ui/shell/cpu_state.h"
#include "ui/shell/topology_layout.h"
#include "ui/shell/topology_paint.h"

namespace spinscope {

/// The machine as boxes, with the state of each CPU. A click or the keyboard selects a CPU; while nothing
/// runs, a click, a drag or Enter also chooses which CPUs get a worker.
class TopologyView : public QWidget {
    Q_OBJECT

 public:
    TopologyView(const ThemeHolder& theme, std::shared_ptr<const Topology> topology,
                 QWidget* parent = nullptr);

    /// The CPU (os index) of each worker, of the run or of the next one.
    void set_plan(const std::vector<unsigned>& cpus);
    /// Whether a click may change the plan.
    void set_editable(bool editable);
    /// The newest state. Drawn ten times a second: the states are smoothed over longer than that.
    void show_snapshot(const Snapshot& snapshot);
    /// What the history says of another time, until it is nothing again.
    void show_time(const HistorySlice* slice, const Snapshot& snapshot);
    void clear_states();
    /// By index into Topology::pus(), -1 = none.
    void set_selected(int pu);

    const TopologyLayout& layout_of_boxes() const { return layout_; }
    const CpuStates& states() const { return past_ ? *past_ : states_; }
    /// What the tool tip says of a CPU; also its accessible description.
    QString describe(int pu) const;

    QSize sizeHint() const override { return layout_.size; }

 signals:
    void cpus_chosen(const std::vector<unsigned>& cpus);  ///< os indices, in machine order
    void cpu_selected(int pu);

 protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

 private:
    TopologyMetrics metrics(int width) const;
    QFont box_font() const;
    void rebuild();
    void toggle(int pu);
    void choose(const std::vector<int>& pus);
    void move_cursor(int dx, int dy);

    const ThemeHolder& theme_;
    std::shared_ptr<const Topology> topology_;
    TopologyLayout layout_;
    std::vector<CpuRole> roles_;
    CpuStates states_;
    std::optional<CpuStates> past_;  ///< shown instead
    QElapsedTimer drawn_;
    QPixmap outlines_;
    bool editable_ = true;
    int selected_ = -1;
    int cursor_ = -1;
    std::optional<QPoint> drag_from_;
    QRect band_;
};

}  // namespace spinscope
