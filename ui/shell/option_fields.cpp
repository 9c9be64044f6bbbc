// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/option_fields.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <algorithm>
#include <limits>

#include "core/base/live_switch.h"
#include "core/engine/registry.h"
#include "ui/shell/form_fields.h"

namespace spinscope {
namespace {

QString text_of(std::string_view view) {
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

}  // namespace

std::vector<OptionInfo> options_of(const std::string& strategy, const std::string& discipline) {
    std::vector<OptionInfo> all;
    if (const StrategyInfo* info = find_strategy(strategy)) {
        all.insert(all.end(), info->options.begin(), info->options.end());
    }
    for (const DisciplineInfo& info : disciplines()) {
        if (info.id == discipline) all.insert(all.end(), info.options.begin(), info.options.end());
    }
    return all;
}

Options complete_options(const std::string& strategy, const std::string& discipline, const Options& given) {
    Options complete;
    for (const OptionInfo& info : options_of(strategy, discipline)) {
        const std::string name(info.name);
        const auto found = given.find(name);
        complete[name] = found != given.end() ? found->second : std::string(info.default_value);
    }
    return complete;
}

Experiment switched(const Experiment& experiment, const std::string& strategy, const Options& options) {
    Experiment after = after_switch(experiment, strategy, options);
    after.options = complete_options(after.strategy, after.discipline, after.options);
    return after;
}

OptionFields::OptionFields(QWidget* parent) : QWidget(parent), form_(make_form(this)) {}

OptionFields::Field OptionFields::make_field(const OptionInfo& info) {
    using Kind = OptionInfo::Kind;
    const auto changed = [this] {
        if (!loading_) emit edited();
    };
    if (info.kind == Kind::Switch) {
        auto* box = new QCheckBox(this);
        connect(box, &QCheckBox::toggled, this, changed);
        return {info, box, [box](const std::string& value) { box->setChecked(value == "on"); },
                [box] { return std::string(box->isChecked() ? "on" : "off"); }};
    }
    if (info.kind == Kind::Words || !info.words.empty()) {
        QComboBox* choice = make_choice(this);
        choice->addItems(text_of(info.words).split(u'|', Qt::SkipEmptyParts));
        choice->setEditable(info.kind != Kind::Words);  // a number, or one of the words
        choice->setInsertPolicy(QComboBox::NoInsert);
        connect(choice, &QComboBox::activated, this, changed);
        if (choice->isEditable()) connect(choice->lineEdit(), &QLineEdit::editingFinished, this, changed);
        return {info, choice,
                [choice](const std::string& value) {
                    const QString text = QString::fromStdString(value);
                    if (choice->isEditable()) {
                        choice->setEditText(text);
                    } else {
                        choice->setCurrentIndex(choice->findText(text));
                    }
                },
                [choice] { return choice->currentText().toStdString(); }};
    }
    if (info.kind == Kind::Real) {
        auto* number = new QDoubleSpinBox(this);
        number->setRange(info.least, info.most);
        number->setDecimals(6);
        number->setKeyboardTracking(false);
        connect(number, &QDoubleSpinBox::valueChanged, this, changed);
        return {info, number,
                [number](const std::string& value) {
                    number->setValue(QString::fromStdString(value).toDouble());
                },
                [number] { return QString::number(number->value()).toStdString(); }};
    }
    const auto most = static_cast<int>(std::min<double>(info.most, std::numeric_limits<int>::max()));
    QSpinBox* number = make_number(static_cast<int>(info.least), most, this);
    connect(number, &QSpinBox::valueChanged, this, changed);
    return {info, number,
            [number](const std::string& value) { number->setValue(QString::fromStdString(value).toInt()); },
            [number] { return std::to_string(number->value()); }};
}

void OptionFields::set_options(const std::vector<OptionInfo>& infos) {
    const bool same = std::equal(infos.begin(), infos.end(), fields_.begin(), fields_.end(),
                                 [](const OptionInfo& a, const Field& b) { return a.name == b.info.name; });
    if (same) return;
    while (form_->rowCount() > 0) form_->removeRow(0);
    fields_.clear();
    for (const OptionInfo& info : infos) {
        Field field = make_field(info);
        const QString label = text_of(info.name).replace(u'-', u' ');
        field.widget->setToolTip(text_of(info.help));
        field.widget->setAccessibleName(label);
        field.widget->setAccessibleDescription(text_of(info.help));
        add_field(*form_, label.left(1).toUpper() + label.mid(1), field.widget);
        fields_.push_back(std::move(field));
    }
    set_values({});
}

void OptionFields::set_values(const Options& values) {
    loading_ = true;
    for (const Field& field : fields_) {
        const auto found = values.find(std::string(field.info.name));
        field.set(found != values.end() ? found->second : std::string(field.info.default_value));
    }
    loading_ = false;
}

Options OptionFields::values() const {
    Options values;
    for (const Field& field : fields_) values[std::string(field.info.name)] = field.get();
    return values;
}

}  // namespace spinscope
