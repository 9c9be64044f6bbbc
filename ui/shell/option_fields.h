// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <string>
#include <vector>

#include "core/base/experiment.h"
#include "core/base/strategy_info.h"

class QFormLayout;

namespace spinscope {

/// The options that a strategy with this discipline has, the strategy's first.
std::vector<OptionInfo> options_of(const std::string& strategy, const std::string& discipline);

/// All of them with a value: what is given, else the default. What is given and not theirs is left out. A
/// live switch takes from the run's start what it is not told, so it is told everything.
Options complete_options(const std::string& strategy, const std::string& discipline, const Options& given);

/// The experiment after a live switch, with a value for each option of its strategy and discipline.
Experiment switched(const Experiment& experiment, const std::string& strategy, const Options& options);

/// The options of a strategy or discipline as fields: a check box for on and off, spin boxes for numbers, a
/// list for words. Made from what is known of the options; nothing here knows any of them.
class OptionFields : public QWidget {
    Q_OBJECT

 public:
    explicit OptionFields(QWidget* parent = nullptr);

    /// Other fields, if these are other options.
    void set_options(const std::vector<OptionInfo>& infos);
    /// Shows what is set; the rest stands at its default.
    void set_values(const Options& values);
    /// Of every field.
    Options values() const;
    int count() const { return static_cast<int>(fields_.size()); }

 signals:
    void edited();

 private:
    struct Field {
        OptionInfo info;
        QWidget* widget;
        std::function<void(const std::string&)> set;
        std::function<std::string()> get;
    };
    Field make_field(const OptionInfo& info);

    QFormLayout* form_;
    std::vector<Field> fields_;
    bool loading_ = false;
};

}  // namespace spinscope
