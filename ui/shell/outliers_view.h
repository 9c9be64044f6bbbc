// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>

#include "ui/outliers.h"
#include "ui/shell/number_list.h"

namespace spinscope {

class LiveModel;

/// The CPUs that differ most from the others over the time shown: which value, how much, and the median. A
/// click selects the CPU in every view.
class OutliersView : public NumberList {
    Q_OBJECT
 public:
    explicit OutliersView(LiveModel& model, QWidget* parent = nullptr);

    const std::vector<Outlier>& outliers() const { return outliers_; }

 protected:
    void showEvent(QShowEvent* event) override;

 private:
    void refresh(bool now);
    void follow_selection();

    LiveModel& model_;
    std::vector<Outlier> outliers_;
    QElapsedTimer age_;
};

}  // namespace spinscope
