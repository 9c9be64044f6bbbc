// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/form_fields.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>
#include <algorithm>

namespace spinscope {
namespace {

constexpr int kRow = 25;

/// Room for the longest of the usual labels.
int label_width(const QWidget& widget) {
    return widget.fontMetrics().horizontalAdvance(QStringLiteral("Device delay"));
}

}  // namespace

QFormLayout* make_form(QWidget* parent) {
    auto* form = new QFormLayout(parent);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(4);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    return form;
}

void add_field(QFormLayout& form, const QString& label, QWidget* field) {
    auto* name = new QLabel(label, field->parentWidget());
    name->setMinimumWidth(label_width(*name));
    name->setBuddy(field);
    if (field->accessibleName().isEmpty()) field->setAccessibleName(label);
    field->setMinimumHeight(std::max(kRow, field->sizeHint().height()));
    form.addRow(name, field);
}

QComboBox* make_choice(QWidget* parent) {
    auto* choice = new QComboBox(parent);
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice->setMinimumContentsLength(8);
    return choice;
}

QComboBox* add_choice(QFormLayout& form, const QString& label, QWidget* parent) {
    QComboBox* choice = make_choice(parent);
    add_field(form, label, choice);
    return choice;
}

QSpinBox* make_number(int low, int high, QWidget* parent) {
    auto* number = new QSpinBox(parent);
    number->setRange(low, high);
    number->setKeyboardTracking(false);
    number->setMinimumWidth(60);
    return number;
}

QSpinBox* add_number(QFormLayout& form, const QString& label, int low, int high, QWidget* parent) {
    QSpinBox* number = make_number(low, high, parent);
    add_field(form, label, number);
    return number;
}

}  // namespace spinscope
