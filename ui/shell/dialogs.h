// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include "core/metrics/snapshot.h"

class QAction;
class QWidget;

namespace spinscope {

/// Program, libraries and machine, as a bug report wants them.
QString about_text(const Topology& topology, const RunInfo* run);
/// Version, libraries, licence and the machine, with a button that copies them. Not modal.
void show_about(QWidget* parent, const QString& text);
/// All keys: those of the actions, and those of the views. Not modal.
void show_shortcuts(QWidget* parent, const QList<QAction*>& actions);

}  // namespace spinscope
