// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QComboBox;
class QFormLayout;
class QLabel;
class QSpinBox;
class QString;
class QWidget;

namespace spinscope {

// The forms of the docks, all alike: labels at the left, in one column through all of them, fields at the
// right.

/// A form without margins; for `parent`, or to be put into another layout.
QFormLayout* make_form(QWidget* parent = nullptr);
/// A row of it; the field is called by its label.
void add_field(QFormLayout& form, const QString& label, QWidget* field);
QComboBox* make_choice(QWidget* parent);
QComboBox* add_choice(QFormLayout& form, const QString& label, QWidget* parent);
/// A whole number that counts as entered when it is left.
QSpinBox* make_number(int low, int high, QWidget* parent);
QSpinBox* add_number(QFormLayout& form, const QString& label, int low, int high, QWidget* parent);

}  // namespace spinscope
