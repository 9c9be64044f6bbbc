// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/marks_view.h"

#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <cmath>

#include "ui/format.h"
#include "ui/shell/switch_time.h"

namespace spinscope {

namespace {

enum Column { Time, Flag, What, Took };

QString name(const Mark& mark) {
    return QString::fromStdString(mark.strategy);
}

/// The flag as on the mark strip: bold in a block of the mark's colour.
class FlagDelegate : public QStyledItemDelegate {
 public:
    FlagDelegate(const ThemeHolder& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index).expandedTo({0, option.fontMetrics.height() + 8});
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const QString flag = index.data().toString();
        if (flag.isEmpty()) return;
        QFont font = option.font;
        font.setWeight(QFont::Bold);
        const int wide = QFontMetrics(font).horizontalAdvance(flag) + 8;
        QRect block(0, 0, wide, option.fontMetrics.height() + 2);
        block.moveCenter(option.rect.center());
        painter->save();
        painter->fillRect(block, theme_.theme().mark);
        painter->setPen(theme_.theme().mark_text);
        painter->setFont(font);
        painter->drawText(block, Qt::AlignCenter, flag);
        painter->restore();
    }

 private:
    const ThemeHolder& theme_;
};

}  // namespace

MarksView::MarksView(const ThemeHolder& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    list_ = new QTreeWidget(this);
    list_->setColumnCount(4);
    list_->setHeaderHidden(true);
    list_->setRootIsDecorated(false);
    list_->setFrameShape(QFrame::NoFrame);
    list_->viewport()->setAutoFillBackground(false);
    list_->setUniformRowHeights(true);
    list_->setAccessibleName(tr("Marks, newest first"));
    list_->setItemDelegateForColumn(Flag, new FlagDelegate(theme, list_));
    QHeaderView* header = list_->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(QHeaderView::Fixed);  // the times change ten times a second
    header->setSectionResizeMode(What, QHeaderView::Stretch);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    empty_ = new QLabel(tr("When the strategy was switched, and what the switch took"), this);
    empty_->setWordWrap(true);
    empty_->setContentsMargins(8, 8, 8, 8);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    list_->hide();
    layout->addWidget(empty_, 0, Qt::AlignTop);
    layout->addWidget(list_, 1);
    connect(list_, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
        emit jump_wanted(at_s_[static_cast<std::size_t>(list_->indexOfTopLevelItem(item))]);
    });
    connect(&theme, &ThemeHolder::changed, list_->viewport(), qOverload<>(&QWidget::update));
}

void MarksView::show_snapshot(const Snapshot& snapshot) {
    const bool same =
        snapshot.marks.size() == at_s_.size() &&
        (at_s_.empty() || (at_s_.front() == snapshot.marks.back().at_s && snapshot.at_s >= now_s_));
    const bool due = std::abs(snapshot.at_s - now_s_) >= 0.1;
    if (!same) rebuild(snapshot);
    if (same && !due) return;
    now_s_ = snapshot.at_s;
    update_times();
}

void MarksView::rebuild(const Snapshot& snapshot) {
    list_->clear();
    at_s_.clear();
    const std::vector<Mark>& marks = snapshot.marks;
    empty_->setVisible(marks.empty());
    list_->setVisible(!marks.empty());
    for (std::size_t i = marks.size(); i-- > 0;) {
        auto* item = new QTreeWidgetItem(list_);
        at_s_.push_back(marks[i].at_s);
        item->setTextAlignment(Time, Qt::AlignRight | Qt::AlignVCenter);
        item->setTextAlignment(Took, Qt::AlignRight | Qt::AlignVCenter);
        if (i == 0) {
            item->setText(What, tr("start: %1").arg(name(marks[i])));
            continue;
        }
        item->setText(Flag, QStringLiteral("S%1").arg(i));
        item->setText(What, QStringLiteral("%1 → %2").arg(name(marks[i - 1]), name(marks[i])));
        item->setText(Took, switch_time(marks[i].took_ns));
        item->setToolTip(What, tr("%1 → %2 in %3, packets lost: %4")
                                   .arg(name(marks[i - 1]), name(marks[i]), item->text(Took),
                                        Format().count(marks[i].lost)));
    }
    list_->setColumnWidth(Time, 0);
    list_->resizeColumnToContents(Flag);
    list_->resizeColumnToContents(Took);
}

void MarksView::update_times() {
    for (int row = 0; row < list_->topLevelItemCount(); ++row) {
        const double ago = at_s_[static_cast<std::size_t>(row)] - now_s_;
        list_->topLevelItem(row)->setText(Time, Format().seconds(ago, 1));
    }
    // The oldest has the longest text.
    if (!at_s_.empty()) list_->setColumnWidth(Time, std::max(list_->columnWidth(Time), time_width()));
}

int MarksView::time_width() const {
    const QTreeWidgetItem* oldest = list_->topLevelItem(list_->topLevelItemCount() - 1);
    return list_->fontMetrics().horizontalAdvance(oldest->text(Time)) + 12;
}

QString MarksView::text() const {
    QString text;
    for (int row = 0; row < list_->topLevelItemCount(); ++row) {
        const QTreeWidgetItem* item = list_->topLevelItem(row);
        text +=
            QStringList{item->text(Time), item->text(Flag), item->text(What), item->text(Took)}.join(u'\t') +
            u'\n';
    }
    return text;
}

}  // namespace spinscope
