// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <vector>

class QTableWidget;

namespace spinscope {

/// Rows as lines of cells with tabs between them.
QString tab_separated(const std::vector<QStringList>& rows);

/// Numbers as a table that keeps up with them, the head first; copies as tab-separated text.
class TableDialog : public QDialog {
    Q_OBJECT
 public:
    using Rows = std::function<std::vector<QStringList>()>;
    /// The rows are asked for as long as the dialog is open.
    TableDialog(const QString& title, Rows rows, QWidget* parent);

 public slots:
    void refresh();

 private:
    const Rows rows_;
    QTableWidget* table_;
    QTimer timer_;
};

}  // namespace spinscope
