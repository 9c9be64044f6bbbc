// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

class QDoubleSpinBox;
class QLabel;
class QSpinBox;

namespace spinscope {

/// How much of a sweep is run: CPU counts, runs a point, length of a run.
class SweepForm : public QWidget {
    Q_OBJECT

 public:
    explicit SweepForm(QWidget* parent = nullptr);

    /// `most` CPUs can send; at first as many as `usual` do. What was set stays while it fits.
    void set_machine(unsigned usual, unsigned most, bool simulated);

    std::vector<unsigned> cpus() const;
    unsigned runs() const;
    double seconds() const;

 signals:
    void edited();

 private:
    void take_edit();

    QSpinBox* from_;
    QSpinBox* to_;
    QSpinBox* every_;
    QSpinBox* runs_;
    QDoubleSpinBox* seconds_;
    QLabel* seconds_label_;
    unsigned most_ = 0;
    bool simulated_ = false;
};

}  // namespace spinscope
