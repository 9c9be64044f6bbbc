// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileDialog>

#include "core/base/error.h"

class QSettings;

namespace spinscope {

class ComparePage;

/// Asks where the collapse view goes, as PNG, SVG or PDF, and writes it. Remembers the folder in the
/// settings; with none it remembers nothing. Deletes itself.
class CollapseExport : public QFileDialog {
    Q_OBJECT

 public:
    CollapseExport(const ComparePage& page, QSettings* settings, QWidget* parent);

 signals:
    /// Where it went, or why it did not.
    void told(const Message& message);
};

}  // namespace spinscope
