// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/theme/theme.h"

namespace spinscope {

/// What the colours of the machine drawing mean: swatches of the lock states, or the scale of the waiting
/// share where CPUs are cells.
class StateLegend : public QWidget {
    Q_OBJECT

 public:
    explicit StateLegend(const ThemeHolder& theme, QWidget* parent = nullptr);

    /// `cells`: the scale. `refused`: some CPU may not be used, say what that looks like.
    void set_shape(bool cells, bool refused);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, line()}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    struct Entry;

    int line() const;
    std::vector<Entry> entries() const;
    /// Where the second column begins; 0 = only one fits.
    int second_column(int width) const;
    void draw_scale(QPainter& painter) const;

    const ThemeHolder& theme_;
    bool cells_ = false;
    bool refused_ = false;
};

}  // namespace spinscope
