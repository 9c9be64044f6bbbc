// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_choice.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <algorithm>

#include "core/engine/comparison.h"
#include "core/engine/registry.h"
#include "ui/compare/marker.h"

namespace spinscope {

namespace {
constexpr double kSimulated_s = 0.02;
constexpr double kHost_s = 0.5;
}  // namespace

ComparisonChoice usual_choice(bool simulated) {
    ComparisonChoice choice;
    choice.rounds = kUsualRounds;
    choice.seconds = simulated ? kSimulated_s : kHost_s;
    return choice;
}

ComparisonDialog::ComparisonDialog(const ThemeHolder& themes, const ComparisonChoice& choice, bool simulated,
                                   QWidget* parent)
    : QDialog(parent),
      list_(new QListWidget(this)),
      rounds_(new QSpinBox(this)),
      seconds_(new QDoubleSpinBox(this)) {
    setWindowTitle(tr("Choose what is compared"));
    list_->setAccessibleName(tr("Strategies to compare"));
    for (const StrategyInfo& info : strategies()) {
        if (simulated && !info.simulatable) continue;
        const std::string id(info.id);
        auto* item =
            new QListWidgetItem(marker_icon(themes.theme().strategy(id)), QString::fromStdString(id), list_);
        item->setToolTip(QString::fromUtf8(info.title.data(), static_cast<qsizetype>(info.title.size())));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        const auto& wanted = choice.strategies;
        const bool chosen = std::find(wanted.begin(), wanted.end(), id) != wanted.end();
        item->setCheckState(chosen ? Qt::Checked : Qt::Unchecked);
    }
    list_->setMinimumHeight(300);
    rounds_->setRange(1, 1000);
    rounds_->setValue(static_cast<int>(choice.rounds));
    rounds_->setToolTip(tr("In each round every strategy runs once; 6 rounds at least for an interval"));
    seconds_->setRange(0.001, 60);
    seconds_->setDecimals(3);
    seconds_->setSingleStep(simulated ? 0.01 : 0.1);
    seconds_->setSuffix(simulated ? tr(" s virtual time") : tr(" s"));
    seconds_->setValue(choice.seconds);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    run_ = buttons->addButton(tr("&Run"), QDialogButtonBox::AcceptRole);
    run_->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(list_, &QListWidget::itemChanged, this, &ComparisonDialog::check);

    auto* form = new QFormLayout(this);
    form->addRow(list_);
    form->addRow(tr("R&ounds"), rounds_);
    form->addRow(tr("&Length of a run"), seconds_);
    form->addRow(buttons);
    check();
}

ComparisonChoice ComparisonDialog::choice() const {
    ComparisonChoice choice;
    choice.strategies.clear();
    for (int row = 0; row < list_->count(); ++row) {
        const QListWidgetItem* item = list_->item(row);
        if (item->checkState() == Qt::Checked) choice.strategies.push_back(item->text().toStdString());
    }
    choice.rounds = static_cast<unsigned>(rounds_->value());
    choice.seconds = seconds_->value();
    return choice;
}

void ComparisonDialog::check() {
    const std::size_t count = choice().strategies.size();
    run_->setEnabled(count >= 2 && count <= ComparisonChoice::kMost);
    run_->setToolTip(run_->isEnabled() ? QString() : tr("Two to nine strategies can be compared"));
}

}  // namespace spinscope
