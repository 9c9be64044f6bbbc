// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/figures_table.h"

#include <QClipboard>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <set>
#include <string>

#include "ui/format.h"

namespace spinscope {
namespace {

constexpr int kPad = 6;
constexpr int kNumber = 56;  ///< width of a column of numbers
constexpr int kRatio = 38;

}  // namespace

FiguresTable::FiguresTable(const ThemeHolder& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(tr("Published figure beside ours, packets per second"));
    connect(&theme, &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void FiguresTable::show_rows(const std::vector<FigureRow>& rows) {
    const QString before = text();
    rows_ = rows;
    lines_.clear();
    std::set<std::string> conditions;
    for (const FigureRow& row : rows) {
        if (row.published_pps) conditions.insert(row.conditions);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool another = i == 0 || rows[i - 1].conditions != rows[i].conditions;
        // Where all are under the same there is nothing to tell apart.
        if (conditions.size() > 1 && another && rows[i].published_pps) lines_.push_back({i, true});
        lines_.push_back({i, false});
    }
    if (text() == before) return;
    updateGeometry();
    setAccessibleDescription(text());
    update();
}

QStringList FiguresTable::cells(const FigureRow& row) const {
    const Format format;
    const std::optional<double> ratio = row.ratio();
    return {QString::fromStdString(row.strategy),
            row.published_pps ? format.short_rate(row.published_pps) : tr("none"),
            format.short_rate(row.ours_pps), ratio ? format.significant(*ratio, 3) : kUnknown};
}

QString FiguresTable::text() const {
    QString text = QStringList{tr("strategy"), tr("published"), tr("ours"), tr("ratio")}.join(u'\t') + u'\n';
    for (const Line& line : lines_) {
        text += (line.heading ? QString::fromStdString(row_of(line).conditions)
                              : cells(row_of(line)).join(u'\t')) +
                u'\n';
    }
    return text;
}

int FiguresTable::line() const {
    return QFontMetrics(font_for(TextRole::Small, font())).height() + 4;
}

QSize FiguresTable::sizeHint() const {
    return {220, line() * (static_cast<int>(lines_.size()) + 1) + 2};
}

void FiguresTable::paintEvent(QPaintEvent*) {
    const Theme& theme = theme_.theme();
    QPainter painter(this);
    const QFont plain = font_for(TextRole::Small, font());
    QFont bold = plain;
    bold.setWeight(QFont::Bold);
    const int high = line();
    const int numbers = 2 * kNumber + kRatio;
    const auto draw = [&](const QStringList& cells, int y, const QFont& font, const QColor& colour) {
        const QFontMetrics metrics(font);
        painter.setFont(font);
        painter.setPen(colour);
        const int name = width() - numbers - 2 * kPad;
        painter.drawText(QRect(kPad, y, name, high), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(cells[0], Qt::ElideMiddle, name));
        int x = width() - kPad - numbers;
        for (int column = 1; column < 4; ++column) {
            const int wide = column == 3 ? kRatio : kNumber;
            painter.drawText(QRect(x, y, wide, high), Qt::AlignRight | Qt::AlignVCenter, cells[column]);
            x += wide;
        }
    };
    draw({tr("packets/s"), tr("published"), tr("ours"), tr("ratio")}, 0, plain, theme.text_second);
    QPen pen(theme.hairline);
    pen.setCosmetic(true);
    painter.setPen(pen);
    painter.drawLine(0, high, width(), high);
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const int y = (static_cast<int>(i) + 1) * high + 1;
        const FigureRow& row = row_of(lines_[i]);
        if (lines_[i].heading) {
            painter.setFont(plain);
            painter.setPen(theme.text_second);
            painter.drawText(QRect(kPad, y, width() - 2 * kPad, high), Qt::AlignLeft | Qt::AlignVCenter,
                             QFontMetrics(plain).elidedText(QString::fromStdString(row.conditions),
                                                            Qt::ElideRight, width() - 2 * kPad));
            continue;
        }
        if (row.present) {
            const QRect ground(0, y, width(), high);
            painter.fillRect(ground, theme.selection);
            if (theme.contrast) {
                painter.setPen(QPen(theme.accent, 2));
                painter.drawRect(ground.adjusted(1, 1, -1, -1));
            }
        }
        draw(cells(row), y, row.present ? bold : plain, theme.text);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void FiguresTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(text());
        return;
    }
    QWidget::keyPressEvent(event);
}

bool FiguresTable::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int at = help->pos().y() / line() - 1;
    if (at >= 0 && at < static_cast<int>(lines_.size())) {
        const FigureRow& figure = row_of(lines_[static_cast<std::size_t>(at)]);
        QToolTip::showText(
            help->globalPos(),
            figure.published_pps
                ? tr("%1: %2\n%3\nOurs is given under the same conditions.")
                      .arg(QString::fromStdString(figure.strategy), QString::fromStdString(figure.conditions),
                           QString::fromStdString(figure.source))
                : tr("No figure was published for this strategy on this machine"),
            this);
    }
    return true;
}

}  // namespace spinscope
