// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/compare/comparison_paint.h"

namespace spinscope {

class HoverTip;

/// The strategies of a comparison as rows of dots with intervals. The pointer and the arrow keys ask for a
/// row's numbers.
class ComparisonChart : public QWidget {
    Q_OBJECT

 public:
    explicit ComparisonChart(const ThemeHolder& themes, QWidget* parent = nullptr);

    void show_view(const ComparisonView& view);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

 protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

 private:
    int rows() const { return static_cast<int>(view_.ranking.strategies.size()); }
    /// -1 for none.
    void point_at(int row);

    const ThemeHolder& themes_;
    ComparisonView view_;
    int row_ = -1;
    HoverTip* tip_ = nullptr;
};

/// What may be said of neighbours, beside the chart.
class RankingList : public QWidget {
    Q_OBJECT

 public:
    explicit RankingList(const ThemeHolder& themes, QWidget* parent = nullptr);

    void show_ranking(const Ranking& ranking);

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    const ThemeHolder& themes_;
    std::vector<PairWords> pairs_;
};

}  // namespace spinscope
