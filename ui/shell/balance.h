// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/metrics/snapshot.h"

namespace spinscope {

/// The conservation sum in words.
struct Balance {
    enum class Verdict { None, Running, Exact, Off };

    Verdict verdict = Verdict::None;
    QString verdict_text;  ///< "exact", "in transit 12", "off by 3"
    QString sum;   ///< "offered a = sent b + dropped c + queued d"; numbers of equal meaning while running
    QString sink;  ///< what the receiver saw; empty where there is none of ours
};

/// "exact" is said of a run that has ended only: before, packets are in the workers' hands.
Balance balance_of(const Snapshot& snapshot);

}  // namespace spinscope
