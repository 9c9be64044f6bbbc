// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/state_legend.h"

#include <QEvent>
#include <QFontMetrics>
#include <QPainter>
#include <QSizePolicy>
#include <algorithm>
#include <functional>
#include <vector>

#include "ui/shell/topology_paint.h"

namespace spinscope {

namespace {

constexpr int kSwatchWidth = 16;
constexpr int kSwatchHeight = 10;
constexpr int kTextGap = 6;
constexpr int kColumnGap = 8;

void frame(QPainter& painter, const QRect& rect, const QColor& colour) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(colour);
    painter.drawRect(rect.adjusted(0, 0, -1, -1));
}

}  // namespace

struct StateLegend::Entry {
    QString text;
    std::function<void(QPainter&, const QRect&, const Theme&)> draw;
};

StateLegend::StateLegend(const ThemeHolder& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setAccessibleName(tr("Legend"));
    connect(&theme, &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void StateLegend::set_shape(bool cells, bool refused) {
    if (cells == cells_ && refused == refused_) return;
    cells_ = cells;
    refused_ = refused;
    setFixedHeight(height_for(width()));
    update();
}

void StateLegend::set_time(const QString& time) {
    if (time == time_) return;
    time_ = time;
    update();
}

int StateLegend::line() const {
    return QFontMetrics(font_for(TextRole::Small, font())).height() + 5;
}

std::vector<StateLegend::Entry> StateLegend::entries() const {
    std::vector<Entry> entries;
    if (!cells_) {
        entries = {
            {tr("owning the queue"),
             [](QPainter& p, const QRect& r, const Theme& t) {
                 p.fillRect(r, t.idle);
                 p.fillRect(r.adjusted(0, r.height() / 2, 0, 0), t.owning.fill);
             }},
            {tr("transmitting"),
             [](QPainter& p, const QRect& r, const Theme& t) { p.fillRect(r, t.transmitting.fill); }},
            {tr("holding the lock"),
             [](QPainter& p, const QRect& r, const Theme& t) {
                 p.fillRect(r, t.holding.fill);
                 frame(p, r, t.holding.cue);
             }},
            {tr("waiting: root lock"),
             [](QPainter& p, const QRect& r, const Theme& t) {
                 p.fillRect(r, hatch(t.waiting.fill, t.waiting.cue, 6));
             }},
            {tr("own work, idle"),
             [](QPainter& p, const QRect& r, const Theme& t) {
                 p.fillRect(r, t.idle);
                 frame(p, r, t.hairline);
             }},
            {tr("waiting: gate"),
             [](QPainter& p, const QRect& r, const Theme& t) {
                 p.fillRect(r, hatch(t.gate.fill, t.gate.cue, 6));
                 frame(p, r, t.gate.cue);
             }},
            {tr("worker"),
             [](QPainter& p, const QRect& r, const Theme& t) {
                 p.fillRect(r, t.plot);
                 frame(p, r, t.accent);
             }},
        };
    }
    entries.push_back({tr("not used"), [](QPainter& p, const QRect& r, const Theme& t) {
                           p.fillRect(r, hatch(t.panel, t.hairline, 6));
                           frame(p, r, t.outline);
                       }});
    if (refused_) {
        entries.push_back({tr("may not be used"), [](QPainter& p, const QRect& r, const Theme& t) {
                               p.fillRect(r, hatch(t.panel, t.hairline, 3));
                               frame(p, r, t.hairline);
                           }});
    }
    return entries;
}

int StateLegend::second_column(int width) const {
    const QFontMetrics metrics(font_for(TextRole::Small, font()));
    int columns[2] = {0, 0};
    const std::vector<Entry> all = entries();
    for (std::size_t i = 0; i < all.size(); ++i) {
        columns[i % 2] =
            std::max(columns[i % 2], kSwatchWidth + kTextGap + metrics.horizontalAdvance(all[i].text));
    }
    const int needed = columns[0] + kColumnGap + columns[1];
    if (needed > width) return 0;
    return columns[0] + kColumnGap + std::min(24, (width - needed) / 2);
}

int StateLegend::height_for(int width) const {
    const int count = static_cast<int>(entries().size());
    const int rows = second_column(width) > 0 ? (count + 1) / 2 : count;
    return (rows + (cells_ ? 2 : 0)) * line();
}

void StateLegend::resizeEvent(QResizeEvent*) {
    setFixedHeight(height_for(width()));
}

void StateLegend::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) setFixedHeight(height_for(width()));
    QWidget::changeEvent(event);
}

void StateLegend::draw_scale(QPainter& painter) const {
    const Theme& theme = theme_.theme();
    const int bar = std::min(160, width() - 100);
    for (int x = 0; x < bar; ++x) {
        painter.fillRect(x, 3, 1, kSwatchHeight, QColor(theme.heat_at(static_cast<double>(x) / bar)));
    }
    frame(painter, QRect(0, 3, bar, kSwatchHeight), theme.axis);
    painter.setPen(theme.text_second);
    const QRect below(0, line() - 2, bar, line());
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("0"));
    painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("100 %"));
    const QRect beside(bar + 8, 0, width() - bar - 8, 2 * line());
    painter.drawText(
        beside, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
        time_.isEmpty() ? tr("of the time\nwaiting") : tr("of the time\nwaiting, %1").arg(time_));
}

void StateLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = theme_.theme();
    const QFont font = font_for(TextRole::Small, this->font());
    const QFontMetrics metrics(font);
    painter.setFont(font);
    if (cells_) draw_scale(painter);

    const std::vector<Entry> all = entries();
    const int second = second_column(width());
    const int columns = second > 0 ? 2 : 1;
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const int row = (cells_ ? 2 : 0) + static_cast<int>(i) / columns;
        const int x = static_cast<int>(i) % columns == 0 ? 0 : second;
        const int middle = row * line() + line() / 2;
        QRect swatch(x, middle - kSwatchHeight / 2, kSwatchWidth, kSwatchHeight);
        QRect text(x + kSwatchWidth + kTextGap, row * line(), width() - x - kSwatchWidth - kTextGap, line());
        if (mirrored) {
            swatch.moveLeft(width() - swatch.right() - 1);
            text.setRect(0, text.top(), swatch.left() - kTextGap, text.height());
        }
        all[i].draw(painter, swatch, theme);
        painter.setPen(theme.text_second);
        painter.drawText(text,
                         static_cast<int>(Qt::AlignVCenter | (mirrored ? Qt::AlignRight : Qt::AlignLeft)),
                         metrics.elidedText(all[i].text, Qt::ElideRight, text.width()));
    }
}

}  // namespace spinscope
