// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <QToolButton>
#include <cmath>

#include "ui/view/view.h"

namespace spinscope {
namespace {

constexpr int kSwatch = 14;
constexpr int kLine = 16;
constexpr int kGradient = 60;
constexpr int kBetween = 16;

int sample_width(LegendItem::Kind kind) {
    switch (kind) {
        case LegendItem::Kind::Line:
        case LegendItem::Kind::Dashed:
        case LegendItem::Kind::Dotted:
        case LegendItem::Kind::Dots:
            return kLine;
        case LegendItem::Kind::Gradient:
            return kGradient;
        default:
            return kSwatch;
    }
}

void draw_hatch(QPainter& painter, const QRectF& box, const QColor& colour, double apart, qreal width) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(hatch_lines(box, apart));
    painter.restore();
}

void draw_sample(QPainter& painter, const LegendItem& item, int x, const QRect& area, const Theme& theme) {
    const int middle = area.center().y() + 1;
    const QRect box(x, middle - 6, kSwatch, 11);
    painter.setRenderHint(QPainter::Antialiasing, false);
    switch (item.kind) {
        case LegendItem::Kind::Line:
            painter.fillRect(x, middle - 1, kLine, 2, item.colour);
            break;
        case LegendItem::Kind::Dashed:
            painter.fillRect(x, middle - 1, 6, 2, item.colour);
            painter.fillRect(x + 9, middle - 1, 6, 2, item.colour);
            break;
        case LegendItem::Kind::Dotted:
            for (int dx = 0; dx < kLine; dx += 4) painter.fillRect(x + dx, middle - 1, 2, 2, item.colour);
            break;
        case LegendItem::Kind::Dots:
            painter.fillRect(x, middle - 1, 3, 3, item.colour);
            painter.fillRect(x + 6, middle + 1, 3, 3, item.colour);
            painter.fillRect(x + 11, middle - 3, 3, 3, item.colour);
            break;
        case LegendItem::Kind::Swatch:
            painter.fillRect(box, item.colour);
            break;
        case LegendItem::Kind::Hatched:
            painter.fillRect(box, item.colour);
            draw_hatch(painter, box, item.second, 6, 1.2);
            break;
        case LegendItem::Kind::OpenHatch:
            painter.fillRect(box, item.colour);
            draw_hatch(painter, box, item.second, 6, 1.6);
            painter.setPen(QPen(item.second, 0));
            painter.drawRect(box.adjusted(0, 0, -1, -1));
            break;
        case LegendItem::Kind::Outlined:
            painter.fillRect(box, item.colour);
            painter.setPen(QPen(item.second, 0));
            painter.drawRect(box.adjusted(0, 0, -1, -1));
            break;
        case LegendItem::Kind::OwnBar:
            painter.fillRect(box, theme.idle);
            painter.fillRect(box.adjusted(0, 7, 0, 0), item.colour);
            break;
        case LegendItem::Kind::Gradient: {
            // A colour bar: from the near to the far colour, or the heat table.
            const QRect bar(x, middle - 6, kGradient, 11);
            for (int dx = 0; dx < kGradient; ++dx) {
                const double share = dx / (kGradient - 1.0);
                painter.fillRect(x + dx, bar.top(), 1, bar.height(),
                                 item.colour.isValid()
                                     ? QColor(mix(item.colour.rgb(), item.second.rgb(), share))
                                     : QColor(theme.heat_at(share)));
            }
            break;
        }
    }
}

/// A dashed vertical line as many solid ones: a dashed pen costs the raster engine ten times as much.
QVector<QLineF> dashes(double x, double top, double bottom, double on, double off) {
    QVector<QLineF> lines;
    for (double y = top; y < bottom; y += on + off) lines.append({x, y, x, std::min(bottom, y + on)});
    return lines;
}

}  // namespace

QVector<QLineF> hatch_lines(const QRectF& box, double apart) {
    QVector<QLineF> lines;
    // Lines x + y = c, cut where they leave the box: SVG does not clip.
    for (double c = box.left() + box.top() + apart / 2; c < box.right() + box.bottom(); c += apart) {
        const double bottom = std::min(box.bottom(), c - box.left());
        const double top = std::max(box.top(), c - box.right());
        lines.append(QLineF(c - bottom, bottom, c - top, top));
    }
    return lines;
}

int draw_legend(QPainter* painter, const std::vector<LegendItem>& items, int x, const QRect& area,
                const QFont& font, const Theme& theme) {
    const QFontMetrics metrics(font);
    for (const LegendItem& item : items) {
        const int sample = sample_width(item.kind);
        const int text_width = metrics.horizontalAdvance(item.text);
        if (painter != nullptr) {
            draw_sample(*painter, item, x, area, theme);
            painter->setFont(font);
            painter->setPen(theme.text_second);
            painter->drawText(QRect(x + sample + 6, area.top(), text_width + 2, area.height()),
                              Qt::AlignVCenter | Qt::AlignLeft, item.text);
        }
        x += sample + 6 + text_width + kBetween;
    }
    return x - kBetween;
}

int View::title_end() const {
    return ViewGrid::kRight + QFontMetrics(role_font(TextRole::Title)).horizontalAdvance(title_) + 20;
}

void View::draw_header(QPainter& painter) const {
    const QRect header(0, 0, width(), ViewGrid::kHeader);
    painter.fillRect(header, theme().panel);
    painter.setPen(QPen(theme().hairline, 0));
    painter.drawLine(header.topLeft(), header.topRight());
    const QFont title_font = role_font(TextRole::Title);
    const QFont small = role_font(TextRole::Small);
    painter.setFont(title_font);
    painter.setPen(theme().text);
    painter.drawText(header.adjusted(ViewGrid::kRight, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, title_);
    int x = title_end();
    if (!in_picture_) x += header_control_width();
    const int right = in_picture_ ? width() - ViewGrid::kRight : table_button_->x() - 12;

    // The legend matters more than the explanation beside the title.
    std::vector<LegendItem> items = legend();
    while (!items.empty() && draw_legend(nullptr, items, x, header, small, theme()) > right) items.pop_back();
    const int legend_width = draw_legend(nullptr, items, 0, header, small, theme());
    for (const QString& words : subtitles()) {
        const int words_width = QFontMetrics(small).horizontalAdvance(words);
        if (words.isEmpty() || x + words_width + 24 + legend_width > right) continue;
        painter.setFont(small);
        painter.setPen(theme().text_second);
        painter.drawText(QRect(x, 0, words_width + 4, header.height()), Qt::AlignVCenter | Qt::AlignLeft,
                         words);
        x += words_width + 20;
        break;
    }
    if (legend_at_right()) x = std::max(x, right - legend_width);
    draw_legend(&painter, items, x, header, small, theme());
}

void View::draw_decoration(QPainter& painter) {
    painter.fillRect(rect(), theme().plot);
    draw_header(painter);
    if (model_.has_data() || !model_.newest().workers.empty()) draw_labels(painter);
    if (!model_.has_data()) draw_empty(painter, plot_);
}

void View::draw_empty(QPainter& painter, const QRect& area) const {
    painter.setPen(QPen(theme().grid, 0));
    for (const double share : {0.25, 0.5, 0.75}) {
        const int y = area.top() + qRound(area.height() * share);
        painter.drawLine(area.left(), y, area.right(), y);
    }
    painter.setPen(QPen(theme().axis, 0));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setFont(role_font(TextRole::Control));
    const QRect words = QFontMetrics(painter.font())
                            .boundingRect(area, Qt::AlignCenter | Qt::TextWordWrap, empty_text())
                            .adjusted(-14, -5, 14, 5);
    painter.fillRect(words, theme().plot);
    painter.setPen(theme().text_second);
    painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, empty_text());
}

void View::draw_time_overlays(QPainter& painter, const QRect& area) const {
    const auto x_of = [&](double time_s) { return area.left() + scale_.position(time_s) / ratio_; };
    painter.save();
    for (const Doubt& doubt : model_.history().doubts()) {
        if (doubt.end_s < scale_.begin_s() || doubt.begin_s > scale_.end_s()) continue;
        // Never narrower than can be seen.
        const double left = std::max<double>(area.left(), x_of(doubt.begin_s));
        const double right = std::min<double>(area.right() + 1, std::max(x_of(doubt.end_s), left + 3));
        const QRectF box(left, area.top(), right - left, area.height());
        painter.fillRect(box, theme().plot);
        painter.setPen(QPen(theme().hairline, 0));
        painter.drawLines(hatch_lines(box, 8));
        painter.setPen(QPen(theme().warning.bar, 0));
        painter.drawLine(box.topLeft(), box.bottomLeft());
        painter.drawLine(box.topRight(), box.bottomRight());
    }
    const auto time_line_at = [&](double time_s, double on, double off) {
        painter.drawLines(dashes(std::floor(x_of(time_s)) + 0.5, area.top(), area.bottom() + 1, on, off));
    };
    painter.setPen(QPen(theme().mark, 0));
    const std::vector<Mark>& marks = model_.marks();
    for (std::size_t i = 1; i < marks.size(); ++i) {
        if (scale_.shows(marks[i].at_s)) time_line_at(marks[i].at_s, 6, 3);
    }
    if (model_.hover() && scale_.shows(*model_.hover()) && !in_picture_) {
        painter.setPen(QPen(theme().text, 0));
        time_line_at(*model_.hover(), 1, 3);
    }
    painter.restore();
}

QString View::time_line(double time_s) const {
    const double back = model_.history().end_s() - time_s;
    QString strategy;
    for (const Mark& mark : model_.marks()) {
        if (mark.at_s <= time_s) strategy = QString::fromStdString(mark.strategy);
    }
    const int decimals = scale_.span_s() < 15 ? 2 : 1;
    return tr("%1 · %2").arg(format_.seconds(-back, decimals), strategy);
}

}  // namespace spinscope
