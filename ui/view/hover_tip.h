// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace spinscope {

struct Theme;

/// What is under the pointer or the keyboard cursor, in words; beside it, never over it.
class HoverTip : public QLabel {
    Q_OBJECT
 public:
    explicit HoverTip(QWidget* owner);
    void show_at(const QPoint& global, const QString& rich_text, const Theme& theme);
    /// The same words without mark-up.
    static QString plain(const QString& rich_text);
};

}  // namespace spinscope
