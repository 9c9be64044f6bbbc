// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/compare/collapse_panel.h"
#include "ui/compare/comparison_panel.h"

namespace spinscope {

ComparePage::ComparePage(const ThemeHolder& themes, StartSweep start, QWidget* parent)
    : QWidget(parent), themes_(themes), splitter_(new QSplitter(Qt::Vertical, this)) {
    comparison_ = new ComparisonPanel(themes, splitter_);
    collapse_ = new CollapsePanel(themes, std::move(start), splitter_);
    splitter_->addWidget(comparison_);
    splitter_->addWidget(collapse_);
    splitter_->setHandleWidth(4);
    splitter_->setChildrenCollapsible(false);
    splitter_->setSizes({420, 480});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(splitter_);

    const auto ask = [this](bool collapse) {
        collapse_first_ = collapse;
        emit export_wanted();
    };
    const auto copy = [this](bool collapse) {
        collapse_first_ = collapse;
        QGuiApplication::clipboard()->setMimeData(for_clipboard());
    };
    connect(comparison_, &ComparisonPanel::export_wanted, this, [ask] { ask(false); });
    connect(collapse_, &CollapsePanel::export_wanted, this, [ask] { ask(true); });
    connect(comparison_, &ComparisonPanel::copy_wanted, this, [copy] { copy(false); });
    connect(collapse_, &CollapsePanel::copy_wanted, this, [copy] { copy(true); });
    connect(comparison_, &ComparisonPanel::refused, this, &ComparePage::refused);
    connect(collapse_, &CollapsePanel::refused, this, &ComparePage::refused);
    connect(comparison_, &ComparisonPanel::started, this, &ComparePage::started);
    connect(collapse_, &CollapsePanel::started, this, &ComparePage::started);
    connect(collapse_, &CollapsePanel::changed, this, &ComparePage::follow);
    connect(comparison_, &ComparisonPanel::changed, this, &ComparePage::follow);
}

void ComparePage::set_experiment(const Experiment& experiment,
                                 const std::shared_ptr<const Topology>& topology) {
    comparison_->set_experiment(experiment, topology);
    collapse_->set_experiment(experiment, topology);
}

bool ComparePage::has_data() const {
    return comparison_->has_data() || collapse_->has_data();
}

bool ComparePage::measures_host() const {
    return comparison_->measures_host() || collapse_->measures_host();
}

void ComparePage::follow() {
    comparison_->set_blocked(collapse_->measures_host());
    collapse_->set_blocked(comparison_->measures_host());
    emit changed();
    if (!comparison_->is_running() && std::exchange(collapse_next_, false)) collapse_->run();
}

void ComparePage::run_all() {
    comparison_->run();
    if (comparison_->is_running()) {
        collapse_next_ = true;
    } else {
        collapse_->run();
    }
}

std::vector<ComparePicture> ComparePage::pictures() const {
    std::vector<ComparePicture> all;
    if (comparison_->has_data()) {
        all.push_back({QStringLiteral("comparison"), tr("Comparison"),
                       [this](const PictureLook& look) { return comparison_->drawing(look); }});
    }
    if (collapse_->has_data()) {
        all.push_back({QStringLiteral("collapse"), tr("Collapse"),
                       [this](const PictureLook& look) { return collapse_->drawing(look); }});
    }
    if (collapse_first_) std::reverse(all.begin(), all.end());
    return all;
}

QMimeData* ComparePage::for_clipboard() const {
    const std::vector<ComparePicture> all = pictures();
    if (all.empty()) return nullptr;
    PictureLook look;
    look.scale = 2;
    look.theme = themes_.theme().choice;
    auto* mime = new QMimeData;
    mime->setImageData(draw_image(all.front().draw(look)));
    const bool collapse = all.front().id == QLatin1String("collapse");
    mime->setText(collapse ? collapse_->numbers_text() : comparison_->numbers_text());
    return mime;
}

}  // namespace spinscope
