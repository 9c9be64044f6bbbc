// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/table_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPushButton>
#include <QShortcut>
#include <QTableWidget>
#include <QVBoxLayout>

namespace spinscope {

QString tab_separated(const std::vector<QStringList>& rows) {
    QString text;
    for (const QStringList& row : rows) text += row.join(u'\t') + u'\n';
    return text;
}

TableDialog::TableDialog(const QString& title, Rows rows, QWidget* parent)
    : QDialog(parent), rows_(std::move(rows)), table_(new QTableWidget(this)) {
    setWindowTitle(title);
    resize(620, 420);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setAccessibleName(title);
    table_->verticalHeader()->hide();
    table_->setAlternatingRowColors(true);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    copy->setToolTip(tr("Copy the table as tab-separated text"));
    const auto copy_text = [this] { QGuiApplication::clipboard()->setText(tab_separated(rows_())); };
    connect(copy, &QPushButton::clicked, this, copy_text);
    connect(new QShortcut(QKeySequence::Copy, this), &QShortcut::activated, this, copy_text);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* layout = new QVBoxLayout(this);
    layout->addWidget(table_);
    layout->addWidget(buttons);

    connect(&timer_, &QTimer::timeout, this, &TableDialog::refresh);
    timer_.start(1000);
    refresh();
}

void TableDialog::refresh() {
    const std::vector<QStringList> rows = rows_();
    if (rows.empty()) return;
    table_->setColumnCount(static_cast<int>(rows.front().size()));
    table_->setRowCount(static_cast<int>(rows.size()) - 1);
    table_->setHorizontalHeaderLabels(rows.front());
    for (std::size_t row = 1; row < rows.size(); ++row) {
        for (int column = 0; column < rows[row].size(); ++column) {
            const int at = static_cast<int>(row) - 1;
            QTableWidgetItem* item = table_->item(at, column);
            if (item == nullptr) {
                item = new QTableWidgetItem;
                if (column > 0) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
                table_->setItem(at, column, item);
            }
            item->setText(rows[row][column]);
        }
    }
}

}  // namespace spinscope
