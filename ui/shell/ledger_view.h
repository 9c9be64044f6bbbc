// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>

#include "core/metrics/snapshot.h"
#include "ui/shell/number_list.h"

namespace spinscope {

/// Which cache lines moved between the CPUs, how often for each packet, and who pulled them from whom. Only a
/// simulated machine can count that.
class LedgerView : public NumberList {
    Q_OBJECT
 public:
    explicit LedgerView(QWidget* parent = nullptr);

    void show_snapshot(const Snapshot& snapshot);

 private:
    std::shared_ptr<const RunInfo> run_;
    QElapsedTimer age_;
};

}  // namespace spinscope
