// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/log_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "ui/shell/bar_button.h"
#include "ui/shell/icons.h"
#include "ui/shell/messages.h"

namespace spinscope {

LogView::LogView(const ThemeHolder& theme, Messages& messages, QWidget* parent)
    : QWidget(parent), theme_(theme), messages_(messages) {
    list_ = new QTreeWidget(this);
    list_->setColumnCount(2);
    list_->setHeaderHidden(true);
    list_->setRootIsDecorated(false);
    list_->setFrameShape(QFrame::NoFrame);
    list_->viewport()->setAutoFillBackground(false);
    list_->setTextElideMode(Qt::ElideRight);
    list_->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    list_->header()->setStretchLastSection(true);
    list_->setAccessibleName(tr("Log, the last 50 messages"));
    auto* copy = new BarButton(theme, this);
    copy->setText(tr("Copy log"));
    connect(copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(messages_.log_text()); });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 8);
    layout->addWidget(list_, 1);
    layout->addWidget(copy, 0, Qt::AlignLeft);
    connect(&messages, &Messages::changed, this, &LogView::sync);
    connect(&theme, &ThemeHolder::changed, this, &LogView::sync);
    sync();
}

void LogView::showEvent(QShowEvent*) {
    sync();
}

void LogView::sync() {
    if (!isVisible()) return;
    const bool at_end = list_->verticalScrollBar()->value() == list_->verticalScrollBar()->maximum();
    list_->clear();
    const Theme& theme = theme_.theme();
    for (const Messages::Entry& entry : messages_.log()) {
        const Message& message = entry.message;
        const bool error = message.severity == Severity::Error;
        const bool warning = message.severity == Severity::Warning;
        const QString what = QString::fromStdString(message.what);
        auto* item = new QTreeWidgetItem(list_, {entry.at.toString(QStringLiteral("HH:mm:ss")), what});
        const QColor bar = error ? theme.error.bar : warning ? theme.warning.bar : theme.text_off;
        item->setIcon(1, line_icon(error     ? QStringLiteral("error")
                                   : warning ? QStringLiteral("warning")
                                             : QStringLiteral("info"),
                                   bar));
        item->setForeground(0, theme.text_second);
        item->setToolTip(1, QString::fromStdString(message.line()));
    }
    if (at_end) list_->scrollToBottom();
}

}  // namespace spinscope
