// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include "core/metrics/snapshot.h"

namespace spinscope {

/// "ticket → busylock → llist": the strategies of a run in order.
QString strategies_of(const Snapshot& snapshot);
/// Under what the numbers were taken, one phrase each, for pictures, the clipboard and metadata.
QStringList conditions_of(const Snapshot& snapshot);
/// "Spinscope 0.1.0"
QString program_version();

}  // namespace spinscope
