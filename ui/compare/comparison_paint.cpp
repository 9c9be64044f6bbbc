// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_paint.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/compare/comparison_axis.h"
#include "ui/compare/marker.h"

namespace spinscope {

namespace {

constexpr int kSide = 14;     ///< left of the names, right of the last number
constexpr int kBetween = 18;  ///< columns
constexpr int kName = 22;     ///< from the left of a marker to its name
constexpr int kGap = 8;       ///< between a plot and its number
constexpr int kPad = 7;       ///< of a plot, so that a marker at its end is whole
constexpr double kMarker = 5;
constexpr int kWhisker = 4;

QString say(const char* text) {
    return QCoreApplication::translate("Comparison", text);
}

struct Column {
    Metric metric;
    const char* title;
    const char* remark;
    double weight;  ///< of the width that is left for plots
};
constexpr std::array<Column, 6> kColumns{{
    {Metric::Pps, QT_TRANSLATE_NOOP("Comparison", "Packets per second"),
     QT_TRANSLATE_NOOP("Comparison", "higher is better"), 2.6},
    {Metric::WaitP50, QT_TRANSLATE_NOOP("Comparison", "Wait p50"),
     QT_TRANSLATE_NOOP("Comparison", "whole call, log"), 1.6},
    {Metric::WaitP99, QT_TRANSLATE_NOOP("Comparison", "Wait p99"),
     QT_TRANSLATE_NOOP("Comparison", "whole call, log"), 1.6},
    {Metric::WaitMax, QT_TRANSLATE_NOOP("Comparison", "Wait max"),
     QT_TRANSLATE_NOOP("Comparison", "longest, log"), 1.6},
    {Metric::Jain, QT_TRANSLATE_NOOP("Comparison", "Fairness, Jain"),
     QT_TRANSLATE_NOOP("Comparison", "1 = all alike"), 1.6},
    {Metric::HandoffsPerPacket, QT_TRANSLATE_NOOP("Comparison", "Lock handoffs"),
     QT_TRANSLATE_NOOP("Comparison", "a packet"), 1.0},
}};

QFont bold(QFont font) {
    font.setWeight(QFont::DemiBold);
    return font;
}

/// Where a column is: its plot, and the right edge of its numbers.
struct Place {
    int left = 0;
    int right = 0;
    int number = 0;
};

class Chart {
 public:
    Chart(QPainter& painter, const QRect& area, const ComparisonView& view, const Theme& theme,
          const QFont& font)
        : painter_(painter),
          area_(area),
          view_(view),
          theme_(theme),
          small_(font_for(TextRole::Small, font)),
          strong_(bold(font_for(TextRole::Small, font))),
          control_(font_for(TextRole::Control, font)),
          measure_(font) {
        std::tie(first_, row_) = comparison_rows(area, rows().size(), font);
        place_columns();
    }

    void paint() {
        paint_grounds();
        for (std::size_t row = 0; row < rows().size(); ++row) paint_name(row);
        for (std::size_t column = 0; column < kColumns.size(); ++column) paint_column(column);
    }

 private:
    const std::vector<RankedStrategy>& rows() const { return view_.ranking.strategies; }
    int middle(std::size_t row) const { return first_ + static_cast<int>(row) * row_ + row_ / 2; }
    int bottom() const { return first_ + static_cast<int>(rows().size()) * row_; }

    static QString number(const RankedStrategy& row, Metric metric) {
        const auto& value = row[metric];
        return measure_text(metric, value ? std::optional(value->median) : std::nullopt);
    }

    void place_columns() {
        int names = kName + QFontMetrics(small_).horizontalAdvance(say("published"));
        for (const RankedStrategy& row : rows()) {
            names = std::max(names, kName + QFontMetrics(control_).horizontalAdvance(
                                                QString::fromStdString(row.strategy)));
        }
        names = std::min(names, area_.width() / 5);
        names_right_ = area_.left() + kSide + names;
        std::array<int, kColumns.size()> numbers{};
        int fixed = kSide + names + kSide;
        double weights = 0;
        for (std::size_t i = 0; i < kColumns.size(); ++i) {
            for (const RankedStrategy& row : rows()) {
                numbers[i] = std::max(
                    numbers[i], QFontMetrics(strong_).horizontalAdvance(number(row, kColumns[i].metric)));
            }
            fixed += kBetween + kGap + numbers[i];
            weights += kColumns[i].weight;
        }
        const double room = std::max(0, area_.width() - fixed);
        int x = names_right_;
        for (std::size_t i = 0; i < kColumns.size(); ++i) {
            Place& place = places_[i];
            place.left = x + kBetween;
            place.right = place.left + static_cast<int>(room * kColumns[i].weight / weights);
            place.number = place.right + kGap + numbers[i];
            x = place.number;
        }
    }

    void text(const QRect& rect, int flags, const QString& words, const QFont& font, const QColor& colour) {
        painter_.setFont(font);
        painter_.setPen(colour);
        painter_.drawText(rect, flags | Qt::TextSingleLine,
                          QFontMetrics(font).elidedText(words, Qt::ElideRight, rect.width()));
    }

    void paint_grounds() {
        painter_.fillRect(area_, theme_.panel);
        for (std::size_t row = 0; row < rows().size(); ++row) {
            const QRect rect(area_.left(), middle(row) - row_ / 2, area_.width(), row_);
            painter_.fillRect(rect, row % 2 == 0 ? theme_.plot : theme_.panel);
        }
        painter_.setPen(QPen(theme_.hairline, 0));
        for (const int y : {first_ - 1, bottom()}) painter_.drawLine(area_.left(), y, area_.right(), y);
        text(QRect(area_.left() + kSide, area_.top(), names_right_ - area_.left() - kSide, measure_.head),
             Qt::AlignVCenter | Qt::AlignLeft, say("Strategy"), strong_, theme_.text);
        if (!view_.published.empty()) {
            painter_.save();
            painter_.setRenderHint(QPainter::Antialiasing);
            painter_.setPen(QPen(theme_.text, 1.5));
            painter_.setBrush(Qt::NoBrush);
            const int y = bottom() + measure_.axis / 2;
            painter_.drawPath(marker_path(Marker::Diamond, kMarker).translated(area_.left() + kSide + 6, y));
            painter_.restore();
            text(QRect(area_.left() + kSide + kName, bottom(),
                       names_right_ - area_.left() - kSide - kName + 8, measure_.axis),
                 Qt::AlignVCenter | Qt::AlignLeft, say("published"), small_, theme_.text_second);
        }
    }

    void paint_name(std::size_t row) {
        const std::string& strategy = rows()[row].strategy;
        painter_.save();
        painter_.setRenderHint(QPainter::Antialiasing);
        paint_marker({area_.left() + kSide + 6.0, static_cast<double>(middle(row))}, strategy);
        painter_.restore();
        const int left = area_.left() + kSide + kName;
        text(QRect(left, middle(row) - row_ / 2, names_right_ - left + kBetween / 2, row_),
             Qt::AlignVCenter | Qt::AlignLeft, QString::fromStdString(strategy), control_, theme_.text);
    }

    void paint_marker(const QPointF& at, const std::string& strategy) {
        const SeriesStyle style = theme_.strategy(strategy);
        painter_.setPen(QPen(style.colour, 1.5));
        painter_.setBrush(style.hollow ? QBrush(theme_.plot) : QBrush(style.colour));
        painter_.drawPath(marker_path(style.marker, kMarker).translated(at));
    }

    std::optional<double> published(const RankedStrategy& row, Metric metric) const {
        if (metric != Metric::Pps) return std::nullopt;
        const CollapseCurve* curve = view_.published.find(row.strategy);
        const CollapsePoint* point = curve != nullptr ? curve->at(view_.workers) : nullptr;
        return point != nullptr ? std::optional(point->median()) : std::nullopt;
    }

    void paint_column(std::size_t index) {
        const Column& column = kColumns[index];
        const Place& place = places_[index];
        const int half = measure_.head / 2;
        // The words of a head may go on over the number, but not into the next column.
        const QRect head(place.left, area_.top() + 4, place.number + kBetween - 2 - place.left, half - 2);
        text(head, Qt::AlignBottom | Qt::AlignLeft, say(column.title), strong_, theme_.text);
        text(head.translated(0, half - 3), Qt::AlignVCenter | Qt::AlignLeft, say(column.remark), small_,
             theme_.text_second);

        double also = 0;
        for (const RankedStrategy& row : rows()) {
            also = std::max(also, published(row, column.metric).value_or(0));
        }
        const ComparisonAxis axis(column.metric, view_.ranking, also);
        const auto x_of = [&](double value) {
            return place.left + kPad + axis.share(value) * (place.right - place.left - 2 * kPad);
        };
        for (std::size_t row = 0; row < rows().size(); ++row) {
            paint_value(rows()[row], column.metric, row, place, x_of);
        }
        paint_ticks(axis, place);
    }

    template <class XOf>
    void paint_value(const RankedStrategy& row, Metric metric, std::size_t at, const Place& place,
                     const XOf& x_of) {
        const double y = middle(at);
        const bool rate = metric == Metric::Pps;
        text(QRect(place.right, middle(at) - row_ / 2, place.number - place.right, row_),
             Qt::AlignVCenter | Qt::AlignRight, number(row, metric), rate ? strong_ : small_, theme_.text);
        if (place.right - place.left < 4 * kPad) return;
        painter_.setPen(QPen(theme_.contrast ? theme_.text_off : theme_.grid, 0));
        painter_.drawLine(QPointF(place.left + kPad, y), QPointF(place.right - kPad, y));
        const auto& value = row[metric];
        painter_.save();
        painter_.setRenderHint(QPainter::Antialiasing);
        if (value) {
            const QColor colour = theme_.strategy(row.strategy).colour;
            if (const auto& interval = value->interval) {
                painter_.setPen(QPen(colour, 1.5));
                const double low = x_of(interval->low);
                const double high = x_of(interval->high);
                painter_.drawLine(QPointF(low, y), QPointF(high, y));
                for (const double end : {low, high}) {
                    painter_.drawLine(QPointF(end, y - kWhisker), QPointF(end, y + kWhisker));
                }
            }
            paint_marker({x_of(value->median), y}, row.strategy);
        }
        if (const auto figure = published(row, metric)) {
            painter_.setPen(QPen(theme_.text, 1.5));
            painter_.setBrush(Qt::NoBrush);
            painter_.drawPath(marker_path(Marker::Diamond, kMarker + 1).translated(x_of(*figure), y));
        }
        painter_.restore();
    }

    void paint_ticks(const ComparisonAxis& axis, const Place& place) {
        if (place.right - place.left < 4 * kPad) return;
        const QFontMetrics metrics(small_);
        int free = place.left - kBetween / 2;
        for (const auto& [share, label] : axis.ticks()) {
            const int x = place.left + kPad +
                          static_cast<int>(std::lround(share * (place.right - place.left - 2 * kPad)));
            painter_.setPen(QPen(theme_.axis, 0));
            painter_.drawLine(x, bottom(), x, bottom() + 3);
            const int width = metrics.horizontalAdvance(label);
            const int left = std::clamp(x - width / 2, place.left - kBetween / 2, place.number - width);
            if (left < free) continue;
            text(QRect(left, bottom() + 4, width + 1, measure_.axis - 4), Qt::AlignTop | Qt::AlignLeft, label,
                 small_, theme_.text_second);
            free = left + width + 6;
        }
    }

    QPainter& painter_;
    const QRect area_;
    const ComparisonView& view_;
    const Theme& theme_;
    const QFont small_, strong_, control_;
    const ComparisonMeasure measure_;
    int first_ = 0;  ///< y of the first row
    int row_ = 0;    ///< its height
    int names_right_ = 0;
    std::array<Place, kColumns.size()> places_{};
};

}  // namespace

ComparisonMeasure::ComparisonMeasure(const QFont& font) {
    const int line = QFontMetrics(font_for(TextRole::Small, font)).height();
    head = 2 * line + 12;
    axis = line + 8;
    least_row = line + 6;
    usual_row = 2 * line + 12;
}

std::pair<int, int> comparison_rows(const QRect& area, std::size_t rows, const QFont& font) {
    const ComparisonMeasure measure(font);
    const int count = static_cast<int>(std::max<std::size_t>(1, rows));
    const int row = (area.height() - measure.head - measure.axis) / count;
    return {area.top() + measure.head, std::clamp(row, measure.least_row, measure.usual_row)};
}

void paint_comparison(QPainter& painter, const QRect& area, const ComparisonView& view, const Theme& theme,
                      const QFont& font) {
    painter.save();
    Chart(painter, area, view, theme, font).paint();
    painter.restore();
}

int paint_ranking(QPainter* painter, const QRect& area, const std::vector<PairWords>& pairs,
                  const Theme& theme, const QFont& font) {
    const QFont small = font_for(TextRole::Small, font);
    const QFontMetrics metrics(small);
    const int line = metrics.height() + 2;
    int y = area.top();
    const auto put = [&](const QString& words, const QFont& face, const QColor& colour, int flags) {
        if (painter == nullptr) return;
        painter->setFont(face);
        painter->setPen(colour);
        painter->drawText(QRect(area.left(), y, area.width(), line), flags | Qt::AlignVCenter,
                          QFontMetrics(face).elidedText(words, Qt::ElideMiddle, area.width()));
    };
    put(say("Ranking for these conditions"), font_for(TextRole::Title, font), theme.text, Qt::AlignLeft);
    y += line + 8;
    for (const PairWords& words : pairs) {
        put(words.title, small, theme.text, Qt::AlignLeft);
        y += line;
        put(words.verdict, bold(small), words.differ ? theme.text : theme.text_second, Qt::AlignLeft);
        put(words.interval, small, theme.text_second, Qt::AlignRight);
        y += line + 3;
        if (painter != nullptr) {
            painter->setPen(QPen(theme.hairline, 0));
            painter->drawLine(area.left(), y, area.right(), y);
        }
        y += 4;
    }
    y += 2;
    for (const QString& words :
         {say("by packets per second, rounds paired"), say("at least 95 % interval")}) {
        put(words, small, theme.text_second, Qt::AlignLeft);
        y += line;
    }
    return y;
}

}  // namespace spinscope
