// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/strategy_picker.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <algorithm>

#include "core/engine/registry.h"
#include "ui/compare/marker.h"
#include "ui/format.h"

namespace spinscope {

namespace {

enum Column { Name, Peak, Last, Fall_ };

std::string id_of(const QTreeWidgetItem* item) {
    return item->data(Name, Qt::UserRole).toString().toStdString();
}

}  // namespace

StrategyPicker::StrategyPicker(const ThemeHolder& themes, QWidget* parent)
    : QTreeWidget(parent), themes_(themes) {
    setAccessibleName(tr("Strategies to compare"));
    setColumnCount(4);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(NoSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
    setHeaderLabels({tr("Strategy"), tr("Most"), tr("With all"), tr("Largest fall")});
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    for (const StrategyInfo& info : strategies()) {
        auto* item = new QTreeWidgetItem(this);
        item->setText(Name, QString::fromUtf8(info.id.data(), static_cast<qsizetype>(info.id.size())));
        item->setData(Name, Qt::UserRole, item->text(Name));
        item->setData(Peak, Qt::UserRole, info.simulatable);
        item->setToolTip(Name,
                         QString::fromUtf8(info.title.data(), static_cast<qsizetype>(info.title.size())));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable);
        item->setCheckState(Name, Qt::Unchecked);
        for (const int column : {Peak, Last, Fall_}) {
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
    }
    for (const int column : {Peak, Last, Fall_}) {
        headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    choose({"ticket", "busylock", "llist"});
    show_data({});
    connect(this, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem*, int column) {
        if (column == Name) emit chosen_changed();
    });
    connect(&themes, &ThemeHolder::changed, this, &StrategyPicker::apply_theme);
    apply_theme();
}

void StrategyPicker::set_machine(bool simulated) {
    for (int row = 0; row < topLevelItemCount(); ++row) {
        QTreeWidgetItem* item = topLevelItem(row);
        item->setHidden(simulated && !item->data(Peak, Qt::UserRole).toBool());
    }
}

std::vector<std::string> StrategyPicker::chosen() const {
    std::vector<std::string> all;
    for (int row = 0; row < topLevelItemCount(); ++row) {
        const QTreeWidgetItem* item = topLevelItem(row);
        if (!item->isHidden() && item->checkState(Name) == Qt::Checked) all.push_back(id_of(item));
    }
    return all;
}

void StrategyPicker::choose(const std::vector<std::string>& ids) {
    {
        const QSignalBlocker quiet(this);
        for (int row = 0; row < topLevelItemCount(); ++row) {
            QTreeWidgetItem* item = topLevelItem(row);
            const bool wanted = std::find(ids.begin(), ids.end(), id_of(item)) != ids.end();
            item->setCheckState(Name, wanted ? Qt::Checked : Qt::Unchecked);
        }
    }
    viewport()->update();
    emit chosen_changed();
}

void StrategyPicker::show_data(const CollapseData& results) {
    const QSignalBlocker quiet(this);
    const Format format;
    for (int row = 0; row < topLevelItemCount(); ++row) {
        QTreeWidgetItem* item = topLevelItem(row);
        const CollapseCurve* curve = results.find(id_of(item));
        if (curve == nullptr) {
            for (const int column : {Peak, Last, Fall_}) item->setText(column, kUnknown);
            continue;
        }
        const auto at = [&format](const CollapsePoint& point) {
            return tr("%1 at %2").arg(format.short_rate(point.median())).arg(point.cpus());
        };
        item->setText(Peak, at(curve->peak()));
        item->setText(Last, at(curve->points.back()));
        const std::optional<Fall> fall = curve->largest_fall();
        item->setText(
            Fall_, fall ? tr("%1 at %2").arg(format.share(-fall->share)).arg(curve->points[fall->to].cpus())
                        : tr("none"));
        item->setToolTip(Fall_, tr("The largest loss in one step, where it is more than 30 %"));
    }
    viewport()->update();
}

void StrategyPicker::apply_theme() {
    const QSignalBlocker quiet(this);
    for (int row = 0; row < topLevelItemCount(); ++row) {
        QTreeWidgetItem* item = topLevelItem(row);
        item->setIcon(Name, marker_icon(themes_.theme().strategy(id_of(item))));
    }
    viewport()->update();
}

QSize StrategyPicker::sizeHint() const {
    const int rows = topLevelItemCount();
    return {360, header()->sizeHint().height() + rows * std::max(20, sizeHintForRow(0)) + 4};
}

}  // namespace spinscope
