// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QToolButton>

#include "ui/theme/theme.h"

namespace spinscope {

/// One strategy on the bar: key cap, name and, where there is room, the years below the name.
class StrategyButton : public QToolButton {
    Q_OBJECT

 public:
    /// `key` is what the cap shows; 0 = no cap.
    StrategyButton(const ThemeHolder& theme, const QString& name, const QString& year, char key,
                   QWidget* parent);

    void set_compact(bool compact);
    int width_for(bool compact) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    QFont name_font() const;
    QFont year_font() const;
    int cap() const;  ///< side of the key cap, 0 without a key

    const ThemeHolder& theme_;
    QString name_;
    QString year_;
    char key_;
    bool compact_ = false;
};

}  // namespace spinscope
