// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/number_list.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace spinscope {

NumberList::NumberList(const QStringList& head, const QString& name, QWidget* parent)
    : QWidget(parent), list_(new QTreeWidget(this)), empty_(new QLabel(this)), note_(new QLabel(this)) {
    list_->setColumnCount(static_cast<int>(head.size()));
    list_->setHeaderLabels(head);
    for (int column = 1; column < head.size(); ++column) {
        list_->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    list_->setRootIsDecorated(false);
    list_->setFrameShape(QFrame::NoFrame);
    list_->viewport()->setAutoFillBackground(false);
    list_->setUniformRowHeights(true);
    list_->setIndentation(12);
    list_->setAllColumnsShowFocus(true);
    list_->setAccessibleName(name);
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(QHeaderView::Fixed);
    list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (QLabel* label : {empty_, note_}) {
        label->setWordWrap(true);
        label->setContentsMargins(8, 8, 8, 8);
        label->setForegroundRole(QPalette::PlaceholderText);
    }
    note_->setForegroundRole(QPalette::WindowText);
    note_->hide();
    list_->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(empty_, 0, Qt::AlignTop);
    layout->addWidget(list_, 1);
    layout->addWidget(note_);
    connect(list_, &QTreeWidget::itemClicked, this,
            [this](QTreeWidgetItem* item) { emit row_chosen(list_->indexOfTopLevelItem(item)); });
    connect(list_, &QTreeWidget::itemActivated, this,
            [this](QTreeWidgetItem* item) { emit row_chosen(list_->indexOfTopLevelItem(item)); });
}

void NumberList::fill(QTreeWidgetItem& item, const QStringList& cells) {
    for (int column = 0; column < cells.size(); ++column) {
        if (item.text(column) == cells[column]) continue;
        item.setText(column, cells[column]);
        if (column > 0) item.setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
}

void NumberList::set_rows(const std::vector<Row>& rows) {
    const auto count = static_cast<int>(rows.size());
    while (list_->topLevelItemCount() > count) delete list_->takeTopLevelItem(count);
    bool nested = false;
    for (int i = 0; i < count; ++i) {
        const Row& row = rows[static_cast<std::size_t>(i)];
        QTreeWidgetItem* item = list_->topLevelItem(i);
        const bool added = item == nullptr;
        if (added) item = new QTreeWidgetItem(list_);
        fill(*item, row.cells);
        item->setToolTip(0, row.tip);
        const auto inner = static_cast<int>(row.inner.size());
        while (item->childCount() > inner) delete item->takeChild(inner);
        for (int k = 0; k < inner; ++k) {
            QTreeWidgetItem* child = item->child(k);
            if (child == nullptr) child = new QTreeWidgetItem(item);
            fill(*child, row.inner[static_cast<std::size_t>(k)]);
        }
        if (added && i == 0) item->setExpanded(true);
        nested = nested || inner > 0;
    }
    list_->setRootIsDecorated(nested);
    list_->setVisible(count > 0);
    empty_->setVisible(count == 0);
    fit_columns();
}

void NumberList::fit_columns() {
    // Columns only grow: numbers that move must not push the table about.
    for (int column = 1; column < list_->columnCount(); ++column) {
        const int before = list_->columnWidth(column);
        list_->resizeColumnToContents(column);
        const int wanted = std::max(list_->columnWidth(column), list_->header()->sectionSizeHint(column));
        list_->setColumnWidth(column,
                              std::max(before == list_->header()->defaultSectionSize() ? 0 : before, wanted));
    }
}

void NumberList::set_empty_text(const QString& text) {
    empty_->setText(text);
}

void NumberList::set_note(const QString& text) {
    if (note_->text() == text) return;
    note_->setText(text);
    note_->setVisible(!text.isEmpty());
}

void NumberList::select_row(int row) {
    QTreeWidgetItem* item = row >= 0 ? list_->topLevelItem(row) : nullptr;
    if (item == nullptr) {
        list_->clearSelection();
        list_->setCurrentItem(nullptr);
    } else if (!item->isSelected()) {
        list_->setCurrentItem(item);
    }
}

int NumberList::rows() const {
    return list_->topLevelItemCount();
}

QString NumberList::text() const {
    QString text;
    const auto add = [&](const QTreeWidgetItem& item) {
        QStringList cells;
        for (int column = 0; column < list_->columnCount(); ++column) cells << item.text(column);
        text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    };
    add(*list_->headerItem());
    for (int i = 0; i < list_->topLevelItemCount(); ++i) {
        add(*list_->topLevelItem(i));
        for (int k = 0; k < list_->topLevelItem(i)->childCount(); ++k) add(*list_->topLevelItem(i)->child(k));
    }
    return text;
}

void NumberList::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(text());
        return;
    }
    QWidget::keyPressEvent(event);
}

}  // namespace spinscope
