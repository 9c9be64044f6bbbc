// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/queue_form.h"

#include <QComboBox>
#include <QFormLayout>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "core/engine/explanations.h"
#include "core/engine/registry.h"
#include "ui/shell/form_fields.h"
#include "ui/shell/option_fields.h"

namespace spinscope {
namespace {

QString text_of(std::string_view view) {
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

void choose(QComboBox* box, const std::string& id) {
    box->setCurrentIndex(std::max(0, box->findData(QString::fromStdString(id))));
}

std::string chosen(const QComboBox* box) {
    return box->currentData().toString().toStdString();
}

}  // namespace

QueueForm::QueueForm(bool simulated, QWidget* parent) : QWidget(parent), simulated_(simulated) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    QFormLayout* form = make_form();
    column->addLayout(form);
    const auto changed = [this] {
        if (!loading_) emit edited();
    };
    const auto choice = [&](const QString& label) {
        QComboBox* box = add_choice(*form, label, this);
        connect(box, &QComboBox::activated, this, changed);
        return box;
    };
    const auto number = [&](const QString& label, int most, const QString& zero) {
        QSpinBox* box = add_number(*form, label, 0, most, this);
        box->setSpecialValueText(zero);
        connect(box, &QSpinBox::valueChanged, this, changed);
        return box;
    };
    discipline_ = choice(tr("Discipline"));
    for (const DisciplineInfo& info : disciplines()) {
        discipline_->addItem(text_of(info.id), text_of(info.id));
        discipline_->setItemData(discipline_->count() - 1, text_of(explain_discipline(info.id)),
                                 Qt::ToolTipRole);
    }
    lock_ = choice(tr("Root lock"));
    queues_ = number(tr("Queues"), kMostQueues, tr("as the strategy"));
    queues_->setToolTip(tr("Device queues, each with a queue, its locks and its owner"));
    queue_by_ = choice(tr("Queue by"));
    queue_by_->addItem(tr("CPU"), QStringLiteral("cpu"));
    queue_by_->addItem(tr("socket"), QStringLiteral("socket"));
    queue_by_->addItem(tr("flow"), QStringLiteral("flow"));
    flows_ = number(tr("Flows sent"), 1'000'000, tr("one a sender"));
    flows_->setToolTip(tr("Flows that the packets belong to"));
    options_ = new OptionFields(this);
    column->addWidget(options_);
    connect(options_, &OptionFields::edited, this, changed);
    set_experiment({});
}

void QueueForm::show_locks(const Experiment& experiment) {
    const StrategyInfo* strategy = find_strategy(experiment.strategy);
    const bool any = strategy != nullptr && strategy->any_lock;
    lock_->clear();
    lock_->addItem(strategy != nullptr ? tr("its own: %1").arg(text_of(strategy->lock)) : tr("its own"),
                   QString());
    if (any) {
        for (const LockInfo& info : locks()) {
            if (!info.exchangeable) continue;
            lock_->addItem(text_of(info.id), text_of(info.id));
            const int at = lock_->count() - 1;
            lock_->setItemData(at, text_of(explain_lock(info.id)), Qt::ToolTipRole);
        }
    }
    lock_->setEnabled(any);
    lock_->setToolTip(any ? tr("The lock that guards the queue")
                          : tr("%1 is about its own lock or its layout: it takes no other")
                                .arg(QString::fromStdString(experiment.strategy)));
    choose(lock_, any ? experiment.lock : std::string());
}

void QueueForm::show_queues(const Experiment& experiment) {
    const StrategyInfo* strategy = find_strategy(experiment.strategy);
    const unsigned own = strategy != nullptr ? strategy->queues : 1;
    const bool has_queue = strategy == nullptr || strategy->lock != "-";
    queues_->setEnabled(has_queue);
    queues_->setSpecialValueText(
        own == 1 ? tr("1") : tr("%1, as %2").arg(own).arg(QString::fromStdString(experiment.strategy)));
    queues_->setValue(static_cast<int>(experiment.queues));
    const unsigned in_all = experiment.queues == 0 ? own : experiment.queues;
    choose(queue_by_, experiment.queue_by);
    queue_by_->setEnabled(in_all > 1);
    queue_by_->setToolTip(in_all > 1 ? tr("What chooses a packet's queue")
                                     : tr("There is one queue: nothing to choose"));
}

void QueueForm::set_experiment(const Experiment& experiment) {
    loading_ = true;
    experiment_ = experiment;
    choose(discipline_, experiment.discipline);
    discipline_->setToolTip(text_of(explain_discipline(experiment.discipline)));
    show_locks(experiment);
    show_queues(experiment);
    flows_->setValue(static_cast<int>(experiment.flows));
    options_->set_options(options_of(experiment.strategy, experiment.discipline));
    options_->set_values(experiment.options);
    options_->setVisible(options_->count() > 0);
    loading_ = false;
}

void QueueForm::read_into(Experiment& experiment) const {
    const bool another = experiment.discipline != chosen(discipline_);
    experiment.discipline = chosen(discipline_);
    // What another discipline had does not go with this one.
    const Options now = complete_options(experiment.strategy, experiment.discipline, options_->values());
    if (another || now != complete_options(experiment.strategy, experiment.discipline, experiment.options))
        experiment.options = now;
    if (lock_->isEnabled()) experiment.lock = chosen(lock_);
    experiment.queues = static_cast<unsigned>(queues_->value());
    experiment.queue_by = chosen(queue_by_);
    experiment.flows = static_cast<unsigned>(flows_->value());
}

}  // namespace spinscope
