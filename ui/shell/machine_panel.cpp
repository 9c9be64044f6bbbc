// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/machine_panel.h"

#include <QFrame>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/format.h"
#include "ui/live_model.h"
#include "ui/shell/state_legend.h"
#include "ui/shell/topology_view.h"

namespace spinscope {

MachinePanel::MachinePanel(const ThemeHolder& theme, std::shared_ptr<const Topology> topology,
                           QWidget* parent)
    : QWidget(parent) {
    content_ = new QWidget;
    view_ = new TopologyView(theme, topology, content_);
    legend_ = new StateLegend(theme, content_);
    const auto& pus = topology->pus();
    legend_->set_shape(static_cast<int>(pus.size()) > kMostBoxes,
                       std::any_of(pus.begin(), pus.end(), [](const Pu& pu) { return !pu.usable; }));
    selected_ = new QLabel(content_);
    selected_->setWordWrap(true);
    selected_->setAccessibleName(tr("Selected CPU"));
    selected_->hide();

    auto* inner = new QVBoxLayout(content_);
    inner->setContentsMargins(10, 8, 10, 8);
    inner->setSpacing(10);
    inner->addWidget(view_);
    inner->addWidget(legend_);
    inner->addWidget(selected_);
    inner->addStretch(1);

    auto* scroll = new QScrollArea(this);
    scroll->setWidget(content_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    content_->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
}

QSize MachinePanel::sizeHint() const {
    return content_->sizeHint();
}

void MachinePanel::follow(LiveModel& model) {
    connect(&model, &LiveModel::hover_changed, this, [this, &model] {
        HistorySlice slice;
        const std::optional<double> time_s = model.hover();
        if (time_s) {
            // About a column of pixels of the views.
            const double half = model.range().span_s() / 2000;
            model.history().query(*time_s - half, *time_s + half, {true, false, {}}, slice);
        }
        const bool known = time_s && slice.covered_s > 0;
        view_->show_time(known ? &slice : nullptr, model.newest());
        legend_->set_time(known ? Format().seconds(*time_s - model.history().end_s(), 1) : QString());
    });
}

void MachinePanel::show_selected(int pu) {
    view_->set_selected(pu);
    selected_->setVisible(pu >= 0);
    if (pu >= 0) selected_->setText(view_->describe(pu));
}

}  // namespace spinscope
