// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/costs_form.h"

#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/shell/form_fields.h"

namespace spinscope {

namespace {

struct Number {
    const char* label;
    const char* unit;
    const char* tip;
    std::uint32_t WorkloadCosts::*value;
    int least;
};

constexpr Number kNumbers[] = {
    {QT_TRANSLATE_NOOP("spinscope::CostsForm", "Produce"), QT_TRANSLATE_NOOP("spinscope::CostsForm", " ns"),
     QT_TRANSLATE_NOOP("spinscope::CostsForm",
                       "System call and packet, by the sender, no lock held; every packet"),
     &WorkloadCosts::produce_ns, 0},
    {QT_TRANSLATE_NOOP("spinscope::CostsForm", "Enqueue"), QT_TRANSLATE_NOOP("spinscope::CostsForm", " ns"),
     QT_TRANSLATE_NOOP("spinscope::CostsForm", "Under the root lock"), &WorkloadCosts::enqueue_ns, 0},
    {QT_TRANSLATE_NOOP("spinscope::CostsForm", "Dequeue"), QT_TRANSLATE_NOOP("spinscope::CostsForm", " ns"),
     QT_TRANSLATE_NOOP("spinscope::CostsForm", "Under the root lock"), &WorkloadCosts::dequeue_ns, 0},
    {QT_TRANSLATE_NOOP("spinscope::CostsForm", "Driver"), QT_TRANSLATE_NOOP("spinscope::CostsForm", " ns"),
     QT_TRANSLATE_NOOP("spinscope::CostsForm", "The device call, under the tx lock"),
     &WorkloadCosts::driver_ns, 0},
    {QT_TRANSLATE_NOOP("spinscope::CostsForm", "Complete"), QT_TRANSLATE_NOOP("spinscope::CostsForm", " ns"),
     QT_TRANSLATE_NOOP("spinscope::CostsForm", "Freeing a packet that was sent, by the owner, no lock held"),
     &WorkloadCosts::complete_ns, 0},
    {QT_TRANSLATE_NOOP("spinscope::CostsForm", "Drop"), QT_TRANSLATE_NOOP("spinscope::CostsForm", " ns"),
     QT_TRANSLATE_NOOP(
         "spinscope::CostsForm",
         "Freeing a packet that was not; under the root lock or after it, as the strategy's era does"),
     &WorkloadCosts::drop_ns, 0},
    {QT_TRANSLATE_NOOP("spinscope::CostsForm", "Payload"),
     QT_TRANSLATE_NOOP("spinscope::CostsForm", " lines"),
     QT_TRANSLATE_NOOP("spinscope::CostsForm", "Cache lines of a packet that sender and driver both touch"),
     &WorkloadCosts::payload_lines, 0},
    {QT_TRANSLATE_NOOP("spinscope::CostsForm", "Memory"),
     QT_TRANSLATE_NOOP("spinscope::CostsForm", " packets"),
     QT_TRANSLATE_NOOP("spinscope::CostsForm", "What a sender without a limit in flight may have on the way"),
     &WorkloadCosts::packet_memory, 1},
    {QT_TRANSLATE_NOOP("spinscope::CostsForm", "Ring"), QT_TRANSLATE_NOOP("spinscope::CostsForm", " slots"),
     QT_TRANSLATE_NOOP("spinscope::CostsForm", "Packets the device takes before it is busy"),
     &WorkloadCosts::ring, 1},
};

}  // namespace

QString costs_text(const WorkloadCosts& costs) {
    QStringList parts;
    for (const Number& number : kNumbers) {
        parts << CostsForm::tr(number.label).toLower() + u' ' + QString::number(costs.*number.value) +
                     CostsForm::tr(number.unit);
    }
    return CostsForm::tr("costs: %1").arg(parts.join(QStringLiteral(", ")));
}

CostsForm::CostsForm(QWidget* parent)
    : QWidget(parent), fold_(new QToolButton(this)), group_(new QWidget(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    fold_->setText(tr("Costs"));
    fold_->setCheckable(true);
    fold_->setAutoRaise(true);
    fold_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    fold_->setToolTip(
        tr("What the work around the locks costs on the simulated machine; the same for every "
           "strategy"));
    column->addWidget(fold_, 0, Qt::AlignLeft);
    column->addWidget(group_);
    QFormLayout* form = make_form(group_);
    auto* note = new QLabel(tr("Times of a Xeon E5450 of 2008, scaled to this machine's speed"), group_);
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    form->addRow(note);
    const auto add = [form](const QString& label, QAbstractSpinBox* box, const QString& tip) {
        box->setKeyboardTracking(false);
        box->setMinimumWidth(60);
        box->setAccessibleName(tr("Cost: %1").arg(label));
        box->setToolTip(tip);
        add_field(*form, label, box);
    };
    for (const Number& number : kNumbers) {
        auto* box = new QSpinBox(group_);
        box->setRange(number.least, 1'000'000);
        box->setSuffix(tr(number.unit));
        add(tr(number.label), box, tr(number.tip));
        connect(box, &QSpinBox::valueChanged, this, &CostsForm::take_edit);
        const auto value = number.value;
        fields_.push_back({[box, value](const WorkloadCosts& costs) {
                               box->setValue(
                                   static_cast<int>(std::min<std::uint32_t>(costs.*value, 1'000'000)));
                           },
                           [box, value](WorkloadCosts& costs) {
                               costs.*value = static_cast<std::uint32_t>(box->value());
                           }});
    }
    auto* rate = new QDoubleSpinBox(group_);
    rate->setRange(0, 1e9);
    rate->setDecimals(0);
    rate->setSingleStep(100'000);
    rate->setSuffix(tr(" pps"));
    rate->setSpecialValueText(tr("no limit"));
    add(tr("Wire"), rate, tr("Packets a second that the wire takes"));
    connect(rate, &QDoubleSpinBox::valueChanged, this, &CostsForm::take_edit);
    fields_.push_back({[rate](const WorkloadCosts& costs) { rate->setValue(costs.device_pps); },
                       [rate](WorkloadCosts& costs) { costs.device_pps = rate->value(); }});
    connect(fold_, &QToolButton::toggled, this, &CostsForm::set_unfolded);
    set_unfolded(false);
    set_costs({});
}

void CostsForm::set_unfolded(bool unfolded) {
    fold_->setChecked(unfolded);
    fold_->setArrowType(unfolded ? Qt::DownArrow : Qt::RightArrow);
    group_->setVisible(unfolded);
}

void CostsForm::set_costs(const WorkloadCosts& costs) {
    loading_ = true;
    costs_ = costs;
    for (const Field& field : fields_) field.show(costs);
    loading_ = false;
}

void CostsForm::take_edit() {
    if (loading_) return;
    WorkloadCosts edited = costs_;
    for (const Field& field : fields_) field.take(edited);
    if (edited == costs_) return;
    costs_ = edited;
    emit this->edited(edited);
}

}  // namespace spinscope
