// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace spinscope {

/// A small table in a dock: a head, rows of words and numbers, words where there are no rows, and a line
/// below. Rows are changed in place, so that what is selected or scrolled to stays while numbers move.
class NumberList : public QWidget {
    Q_OBJECT
 public:
    struct Row {
        QStringList cells;
        QString tip;
        std::vector<QStringList> inner;  ///< rows that belong to it, below it
    };

    NumberList(const QStringList& head, const QString& name, QWidget* parent = nullptr);

    void set_rows(const std::vector<Row>& rows);
    /// Shown instead of the table.
    void set_empty_text(const QString& text);
    void set_note(const QString& text);
    void select_row(int row);  ///< -1 = none
    int rows() const;
    /// Head and rows, columns separated by tabs.
    QString text() const;

 signals:
    void row_chosen(int row);

 protected:
    void keyPressEvent(QKeyEvent* event) override;

 private:
    static void fill(QTreeWidgetItem& item, const QStringList& cells);
    void fit_columns();

    QTreeWidget* list_;
    QLabel* empty_;
    QLabel* note_;
};

}  // namespace spinscope
