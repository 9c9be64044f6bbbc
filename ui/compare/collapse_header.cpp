// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/collapse_header.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>
#include <algorithm>

#include "ui/compare/marker.h"
#include "ui/view/icons.h"

namespace spinscope {

namespace {
constexpr int kHeight = 26;
constexpr int kGap = 6;
constexpr int kBetween = 18;
}  // namespace

CollapseLegend legend_of(const CollapseView& view) {
    CollapseLegend legend;
    const auto beside = [&view](const CollapseData& points) {
        return std::any_of(
            points.curves().begin(), points.curves().end(),
            [&view](const CollapseCurve& curve) { return view.results.find(curve.strategy) != nullptr; });
    };
    for (const CollapseCurve& curve : view.results.curves()) legend.strategies.push_back(curve.strategy);
    legend.host = beside(view.host);
    legend.published = beside(view.published);
    return legend;
}

int draw_collapse_legend(QPainter* painter, const CollapseLegend& legend, int x, int middle,
                         const QFont& font, const Theme& theme) {
    const QFontMetrics metrics(font);
    const auto word = [&](const QString& text) {
        if (painter != nullptr) {
            painter->setFont(font);
            painter->setPen(theme.text_second);
            painter->drawText(QPointF(x, middle + (metrics.ascent() - metrics.descent()) / 2.0), text);
        }
        x += metrics.horizontalAdvance(text) + kBetween;
    };
    for (const std::string& strategy : legend.strategies) {
        if (painter != nullptr) draw_sample(*painter, x, middle, theme.strategy(strategy));
        x += kMarkerSample + kGap;
        word(QString::fromStdString(strategy));
    }
    if (legend.host) {
        if (painter != nullptr) {
            painter->setPen(QPen(theme.text, 1.8));
            painter->drawLine(QPointF(x + 1, middle - 4), QPointF(x + 9, middle + 4));
            painter->drawLine(QPointF(x + 1, middle + 4), QPointF(x + 9, middle - 4));
        }
        x += 10 + kGap;
        word(CollapseHeader::tr("this computer, measured"));
    }
    if (legend.published) {
        if (painter != nullptr) {
            painter->save();
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(QPen(theme.text, 1.5));
            painter->drawPath(marker_path(Marker::Diamond, 5).translated(x + 6, middle));
            painter->restore();
        }
        x += 12 + kGap;
        word(CollapseHeader::tr("published"));
    }
    return x;
}

CollapseHeader::CollapseHeader(const ThemeHolder& themes, QWidget* parent)
    : QWidget(parent), themes_(themes), copy_(new QToolButton(this)), export_(new QToolButton(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 8, 0);
    row->setSpacing(2);
    row->addStretch(1);
    for (QToolButton* button : {copy_, export_}) {
        button->setAutoRaise(true);
        button->setFixedSize(24, 24);
        row->addWidget(button);
    }
    copy_->setToolTip(tr("Copy picture and numbers"));
    copy_->setAccessibleName(copy_->toolTip());
    export_->setToolTip(tr("Save this view as a picture"));
    export_->setAccessibleName(export_->toolTip());
    connect(copy_, &QToolButton::clicked, this, &CollapseHeader::copy_wanted);
    connect(export_, &QToolButton::clicked, this, &CollapseHeader::export_wanted);
    setMinimumHeight(kHeight);
    connect(&themes, &ThemeHolder::changed, this, &CollapseHeader::apply_theme);
    apply_theme();
    set_legend({});
}

void CollapseHeader::set_legend(const CollapseLegend& legend) {
    legend_ = legend;
    copy_->setEnabled(!legend.strategies.empty());
    export_->setEnabled(!legend.strategies.empty());
    update();
}

void CollapseHeader::set_words(const QString& words) {
    words_ = tr("Packets per second against the number of CPUs, one queue") + QStringLiteral(" · ") + words;
    setToolTip(words_);
    setAccessibleDescription(words_);
    update();
}

void CollapseHeader::apply_theme() {
    copy_->setIcon(table_icon(themes_.theme()));
    export_->setIcon(export_icon(themes_.theme()));
    update();
}

void CollapseHeader::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themes_.theme();
    painter.fillRect(rect(), theme.panel);
    const QFont title = font_for(TextRole::Title, font());
    const QFont small = font_for(TextRole::Small, font());
    painter.setFont(title);
    painter.setPen(theme.text);
    const QString name = tr("Collapse");
    painter.drawText(rect().adjusted(12, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, name);
    int x = 12 + QFontMetrics(title).horizontalAdvance(name) + 16;
    // The legend first; the words have what is left.
    const int end = copy_->x() - 8;
    const int legend = draw_collapse_legend(nullptr, legend_, 0, 0, small, theme);
    const int room = end - legend - x - 8;
    constexpr int kLeastWords = 120;
    if (room >= kLeastWords) {
        painter.setFont(small);
        painter.setPen(theme.text_second);
        painter.drawText(QRect(x, 0, room, height()), Qt::AlignVCenter | Qt::AlignLeft,
                         QFontMetrics(small).elidedText(words_, Qt::ElideRight, room));
        x += room;
    }
    painter.setClipRect(0, 0, end, height());
    draw_collapse_legend(&painter, legend_, std::max(x, end - legend), height() / 2, small, theme);
}

}  // namespace spinscope
