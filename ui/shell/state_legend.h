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
    /// Which time the machine shows, "−10.2 s"; empty = now.
    void set_time(const QString& time);

    QSize sizeHint() const override { return {272, height_for(272)}; }
    QSize minimumSizeHint() const override { return {120, line()}; }

 protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    struct Entry;

    int line() const;
    int height_for(int width) const;
    std::vector<Entry> entries() const;
    /// Where the second column begins; 0 = only one fits.
    int second_column(int width) const;
    void draw_scale(QPainter& painter) const;

    const ThemeHolder& theme_;
    bool cells_ = false;
    bool refused_ = false;
    QString time_;
};

}  // namespace spinscope
