// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "core/base/experiment.h"
#include "core/topology/topology.h"
#include "ui/theme/theme.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QSpinBox;

namespace spinscope {

struct Balance;
class CostsForm;
class QueueForm;

/// What the workers send, and how. Shows an experiment and gives it back edited; what it has no field for
/// stays as it was. A change that a run cannot take applies at the next start, and the form says so.
class TrafficForm : public QWidget {
    Q_OBJECT

 public:
    /// On a simulated machine the device is modelled, and there are no more workers than CPUs.
    TrafficForm(const ThemeHolder& theme, std::shared_ptr<const Topology> topology, bool simulated = false,
                QWidget* parent = nullptr);

    void set_experiment(const Experiment& experiment);
    const Experiment& experiment() const { return experiment_; }

    /// Whether to say that a change waits for the next start, and offer it.
    void set_restart_needed(bool needed);
    void show_balance(const Balance& balance);

 signals:
    void edited(const Experiment& experiment);
    void restart_wanted();

 protected:
    void changeEvent(QEvent* event) override;

 private:
    void keep_rows_high_enough();
    void build_fields();
    void take_edit();
    void update_rows();
    QComboBox* add_choice(const QString& label);
    QSpinBox* add_number(const QString& label, int low, int high);

    const ThemeHolder& theme_;
    std::shared_ptr<const Topology> topology_;
    bool simulated_;
    Experiment experiment_;
    bool loading_ = false;

    QFormLayout* form_;
    QSpinBox* workers_;
    QComboBox* placement_;
    QComboBox* device_;
    QSpinBox* delay_;
    QSpinBox* batch_;
    QCheckBox* verify_;
    QSpinBox* payload_;
    QSpinBox* limit_;
    QSpinBox* in_flight_;
    QComboBox* waiting_;
    QComboBox* probe_;
    QueueForm* queue_;
    CostsForm* costs_ = nullptr;  ///< on a simulated machine only
    QWidget* restart_;
    QLabel* verdict_;
    QLabel* sum_;
};

}  // namespace spinscope
