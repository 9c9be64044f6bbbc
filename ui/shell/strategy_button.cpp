// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/strategy_button.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

#include "ui/shell/bar_button.h"

namespace spinscope {

namespace {
constexpr int kSide = 8;
constexpr int kBetween = 7;
}  // namespace

StrategyButton::StrategyButton(const ThemeHolder& theme, const QString& name, const QString& year, char key,
                               QWidget* parent)
    : QToolButton(parent), theme_(theme), name_(name), year_(year), key_(key) {
    setFocusPolicy(Qt::TabFocus);
    setCheckable(true);
    setAttribute(Qt::WA_Hover);
    connect(&theme, &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void StrategyButton::set_compact(bool compact) {
    if (compact_ == compact) return;
    compact_ = compact;
    updateGeometry();
    update();
}

QFont StrategyButton::name_font() const {
    QFont font = font_for(TextRole::Control, this->font());
    font.setPixelSize(font.pixelSize() + 1);
    font.setWeight(QFont::Medium);
    return font;
}

QFont StrategyButton::year_font() const {
    return font_for(TextRole::Tiny, this->font());
}

int StrategyButton::cap() const {
    return key_ == 0 ? 0 : qMax(18, fontMetrics().height());
}

int StrategyButton::width_for(bool compact) const {
    int text = QFontMetrics(name_font()).horizontalAdvance(name_);
    if (!compact) text = std::max(text, QFontMetrics(year_font()).horizontalAdvance(year_));
    return 2 * kSide + text + (key_ == 0 ? 0 : cap() + kBetween) + 4;
}

QSize StrategyButton::sizeHint() const {
    ensurePolished();
    const int name = QFontMetrics(name_font()).height();
    const int height =
        compact_ ? std::max(28, name + 8) : std::max(38, name + QFontMetrics(year_font()).height() + 5);
    return {width_for(compact_), height};
}

void StrategyButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = theme_.theme();
    const QColor ink = paint_button(painter, rect(), theme, look_of(*this));
    const bool chosen = isChecked() && isEnabled();
    QRect text = rect().adjusted(kSide, 0, -kSide, 0);

    if (key_ != 0) {
        const QRect spot(text.left(), (height() - cap()) / 2, cap(), cap());
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(chosen ? ink : theme.outline, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(spot).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        painter.setPen(chosen ? ink : theme.text_second);
        painter.setFont(font_for(TextRole::Small, font()));
        painter.drawText(spot, Qt::AlignCenter, QString(QLatin1Char(key_)));
        text.setLeft(spot.right() + 1 + kBetween);
    }

    const QFont name = name_font();
    const QFont year = year_font();
    painter.setPen(ink);
    painter.setFont(name);
    if (compact_ || year_.isEmpty()) {
        painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft, name_);
        return;
    }
    const int name_height = QFontMetrics(name).height();
    const int both = name_height + QFontMetrics(year).height() - 1;
    text.setTop((height() - both) / 2);
    painter.drawText(text, Qt::AlignTop | Qt::AlignLeft, name_);
    text.setTop(text.top() + name_height - 1);
    painter.setFont(year);
    painter.setPen(chosen ? ink : theme.text_second);
    painter.drawText(text, Qt::AlignTop | Qt::AlignLeft, year_);
}

}  // namespace spinscope
