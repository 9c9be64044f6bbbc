// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/sweep_form.h"

#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>

#include "ui/compare/collapse.h"

namespace spinscope {

namespace {
constexpr unsigned kUsualPoints = 24;  ///< in a curve of a large machine
constexpr double kSimulated_s = 0.05;
constexpr double kHost_s = 0.3;
}  // namespace

SweepForm::SweepForm(QWidget* parent)
    : QWidget(parent),
      from_(new QSpinBox(this)),
      to_(new QSpinBox(this)),
      every_(new QSpinBox(this)),
      runs_(new QSpinBox(this)),
      seconds_(new QDoubleSpinBox(this)),
      seconds_label_(new QLabel(this)) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    const auto label = [this](const QString& text, QWidget* buddy) {
        auto* made = new QLabel(text, this);
        made->setBuddy(buddy);
        return made;
    };
    grid->addWidget(label(tr("CP&Us"), from_), 0, 0);
    grid->addWidget(from_, 0, 1);
    grid->addWidget(label(tr("to"), to_), 0, 2);
    grid->addWidget(to_, 0, 3);
    grid->addWidget(label(tr("every"), every_), 0, 4);
    grid->addWidget(every_, 0, 5);
    grid->addWidget(label(tr("Ru&ns"), runs_), 1, 0);
    grid->addWidget(runs_, 1, 1);
    seconds_label_->setBuddy(seconds_);
    grid->addWidget(label(tr("of"), seconds_), 1, 2);
    grid->addWidget(seconds_, 1, 3);
    grid->addWidget(seconds_label_, 1, 4, 1, 2);
    for (const int column : {1, 3, 5}) grid->setColumnStretch(column, 1);
    from_->setAccessibleName(tr("Fewest CPUs"));
    to_->setAccessibleName(tr("Most CPUs"));
    every_->setAccessibleName(tr("Step in CPUs"));
    every_->setToolTip(tr("Every so many CPUs a point"));
    runs_->setAccessibleName(tr("Runs a point"));
    runs_->setToolTip(
        tr("Runs a point, each with a seed of its own: the bars reach from the lowest to the highest"));
    seconds_->setAccessibleName(tr("Length of a run"));
    runs_->setRange(1, 20);
    runs_->setValue(3);
    seconds_->setRange(0.01, 60);
    seconds_->setDecimals(2);
    seconds_->setSingleStep(0.1);
    seconds_->setSuffix(tr(" s"));
    for (QSpinBox* box : {from_, to_, every_, runs_}) {
        box->setKeyboardTracking(false);
        box->setMinimumHeight(25);
        connect(box, &QSpinBox::valueChanged, this, &SweepForm::take_edit);
    }
    seconds_->setMinimumHeight(25);
    connect(seconds_, &QDoubleSpinBox::valueChanged, this, &SweepForm::edited);
    set_machine(1, 1, true);
}

void SweepForm::set_machine(unsigned usual, unsigned most, bool simulated) {
    if (most == most_ && simulated == simulated_) return;
    {
        const QSignalBlocker quiet(this);
        if (simulated != simulated_ || most_ == 0) seconds_->setValue(simulated ? kSimulated_s : kHost_s);
        most_ = most;
        simulated_ = simulated;
        for (QSpinBox* box : {from_, to_, every_}) box->setRange(1, static_cast<int>(most));
        from_->setValue(1);
        to_->setValue(static_cast<int>(std::min(usual, most)));
        every_->setValue(static_cast<int>((usual + kUsualPoints - 1) / kUsualPoints));
        seconds_label_->setText(simulated ? tr("virtual time") : tr("each"));
    }
    emit edited();
}

void SweepForm::take_edit() {
    const QSignalBlocker quiet(to_);
    if (to_->value() < from_->value()) to_->setValue(from_->value());
    emit edited();
}

std::vector<unsigned> SweepForm::cpus() const {
    return cpu_counts(static_cast<unsigned>(from_->value()), static_cast<unsigned>(to_->value()),
                      static_cast<unsigned>(every_->value()));
}

unsigned SweepForm::runs() const {
    return static_cast<unsigned>(runs_->value());
}

double SweepForm::seconds() const {
    return seconds_->value();
}

}  // namespace spinscope
