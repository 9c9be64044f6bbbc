// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_chart.h"

#include <QKeyEvent>
#include <algorithm>

#include "ui/view/hover_tip.h"

namespace spinscope {

namespace {
constexpr int kListSide = 14;
}

ComparisonChart::ComparisonChart(const ThemeHolder& themes, QWidget* parent)
    : QWidget(parent), themes_(themes) {
    setAccessibleName(tr("Comparison of strategies"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&themes, &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void ComparisonChart::show_view(const ComparisonView& view) {
    const bool fewer = static_cast<int>(view.ranking.strategies.size()) <= row_;
    view_ = view;
    if (fewer) point_at(-1);
    updateGeometry();
    update();
}

QSize ComparisonChart::sizeHint() const {
    const ComparisonMeasure measure(font());
    return {900, measure.height(static_cast<std::size_t>(std::max(rows(), 3)), measure.usual_row)};
}

QSize ComparisonChart::minimumSizeHint() const {
    const ComparisonMeasure measure(font());
    return {560, measure.height(static_cast<std::size_t>(std::max(rows(), 2)), measure.least_row)};
}

void ComparisonChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themes_.theme();
    painter.fillRect(rect(), theme.panel);
    if (rows() == 0) return;
    paint_comparison(painter, rect(), view_, theme, font());
    const auto [first, height] = comparison_rows(rect(), static_cast<std::size_t>(rows()), font());
    if (row_ >= 0) {
        painter.setPen(QPen(theme.text, 1));
        painter.drawRect(QRect(0, first + row_ * height, width() - 1, height - 1));
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void ComparisonChart::point_at(int row) {
    if (row == row_) return;
    row_ = row;
    if (row_ >= 0) {
        const QString text = describe(view_.ranking.strategies[static_cast<std::size_t>(row_)]);
        if (tip_ == nullptr) tip_ = new HoverTip(this);
        const auto [first, height] = comparison_rows(rect(), static_cast<std::size_t>(rows()), font());
        const int x = std::clamp(mapFromGlobal(QCursor::pos()).x(), 0, width());
        tip_->show_at(mapToGlobal(QPoint(x, first + (row_ + 1) * height)), text, themes_.theme());
        setAccessibleDescription(HoverTip::plain(text));
    } else if (tip_ != nullptr) {
        tip_->hide();
    }
    update();
}

void ComparisonChart::mouseMoveEvent(QMouseEvent* event) {
    const auto [first, height] = comparison_rows(rect(), static_cast<std::size_t>(rows()), font());
    const int y = static_cast<int>(event->position().y());
    const int row = y < first ? -1 : (y - first) / height;
    point_at(row < rows() ? row : -1);
}

void ComparisonChart::leaveEvent(QEvent* event) {
    point_at(-1);
    QWidget::leaveEvent(event);
}

void ComparisonChart::focusOutEvent(QFocusEvent* event) {
    point_at(-1);
    QWidget::focusOutEvent(event);
}

void ComparisonChart::keyPressEvent(QKeyEvent* event) {
    const bool down = event->key() == Qt::Key_Down;
    if (event->key() == Qt::Key_Escape && row_ >= 0) {
        point_at(-1);
    } else if (rows() > 0 && (down || event->key() == Qt::Key_Up)) {
        point_at(row_ < 0 ? 0 : std::clamp(row_ + (down ? 1 : -1), 0, rows() - 1));
    } else {
        QWidget::keyPressEvent(event);
    }
}

RankingList::RankingList(const ThemeHolder& themes, QWidget* parent) : QWidget(parent), themes_(themes) {
    setAccessibleName(tr("Ranking for these conditions"));
    connect(&themes, &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void RankingList::show_ranking(const Ranking& ranking) {
    pairs_ = pair_words(ranking);
    QStringList lines;
    for (const PairWords& words : pairs_) {
        lines << QStringLiteral("%1: %2 (%3)").arg(words.title, words.verdict, words.interval);
    }
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    setMinimumHeight(paint_ranking(nullptr, QRect(0, kListSide, 200, 0), pairs_, themes_.theme(), font()) +
                     kListSide / 2);
    update();
}

void RankingList::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themes_.theme().panel);
    if (pairs_.empty()) return;
    paint_ranking(&painter, rect().adjusted(kListSide, kListSide, -kListSide, 0), pairs_, themes_.theme(),
                  font());
}

}  // namespace spinscope
