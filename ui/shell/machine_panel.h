// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "core/topology/topology.h"
#include "ui/theme/theme.h"

class QLabel;

namespace spinscope {

class LiveModel;
class StateLegend;
class TopologyView;

/// The Machine dock: the drawing, its legend, and the selected CPU in words.
class MachinePanel : public QWidget {
    Q_OBJECT

 public:
    MachinePanel(const ThemeHolder& theme, std::shared_ptr<const Topology> topology,
                 QWidget* parent = nullptr);

    TopologyView& view() { return *view_; }
    /// Refreshes what stands in words below the drawing; `pu` is the selected CPU or -1.
    void show_selected(int pu);

    /// Shows the hovered time while there is one; the model must outlive the panel.
    void follow(LiveModel& model);

    QSize sizeHint() const override;

 private:
    TopologyView* view_;
    QWidget* content_;
    StateLegend* legend_;
    QLabel* selected_;
};

}  // namespace spinscope
