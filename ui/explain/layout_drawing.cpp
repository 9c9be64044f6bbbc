// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/layout_drawing.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "ui/format.h"

namespace spinscope {
namespace {

constexpr int kBytes = 64;
constexpr int kBar = 12;               ///< height
constexpr int kMark = 4;               ///< width of the mark of a hot line
constexpr int kNumber = 40;            ///< width of the column of transfers
constexpr std::size_t kMostLines = 2;  ///< that one field fills with a bar each

QString moved_text(std::optional<double> moved) {
    if (!moved) return kUnknown;
    return *moved > 0 && *moved < 0.01 ? QStringLiteral("< 0.01") : Format().significant(*moved, 2);
}

}  // namespace

LayoutDrawing::LayoutDrawing(const ThemeHolder& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(tr("Memory layout of the queue"));
    connect(&theme, &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void LayoutDrawing::show_layout(const QueueLayout& layout, const QString& era) {
    layout_ = layout;
    era_ = era;
    rows_.clear();
    counted_ = false;
    for (std::size_t i = 0; i < layout.lines.size(); ++i) {
        const bool again = i > 0 && layout.lines[i].name == layout.lines[i - 1].name;
        if (again && !rows_.empty() && i - rows_.back().line >= kMostLines) {
            rows_.back().lines += 1;
            continue;
        }
        rows_.push_back({i, 1, {}, {}});
    }
    for (Row& row : rows_) {
        for (const LayoutField& field : layout.fields) {
            // The part of the field that is on this line.
            const std::size_t begin = field.line * kBytes + field.offset;
            const std::size_t from = std::max(begin, row.line * kBytes);
            const std::size_t to = std::min(begin + field.size, (row.line + 1) * kBytes);
            if (from < to) row.fields.push_back({field.name, row.line, from % kBytes, to - from});
        }
    }
    setAccessibleDescription(text());
    updateGeometry();
    update();
}

void LayoutDrawing::show_ledger(const Snapshot& snapshot) {
    if (snapshot.run.get() != run_ || snapshot.marks.size() != marks_) {
        run_ = snapshot.run.get();
        marks_ = snapshot.marks.size();
        // Counts are since the start of the run: what was before the switch is another strategy's.
        base_ = marks_ > 1 ? counts_of(snapshot) : Counts{};
    }
    const Counts now = counts_of(snapshot);
    const auto packets = static_cast<double>(now.packets - base_.packets);
    counted_ = !snapshot.ledger.empty() && packets > 0;
    for (Row& row : rows_) {
        row.moved.reset();
        if (!counted_) continue;
        const auto of = [&](const Counts& counts) {
            const auto found = counts.transfers.find(layout_.lines[row.line].name);
            return found == counts.transfers.end() ? 0.0 : static_cast<double>(found->second);
        };
        row.moved = (of(now) - of(base_)) / packets;
    }
    setAccessibleDescription(text());
    update();
}

LayoutDrawing::Counts LayoutDrawing::counts_of(const Snapshot& snapshot) {
    Counts counts;
    counts.packets = snapshot.totals.transmitted;
    for (const LedgerRow& line : snapshot.ledger) counts.transfers[line.name] = line.transfers;
    return counts;
}

QString LayoutDrawing::tip_of(const Row& row) const {
    QStringList fields;
    for (const LayoutField& field : row.fields) {
        fields << tr("%1: bytes %2 to %3")
                      .arg(QString::fromStdString(field.name))
                      .arg(field.offset)
                      .arg(field.offset + field.size - 1);
    }
    if (row.lines > 1) fields << tr("and %1 lines more").arg(row.lines - 1);
    if (row.moved) fields << tr("moved %1 times a packet").arg(moved_text(row.moved));
    return fields.join(u'\n');
}

QString LayoutDrawing::text() const {
    QStringList lines;
    for (const Row& row : rows_) {
        QString line = tip_of(row).replace(u'\n', QStringLiteral("; "));
        if (layout_.lines[row.line].hot) line += tr(" (hot)");
        lines << line;
    }
    return lines.join(u'\n');
}

int LayoutDrawing::line() const {
    return QFontMetrics(font_for(TextRole::Tiny, font())).height();
}

int LayoutDrawing::pitch() const {
    return kBar + line() + 5;
}

QSize LayoutDrawing::sizeHint() const {
    return {220, rows_.empty() ? 0 : line() + 6 + static_cast<int>(rows_.size()) * pitch()};
}

QColor LayoutDrawing::colour_of(const std::string& field) const {
    const Theme& theme = theme_.theme();
    if (field == "root lock") return theme.holding.fill;
    if (field == "running") return theme.owning.fill;
    if (field == "tx lock") return theme.transmitting.fill;
    if (field == "busylock" || field == "enqueue lock" || field == "lock-free list") return theme.gate.cue;
    return theme.idle;
}

void LayoutDrawing::draw_row(QPainter& painter, const Row& row, int y) const {
    const Theme& theme = theme_.theme();
    const LayoutLine& line = layout_.lines[row.line];
    const int left = kMark + 4;
    const int wide = width() - left - (counted_ ? kNumber : 0);
    const QRect bar(left, y, wide, kBar);
    painter.fillRect(bar, theme.plot);
    QPen pen(theme.outline);
    pen.setCosmetic(true);
    painter.setBrush(Qt::NoBrush);
    const auto x_of = [&](std::size_t byte) { return left + static_cast<int>(byte) * (wide - 1) / kBytes; };
    for (const LayoutField& field : row.fields) {
        const int x = x_of(field.offset);
        const QRect box(x, y, std::max(3, x_of(field.offset + field.size) - x), kBar - 1);
        painter.fillRect(box, colour_of(field.name));
        painter.setPen(pen);
        painter.drawRect(box);
    }
    painter.setPen(pen);
    painter.drawRect(bar.adjusted(0, 0, -1, -1));
    if (line.hot) painter.fillRect(0, y, kMark, kBar + this->line() + 1, theme.waiting.fill);

    QFont font = font_for(TextRole::Tiny, this->font());
    if (line.hot) font.setWeight(QFont::Bold);
    painter.setFont(font);
    painter.setPen(theme.text);
    QString names = QString::fromStdString(line.name);
    if (row.lines > 1) names += tr(", %1 lines").arg(row.lines + 1);
    painter.drawText(QRect(left, y + kBar + 1, wide, this->line()), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(font).elidedText(names, Qt::ElideRight, wide));
    if (!counted_) return;
    painter.drawText(QRect(width() - kNumber, y - 2, kNumber, kBar + 4), Qt::AlignRight | Qt::AlignVCenter,
                     moved_text(row.moved));
}

void LayoutDrawing::paintEvent(QPaintEvent*) {
    if (rows_.empty()) return;
    const Theme& theme = theme_.theme();
    QPainter painter(this);
    painter.setFont(font_for(TextRole::Tiny, font()));
    painter.setPen(theme.text_second);
    const QRect head(0, 0, width(), line());
    const QString title = tr("%1, 64 bytes a line; ▌ hot").arg(era_);
    painter.drawText(
        head, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(title, Qt::ElideMiddle, width() - (counted_ ? kNumber + 4 : 0)));
    if (counted_) painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, tr("moved"));
    int y = line() + 4;
    for (const Row& row : rows_) {
        draw_row(painter, row, y);
        y += pitch();
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

bool LayoutDrawing::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int at = (help->pos().y() - line() - 4) / pitch();
    if (at >= 0 && at < static_cast<int>(rows_.size())) {
        QString tip = tip_of(rows_[static_cast<std::size_t>(at)]);
        if (counted_) tip += u'\n' + tr("(to another CPU, for each packet sent, since the last switch)");
        QToolTip::showText(help->globalPos(), tip, this);
    }
    return true;
}

}  // namespace spinscope
