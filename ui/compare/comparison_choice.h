// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <string>
#include <vector>

class QDoubleSpinBox;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace spinscope {

class ThemeHolder;

/// What a comparison is made of, beside the machine and its traffic.
struct ComparisonChoice {
    static constexpr std::size_t kMost = 9;  ///< strategies: as many as can be told apart
    std::vector<std::string> strategies{"ticket", "busylock", "llist"};
    unsigned rounds = 0;
    double seconds = 0;  ///< of a run; virtual on a simulated machine
};
/// Rounds and seconds that are usual on such a machine.
ComparisonChoice usual_choice(bool simulated);

/// Asks for it.
class ComparisonDialog : public QDialog {
    Q_OBJECT

 public:
    ComparisonDialog(const ThemeHolder& themes, const ComparisonChoice& choice, bool simulated,
                     QWidget* parent);

    ComparisonChoice choice() const;

 private:
    void check();

    QListWidget* list_;
    QSpinBox* rounds_;
    QDoubleSpinBox* seconds_;
    QPushButton* run_;
};

}  // namespace spinscope
