// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/collapse_plot.h"

#include <QPicture>
#include <algorithm>
#include <cmath>

#include "ui/compare/label_place.h"
#include "ui/compare/marker.h"
#include "ui/view/hover_tip.h"

namespace spinscope {

namespace {

constexpr int kLeft = 66;
constexpr int kRight = 76;  ///< room for the last value of each curve
constexpr int kTop = 22;
constexpr int kBottom = 52;
constexpr int kAir = 6;  ///< around a band's words
constexpr double kMarker = 4.5;
constexpr int kMostTicks = 20;

QCPScatterStyle scatter_of(const SeriesStyle& style) {
    return {marker_path(style.marker, kMarker), QPen(style.colour, 1.5),
            style.hollow ? QBrush(Qt::NoBrush) : QBrush(style.colour), 6};
}

/// Words as lines that are at most `room` px wide where the words are.
QString fill(const QStringList& words, const QFontMetrics& metrics, int room) {
    QStringList lines;
    for (const QString& word : words) {
        const QString longer = lines.isEmpty() ? word : lines.last() + u' ' + word;
        if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= room) {
            lines.last() = longer;
        } else {
            lines << word;
        }
    }
    return lines.join(u'\n');
}

}  // namespace

CollapsePlot::CollapsePlot(QWidget* parent) : QCustomPlot(parent), theme_(make_theme(ThemeChoice::Light)) {
    setObjectName(QStringLiteral("collapse"));
    setAutoAddPlottableToLegend(false);
    setPlottingHint(QCP::phFastPolylines, true);
    setPlottingHint(QCP::phImmediateRefresh, false);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Collapse: packets per second against the number of CPUs"));
    axisRect()->setAutoMargins(QCP::msNone);
    axisRect()->setMargins({kLeft, kTop, kRight, kBottom});
    axisRect()->setMinimumSize(1, 1);
    xAxis->grid()->setVisible(false);
    yAxis->grid()->setSubGridVisible(false);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setSubTicks(false);
        axis->setTickLengthIn(0);
    }
    yAxis->setTickLengthOut(0);
    xAxis->setTickLengthOut(4);
    xAxis->setLabelPadding(6);
    xAxis->setLabel(tr("CPUs that send"));
    setMinimumSize(320, 200);
    set_theme(theme_);
}

void CollapsePlot::set_theme(const Theme& theme) {
    theme_ = theme;
    rebuild();
}

void CollapsePlot::show_view(const CollapseView& view, const Theme& theme) {
    if (view.results.curves().size() != view_.results.curves().size()) value_axis_ = ValueAxis();
    view_ = view;
    theme_ = theme;
    if (place_ && (place_->curve >= view_.results.curves().size() ||
                   place_->point >= view_.results.curves()[place_->curve].points.size())) {
        point_at(std::nullopt);
    }
    rebuild();
}

void CollapsePlot::rebuild() {
    clearPlottables();
    clearItems();
    cpus_ = view_.results.cpus();
    fit_axes();
    add_bands();
    for (const CollapseCurve& curve : view_.results.curves()) add_curve(curve);
    add_points(view_.published, false);
    add_points(view_.host, true);
    place_labels();
    replot(rpQueuedReplot);
}

void CollapsePlot::fit_axes() {
    setBackground(QBrush(theme_.plot));
    const QFont small = font_for(TextRole::Small, font());
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setBasePen(QPen(theme_.axis, 0));
        axis->setTickPen(QPen(theme_.axis, 0));
        axis->setTickLabelFont(small);
        axis->setLabelFont(small);
        axis->setTickLabelColor(theme_.text_second);
        axis->setLabelColor(theme_.text_second);
        axis->setVisible(!view_.results.empty());
    }
    yAxis->setBasePen(Qt::NoPen);
    yAxis->grid()->setPen(theme_.contrast ? QPen(Qt::NoPen) : QPen(theme_.grid, 0));
    yAxis->grid()->setZeroLinePen(Qt::NoPen);
    if (view_.results.empty()) return;

    value_axis_.fit(std::max({view_.results.highest(), view_.host.highest(), view_.published.highest()}));
    yAxis->setRange(0, value_axis_.top());
    auto values = QSharedPointer<QCPAxisTickerText>::create();
    values->addTick(0, QStringLiteral("0"));
    for (const double tick : value_axis_.ticks(std::max(1, height() - kTop - kBottom) / 2)) {
        values->addTick(tick, format_.axis_rate(tick));
    }
    yAxis->setTicker(values);

    const double first = cpus_.front();
    const double last = cpus_.back();
    const double air = std::max(0.4, (last - first) * 0.04);
    xAxis->setRange(first - air, last + air);
    auto counts = QSharedPointer<QCPAxisTickerText>::create();
    const std::size_t stride = (cpus_.size() + kMostTicks - 1) / kMostTicks;
    for (std::size_t i = 0; i < cpus_.size(); i += stride) {
        counts->addTick(cpus_[i], QString::number(cpus_[i]));
    }
    if (cpus_.size() - 1 - (cpus_.size() - 1) / stride * stride > stride / 2) {
        counts->addTick(last, QString::number(cpus_.back()));
    }
    xAxis->setTicker(counts);
}

void CollapsePlot::add_curve(const CollapseCurve& curve) {
    const SeriesStyle style = theme_.strategy(curve.strategy);
    QCPGraph* graph = addGraph();
    QPen pen(style.colour, theme_.data_pen);
    if (style.dashed) pen.setDashPattern({5, 3});
    graph->setPen(pen);
    graph->setScatterStyle(scatter_of(style));
    QVector<double> at, median, below, above;
    for (const CollapsePoint& point : curve.points) {
        at << point.cpus();
        median << point.median();
        below << point.median() - point.lowest();
        above << point.highest() - point.median();
    }
    graph->setData(at, median, true);
    auto* bars = new QCPErrorBars(xAxis, yAxis);
    bars->setDataPlottable(graph);
    bars->setPen(QPen(style.colour, 1.5));
    bars->setWhiskerWidth(7);
    bars->setSymbolGap(0);
    bars->setData(below, above);
}

void CollapsePlot::add_points(const CollapseData& beside, bool crosses) {
    for (const CollapseCurve& curve : beside.curves()) {
        if (view_.results.find(curve.strategy) == nullptr) continue;
        QCPGraph* graph = addGraph();
        graph->setLineStyle(QCPGraph::lsNone);
        const QColor colour = theme_.strategy(curve.strategy).colour;
        graph->setScatterStyle(
            crosses
                ? QCPScatterStyle(QCPScatterStyle::ssCross, QPen(theme_.text, 1.8), Qt::NoBrush, 9)
                : QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(colour, 1.8), QBrush(theme_.plot), 12));
        for (const CollapsePoint& point : curve.points) graph->addData(point.cpus(), point.median());
    }
}

void CollapsePlot::add_bands() {
    for (std::size_t step = 1; step < cpus_.size(); ++step) {
        std::vector<std::pair<double, std::string>> falls;
        for (const CollapseCurve& curve : view_.results.curves()) {
            for (const Fall& fall : curve.falls()) {
                if (curve.points[fall.to].cpus() == cpus_[step])
                    falls.emplace_back(fall.share, curve.strategy);
            }
        }
        if (falls.empty()) continue;
        std::sort(falls.rbegin(), falls.rend());
        add_band(step, falls);
    }
}

void CollapsePlot::add_band(std::size_t step, const std::vector<std::pair<double, std::string>>& falls) {
    auto* band = new QCPItemRect(this);
    band->setLayer(QStringLiteral("background"));
    band->setPen(theme_.contrast ? QPen(theme_.error.bar, 1) : QPen(Qt::NoPen));
    band->setBrush(theme_.error.background);
    for (QCPItemPosition* corner : {band->topLeft, band->bottomRight}) {
        corner->setTypeX(QCPItemPosition::ptPlotCoords);
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    band->topLeft->setCoords(cpus_[step - 1], 0);
    band->bottomRight->setCoords(cpus_[step], 1);

    const double left = xAxis->coordToPixel(cpus_[step - 1]);
    const int room = static_cast<int>(xAxis->coordToPixel(cpus_[step]) - left) - 2 * kAir;
    const auto line_height = [this](TextRole role) { return QFontMetrics(font_for(role, font())).height(); };
    const auto percent = [this](double share) {
        return QChar(0x2212) + format_.significant(share * 100, 2) + QStringLiteral("\u00a0%");
    };
    const QString lost = percent(falls.front().first);
    const auto width = [this, &lost](TextRole role) {
        return QFontMetrics(font_for(role, font())).horizontalAdvance(lost);
    };
    const bool wide = width(TextRole::StrategyName) <= room;
    const TextRole role = wide ? TextRole::StrategyName : TextRole::Tiny;
    if (width(role) > room) return;
    QStringList words;
    for (const auto& [share, strategy] : falls) {
        const QString name = QString::fromStdString(strategy);
        // The first one's share is the large number above.
        words << (words.isEmpty() ? name : name + QChar(0x00a0) + percent(share)) + u',';
    }
    const unsigned more = cpus_[step] - cpus_[step - 1];
    words << (more == 1 ? tr("with one CPU more") : tr("with %1 CPUs more").arg(more)).split(u' ');
    QString below = wide ? fill(words, QFontMetrics(font_for(TextRole::Small, font())), room) : QString();

    // Under the curves, or over them where there is more room.
    const auto [under, over] = room_beside_curves(step);
    const auto high = [&] {
        return line_height(role) +
               (below.isEmpty() ? 0
                                : line_height(TextRole::Small) * static_cast<int>(below.count(u'\n') + 1));
    };
    if (high() > std::max(under, over)) below.clear();
    const bool on_top = high() > under && over > under;
    int base = on_top ? kTop + kAir + high() : height() - kBottom - kAir;
    const auto lay = [&](const QString& text, TextRole its_role) {
        QCPItemText* label = add_text(text, its_role, theme_.error.text, Qt::AlignLeft | Qt::AlignBottom);
        label->setTextAlignment(Qt::AlignLeft);
        label->setBrush(theme_.error.background);
        label->position->setType(QCPItemPosition::ptAbsolute);
        label->position->setCoords(left + kAir, base);
        base -= line_height(its_role) * static_cast<int>(text.count(u'\n') + 1);
    };
    if (!below.isEmpty()) lay(below, TextRole::Small);
    lay(lost, role);
}

std::pair<int, int> CollapsePlot::room_beside_curves(std::size_t step) const {
    double least = value_axis_.top();
    double most = 0;
    for (const CollapseCurve& curve : view_.results.curves()) {
        for (const unsigned cpus : {cpus_[step - 1], cpus_[step]}) {
            const CollapsePoint* point = curve.at(cpus);
            if (point == nullptr) continue;
            least = std::min(least, point->median());
            most = std::max(most, point->median());
        }
    }
    constexpr int kMarker = 8;
    const int under = height() - kBottom - static_cast<int>(yAxis->coordToPixel(least)) - kMarker - kAir;
    const int over = static_cast<int>(yAxis->coordToPixel(most)) - kTop - kMarker - kAir;
    return {under, over};
}

QCPItemText* CollapsePlot::add_text(const QString& text, TextRole role, const QColor& colour,
                                    Qt::Alignment from) {
    auto* item = new QCPItemText(this);
    item->setClipToAxisRect(false);
    item->setText(text);
    item->setFont(font_for(role, font()));
    item->setColor(colour);
    item->setPositionAlignment(from);
    item->setPadding(QMargins(2, 0, 2, 0));
    return item;
}

void CollapsePlot::place_labels() {
    struct Last {
        double x, y;
        QCPItemText* text;
    };
    std::vector<Last> last;
    std::vector<QLineF> lines;
    for (std::size_t c = 0; c < view_.results.curves().size(); ++c) {
        for (std::size_t p = 1; p < view_.results.curves()[c].points.size(); ++p) {
            lines.emplace_back(pixel_of({c, p - 1}), pixel_of({c, p}));
        }
    }
    std::vector<QRectF> taken;
    const auto value = [this](const CollapsePoint& point, Qt::Alignment from, double dx, double dy) {
        QCPItemText* label = add_text(format_.short_rate(point.median()), TextRole::Small, theme_.text, from);
        QFont face = label->font();
        face.setWeight(QFont::Medium);
        label->setFont(face);
        label->position->setType(QCPItemPosition::ptAbsolute);
        label->position->setCoords(xAxis->coordToPixel(point.cpus()) + dx,
                                   yAxis->coordToPixel(point.median()) + dy);
        return label;
    };
    /// Beside a point in the middle of the plot, off the curves where that is possible.
    const auto beside = [&](const CollapsePoint& point) {
        QCPItemText* label = value(point, Qt::AlignLeft | Qt::AlignTop, 0, 0);
        const QSizeF size = QFontMetricsF(label->font()).size(Qt::TextSingleLine, label->text());
        const QPointF at(xAxis->coordToPixel(point.cpus()), yAxis->coordToPixel(point.median()));
        taken.push_back(place_label(at, size, lines, taken));
        label->position->setCoords(taken.back().topLeft());
    };
    for (const CollapseCurve& curve : view_.results.curves()) {
        const CollapsePoint& end = curve.points.back();
        std::size_t named = curve.points.size();
        for (const Fall& fall : curve.falls()) {
            if (named != fall.to - 1) {
                beside(curve.points[fall.to - 1]);
            }
            named = fall.to;
            if (&curve.points[named] != &end) beside(curve.points[named]);
        }
        QCPItemText* label = value(end, Qt::AlignLeft | Qt::AlignVCenter, 10, 0);
        last.push_back({xAxis->coordToPixel(end.cpus()) + 10, yAxis->coordToPixel(end.median()), label});
    }
    // From the highest down: none lies on the one above it; then up again from the axis.
    const double line = QFontMetrics(font_for(TextRole::Small, font())).height();
    std::sort(last.begin(), last.end(), [](const Last& a, const Last& b) { return a.y < b.y; });
    for (std::size_t i = 1; i < last.size(); ++i) last[i].y = std::max(last[i].y, last[i - 1].y + line);
    double floor = height() - kBottom;
    for (std::size_t i = last.size(); i-- > 0;) {
        last[i].y = std::min(last[i].y, floor);
        floor = last[i].y - line;
        last[i].text->position->setCoords(last[i].x, last[i].y);
    }
}

QString CollapsePlot::describe(const CollapseCurve& curve, const CollapsePoint& point) const {
    const QString head =
        point.cpus() == 1 ? tr("%1, 1 CPU").arg(QString::fromStdString(curve.strategy))
                          : tr("%1, %2 CPUs").arg(QString::fromStdString(curve.strategy)).arg(point.cpus());
    QStringList lines{QStringLiteral("<b>%1</b>").arg(head), format_.rate(point.median()).text()};
    if (point.runs() > 1) {
        lines << tr("%1 to %2 in %3 runs")
                     .arg(format_.short_rate(point.lowest()), format_.rate(point.highest()).text())
                     .arg(point.runs());
    }
    const CollapsePoint* before = nullptr;
    for (const CollapsePoint& other : curve.points) {
        if (other.cpus() < point.cpus()) before = &other;
    }
    if (before != nullptr && before->median() > 0) {
        const double change = point.median() / before->median() - 1;
        lines << tr("%1 against %2 CPUs")
                     .arg((change >= 0 ? QStringLiteral("+") : QString()) + format_.share(change))
                     .arg(before->cpus());
    }
    if (const CollapseCurve* measured = view_.host.find(curve.strategy)) {
        if (const CollapsePoint* here = measured->at(point.cpus())) {
            lines << tr("this computer: %1").arg(format_.rate(here->median()).text());
        }
    }
    if (const CollapseCurve* published = view_.published.find(curve.strategy)) {
        if (const CollapsePoint* figure = published->at(point.cpus())) {
            lines << tr("published: %1").arg(format_.rate(figure->median()).text());
        }
    }
    return lines.join(QStringLiteral("<br>"));
}

void CollapsePlot::paint_vector(QPainter& painter, const QRect& area) {
    resize(area.size());
    setViewport(QRect(QPoint(), area.size()));
    replot(rpQueuedRefresh);  // lays out what the labels go by
    rebuild();
    QPicture picture;
    QCPPainter recorder(&picture);
    recorder.setMode(QCPPainter::pmVectorized);
    recorder.setMode(QCPPainter::pmNoCaching);
    toPainter(&recorder, area.width(), area.height());
    recorder.end();
    painter.drawPicture(area.topLeft(), picture);
}

}  // namespace spinscope
