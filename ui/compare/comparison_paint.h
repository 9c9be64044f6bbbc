// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <vector>

#include "ui/compare/collapse.h"
#include "ui/compare/comparison_words.h"
#include "ui/theme/theme.h"

namespace spinscope {

/// What the comparison shows of one machine.
struct ComparisonView {
    Ranking ranking;
    CollapseData published;  ///< as hollow diamonds, where it is of as many CPUs
    unsigned workers = 0;
};

/// The heights of the chart's parts for a font; rows share what is left, from `least` on.
struct ComparisonMeasure {
    explicit ComparisonMeasure(const QFont& font);
    int head = 0;
    int axis = 0;
    int least_row = 0;
    int usual_row = 0;
    int height(std::size_t rows, int row) const { return head + axis + static_cast<int>(rows) * row; }
};

/// A row for each strategy: its marker, then for each measure a dot with its interval on an axis that all
/// rows share, and the number. Rows are as high as fits, at most as usual.
void paint_comparison(QPainter& painter, const QRect& area, const ComparisonView& view, const Theme& theme,
                      const QFont& font);
/// Where the rows of that are: y of the first, and the height of one.
std::pair<int, int> comparison_rows(const QRect& area, std::size_t rows, const QFont& font);

/// What may be said of neighbours: title, verdict, interval. Returns the y below it; with a null painter only
/// measures.
int paint_ranking(QPainter* painter, const QRect& area, const std::vector<PairWords>& pairs,
                  const Theme& theme, const QFont& font);

}  // namespace spinscope
