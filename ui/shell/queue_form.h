// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/base/experiment.h"

class QComboBox;
class QSpinBox;

namespace spinscope {

class OptionFields;

/// The queue of an experiment: discipline, root lock, how many queues and what chooses one, flows, and the
/// options of strategy and discipline. All but the flows can be switched while it runs.
class QueueForm : public QWidget {
    Q_OBJECT

 public:
    explicit QueueForm(bool simulated, QWidget* parent = nullptr);

    void set_experiment(const Experiment& experiment);
    /// What this form has fields for, into `experiment`.
    void read_into(Experiment& experiment) const;

 signals:
    void edited();

 private:
    void show_locks(const Experiment& experiment);
    void show_queues(const Experiment& experiment);

    const bool simulated_;
    bool loading_ = false;
    Experiment experiment_;
    QComboBox* discipline_;
    QComboBox* lock_;
    QSpinBox* queues_;
    QComboBox* queue_by_;
    QSpinBox* flows_;
    OptionFields* options_;
};

}  // namespace spinscope
