// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/explain/figure_rows.h"
#include "ui/theme/theme.h"

namespace spinscope {

/// "Published figure beside ours": a small table, drawn, with the present strategy's rows on a ground of
/// their own.
class FiguresTable : public QWidget {
    Q_OBJECT

 public:
    explicit FiguresTable(const ThemeHolder& theme, QWidget* parent = nullptr);

    void show_rows(const std::vector<FigureRow>& rows);
    /// Columns separated by tabs.
    QString text() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

 private:
    QStringList cells(const FigureRow& row) const;
    int line() const;

    /// A row, or the conditions of it and of those below.
    struct Line {
        std::size_t row;
        bool heading;
    };
    const FigureRow& row_of(const Line& line) const { return rows_[line.row]; }

    const ThemeHolder& theme_;
    std::vector<FigureRow> rows_;
    std::vector<Line> lines_;
};

}  // namespace spinscope
