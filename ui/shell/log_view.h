// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"

class QTreeWidget;

namespace spinscope {

class Messages;

/// The last 50 messages with their time, and a button that copies them.
class LogView : public QWidget {
    Q_OBJECT

 public:
    LogView(const ThemeHolder& theme, Messages& messages, QWidget* parent = nullptr);

 protected:
    void showEvent(QShowEvent* event) override;

 private:
    void sync();

    const ThemeHolder& theme_;
    Messages& messages_;
    QTreeWidget* list_;
};

}  // namespace spinscope
