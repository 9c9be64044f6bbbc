// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "core/base/workload_costs.h"

class QAbstractSpinBox;
class QToolButton;

namespace spinscope {

/// The costs in words, for the conditions of a run.
QString costs_text(const WorkloadCosts& costs);

/// What the work around the locks costs on a simulated machine: a group that is folded at first.
class CostsForm : public QWidget {
    Q_OBJECT

 public:
    explicit CostsForm(QWidget* parent = nullptr);

    void set_costs(const WorkloadCosts& costs);
    const WorkloadCosts& costs() const { return costs_; }
    void set_unfolded(bool unfolded);

 signals:
    void edited(const WorkloadCosts& costs);

 private:
    /// A field: how it shows the costs, and takes them back.
    struct Field {
        std::function<void(const WorkloadCosts&)> show;
        std::function<void(WorkloadCosts&)> take;
    };
    void take_edit();

    WorkloadCosts costs_;
    std::vector<Field> fields_;
    bool loading_ = false;
    QToolButton* fold_;
    QWidget* group_;
};

}  // namespace spinscope
