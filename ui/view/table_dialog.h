// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>

class QTableWidget;

namespace spinscope {

class LiveModel;
class View;

/// The numbers of a view as a table that keeps up with it; copies as tab-separated text.
class TableDialog : public QDialog {
    Q_OBJECT
 public:
    TableDialog(View& view, LiveModel& model, QWidget* parent);

 private:
    void refresh();

    View& view_;
    QTableWidget* table_;
    QTimer timer_;
};

}  // namespace spinscope
