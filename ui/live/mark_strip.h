// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/live_model.h"
#include "ui/theme/theme.h"

namespace spinscope {

/// The row above the views: flags where the strategy was switched or numbers are not to be trusted, and
/// between them the strategies' names.
class MarkStrip : public QWidget {
    Q_OBJECT
 public:
    static constexpr int kHeight = 24;

    MarkStrip(LiveModel& model, ThemeHolder& themes, QWidget* parent = nullptr);

    struct Flag {
        double x = 0;  ///< logical px
        double at_s = 0;
        QString text;  ///< "S1", "S3–7", "THR", "LOST"
        QString tip;
        bool doubt = false;
    };
    /// The flags that are visible in a page so wide, doubts before switches, each left to right; those of a
    /// kind that are closer than 28 px are one.
    static std::vector<Flag> flags(const LiveModel& model, int page_width);
    static void paint(QPainter& painter, const QRect& area, const LiveModel& model, const Theme& theme,
                      const QFont& font);

 protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

 private:
    const Flag* flag_at(const std::vector<Flag>& all, double x) const;

    LiveModel& model_;
    ThemeHolder& themes_;
};

}  // namespace spinscope
