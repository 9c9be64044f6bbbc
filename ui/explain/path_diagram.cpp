// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/path_diagram.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

#include "ui/format.h"

namespace spinscope {
namespace {

constexpr int kMargin = 8;
constexpr int kProducers = 32;  ///< width of their column
constexpr int kGap = 13;        ///< between two boxes: room for the arrow
constexpr int kBar = 4;         ///< height of a box's bar
constexpr std::size_t kLabelled = 8;
constexpr std::size_t kCells = 64;  ///< more producers than that are a strip
constexpr std::size_t kOwnersNamed = 5;

void frame(QPainter& painter, const QRect& rect, const QColor& colour) {
    QPen pen(colour);
    pen.setCosmetic(true);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0, 0, -1, -1));
}

void arrow(QPainter& painter, int from, int to, int y, const QColor& colour) {
    painter.setPen(colour);
    painter.drawLine(from, y, to - 1, y);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const QPoint head[] = {{to, y}, {to - 5, y - 3}, {to - 5, y + 4}};
    painter.drawPolygon(head, 3);
}

/// In a box there is no room for many digits.
QString short_count(std::uint64_t count, std::uint64_t longest) {
    if (count < longest) return QString::number(count);
    return count < 10'000 ? QStringLiteral("%1k").arg(static_cast<double>(count) / 1000, 0, 'f', 1)
                          : QStringLiteral("%1k").arg(count / 1000);
}

/// "58 %", below 10 % with a decimal: what is in a box has to be short.
QString share_text(std::optional<double> share) {
    if (!share) return kUnknown;
    if (*share < 0.0995) return Format().share(share);
    return QStringLiteral("%1\u00a0%").arg(qRound(100 * *share));
}

/// From the fewest to the most; one number where they hardly differ.
QString range_text(std::uint64_t least, std::uint64_t most) {
    if ((most - least) * 20 <= most) return short_count(most, 10'000);
    return QStringLiteral("%1–%2").arg(short_count(least, 1000), short_count(most, 1000));
}

}  // namespace

PathDiagram::PathDiagram(const ThemeHolder& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(tr("Where a packet spends its time"));
    connect(&theme, &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
    show_state({});
}

void PathDiagram::show_state(const PathState& state) {
    state_ = state;
    const QString words = text();
    setAccessibleDescription(words);
    setToolTip(
        tr("Over the last second. Waiting: mean share of a sender's time. Bars: share of the time in "
           "which the lock is held and the device called; estimated where the probe samples."));
    update();
}

std::vector<PathDiagram::Part> PathDiagram::parts() const {
    const Theme& theme = theme_.theme();
    const Format format;
    const bool known = state_.measured;
    const auto waiting = [&](double share) {
        return tr("wait %1").arg(known ? share_text(share) : kUnknown);
    };
    const QString held = share_text(state_.held);
    std::vector<Part> parts;
    if (state_.has_gate()) {
        QString deep;
        if (state_.has_list()) {
            deep = tr("%1 deep").arg(state_.packets_a_flush ? format.significant(*state_.packets_a_flush, 2)
                                                            : kUnknown);
        }
        parts.push_back({state_.has_list() ? tr("list") : tr("gate"), deep, waiting(state_.gate_wait),
                         state_.gate_wait, theme.gate.cue});
    } else if (state_.has_root_lock()) {
        parts.push_back({tr("root lock"), tr("%1 held").arg(held), waiting(state_.root_wait),
                         state_.root_wait, theme.waiting.fill});
    }
    const QString range = known ? range_text(state_.least, state_.most) : kUnknown;
    const QString length = state_.queues > 1 ? tr("%1 in %2").arg(range).arg(state_.queues) : range;
    const bool lock_shown = state_.has_gate() && state_.has_root_lock();
    parts.push_back({state_.queues > 1 ? tr("queues") : tr("queue"), length,
                     lock_shown ? tr("lock %1").arg(held) : tr("owned %1").arg(share_text(state_.owned)),
                     (lock_shown ? state_.held : state_.owned).value_or(0),
                     lock_shown ? theme.holding.fill : theme.owning.fill});
    parts.push_back({tr("device"), tr("%1 busy").arg(share_text(state_.busy)),
                     state_.xmit_ns ? format.time_ns(state_.xmit_ns).text() : kUnknown,
                     state_.busy.value_or(0), theme.transmitting.fill});
    return parts;
}

QStringList PathDiagram::captions() const {
    if (!state_.measured) return {tr("Nothing is measured yet")};
    const Format format;
    QStringList lines;
    const std::vector<std::string> owners = owner_names(state_, kOwnersNamed);
    QStringList names;
    for (const std::string& name : owners) names << QString::fromStdString(name);
    lines << (owners.empty()       ? tr("no owner at this moment")
              : owners.size() == 1 ? tr("owner: CPU %1").arg(names.front())
                                   : tr("owners: CPU %1").arg(names.join(QStringLiteral(", "))));
    if (state_.packets_a_flush) {
        lines << tr("%1 packets a flush").arg(format.significant(*state_.packets_a_flush, 2));
    }
    if (state_.has_gate() && state_.has_root_lock()) {
        lines << tr("root lock: waiting %1 of the time").arg(format.share(state_.root_wait));
    }
    const std::optional<double> handoffs = state_.handoffs_a_packet;
    lines << tr("%1 handoffs a packet")
                 .arg(!handoffs                            ? kUnknown
                      : *handoffs > 0 && *handoffs < 0.005 ? tr("below 0.01")
                                                           : format.significant(*handoffs, 2));
    return lines;
}

QString PathDiagram::text() const {
    QStringList words;
    for (const Part& part : parts()) words << QStringList{part.name, part.inside, part.over}.join(u' ');
    return (words + captions()).join(QStringLiteral("; "));
}

int PathDiagram::line() const {
    return QFontMetrics(font_for(TextRole::Tiny, font())).height();
}

QSize PathDiagram::sizeHint() const {
    const int boxes = 4 * line() + kBar + 10;
    return {256, kMargin + line() + 8 + boxes + 4 + 4 * line() + kMargin};
}

void PathDiagram::draw_producers(QPainter& painter, const QRect& area) const {
    const Theme& theme = theme_.theme();
    const std::size_t count = state_.cpus.size();
    if (count == 0) return;
    if (count <= kLabelled) {
        const int pitch = std::min(line() + 2, area.height() / static_cast<int>(count));
        const int top = area.top() + (area.height() - pitch * static_cast<int>(count)) / 2;
        for (std::size_t i = 0; i < count; ++i) {
            const QRect cell(area.left(), top + static_cast<int>(i) * pitch, area.width(), pitch - 2);
            painter.fillRect(cell, state_.owner[i] ? theme.owning.fill : theme.idle);
            frame(painter, cell, theme.outline);
            painter.setPen(state_.owner[i] ? theme.plot : theme.text_second);
            painter.drawText(cell, Qt::AlignCenter, QString::number(state_.cpus[i]));
        }
        return;
    }
    if (count <= kCells) {
        const int columns = count <= 16 ? 2 : 4;
        const int rows = (static_cast<int>(count) + columns - 1) / columns;
        const int high = std::clamp(area.height() / rows, 3, 9);
        const int wide = area.width() / columns;
        const int top = area.top() + (area.height() - high * rows) / 2;
        for (std::size_t i = 0; i < count; ++i) {
            const int n = static_cast<int>(i);
            const QRect cell(area.left() + n % columns * wide, top + n / columns * high, wide - 1, high - 1);
            painter.fillRect(cell, state_.owner[i] ? theme.owning.fill : theme.idle);
            frame(painter, cell, state_.owner[i] ? theme.owning.fill : theme.outline);
        }
        return;
    }
    // A strip: each row of pixels is the one of its CPUs that owned the most.
    const float fair = std::max(1e-6f, static_cast<float>(state_.queues) / static_cast<float>(count));
    for (int y = 0; y < area.height(); ++y) {
        const auto from = static_cast<std::size_t>(y) * count / static_cast<std::size_t>(area.height());
        const auto to = std::max(
            from + 1, static_cast<std::size_t>(y + 1) * count / static_cast<std::size_t>(area.height()));
        const float most = *std::max_element(state_.own.begin() + static_cast<std::ptrdiff_t>(from),
                                             state_.own.begin() + static_cast<std::ptrdiff_t>(to));
        const double share = std::min(1.0, double{most} / (2 * double{fair}));
        painter.fillRect(area.left(), area.top() + y, area.width(), 1,
                         QColor(mix(theme.idle.rgb(), theme.owning.fill.rgb(), share)));
    }
    frame(painter, area, theme.outline);
    for (std::size_t i = 0; i < count; ++i) {  // owners at this moment
        if (!state_.owner[i]) continue;
        const int y = area.top() + static_cast<int>(i * static_cast<std::size_t>(area.height()) / count);
        painter.fillRect(area.right() + 1, y - 1, 3, 3, theme.owning.fill);
    }
}

void PathDiagram::draw_part(QPainter& painter, const Part& part, const QRect& box) const {
    const Theme& theme = theme_.theme();
    painter.fillRect(box, theme.panel);
    const QRect foot(box.left() + 1, box.bottom() - kBar, box.width() - 2, kBar);
    painter.fillRect(foot, theme.idle);
    const double share = std::clamp(part.share, 0.0, 1.0);
    int filled = static_cast<int>(share * foot.width() + 0.5);
    if (share > 0) filled = std::max(filled, 1);
    painter.fillRect(foot.left(), foot.top(), filled, foot.height(), part.bar);
    frame(painter, box, theme.outline);

    QFont font = font_for(TextRole::Tiny, this->font());
    painter.setFont(font);
    painter.setPen(theme.text_second);
    const QRect over(box.left() - kGap / 2, box.top() - line() - 3, box.width() + kGap, line());
    painter.drawText(over, Qt::AlignCenter, part.over);
    painter.setPen(theme.text);
    const QRect inside = box.adjusted(1, 1, -1, -kBar - 1);
    const QRect lower(inside.left(), inside.center().y(), inside.width(), line() + 2);
    painter.drawText(lower, Qt::AlignCenter,
                     QFontMetrics(font).elidedText(part.inside, Qt::ElideRight, lower.width()));
    font.setWeight(QFont::Bold);
    painter.setFont(font);
    painter.drawText(QRect(inside.left(), inside.center().y() - line(), inside.width(), line()),
                     Qt::AlignCenter,
                     QFontMetrics(font).elidedText(part.name, Qt::ElideRight, inside.width()));
}

void PathDiagram::paintEvent(QPaintEvent*) {
    const Theme& theme = theme_.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.plot);
    frame(painter, rect(), hasFocus() ? theme.accent : theme.hairline);
    const QFont tiny = font_for(TextRole::Tiny, font());
    const int high = line();

    QFont title = tiny;
    title.setWeight(QFont::Bold);
    painter.setFont(title);
    painter.setPen(theme.text);
    const QRect head(kMargin, kMargin, width() - 2 * kMargin, high);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, tr("Where a packet spends its time"));
    painter.setFont(tiny);
    painter.setPen(theme.text_second);
    painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, tr("last 1 s"));

    const QRect body(kMargin, head.bottom() + 9, width() - 2 * kMargin, 4 * high + kBar + 10);
    const QRect producers(body.left(), body.top(), kProducers, body.height() + 2 * high);
    draw_producers(painter, producers);

    const std::vector<Part> all = parts();
    const int count = static_cast<int>(all.size());
    const int first = producers.right() + kGap + 4;
    const int wide = (body.right() + 1 - first - (count - 1) * kGap) / count;
    const int top = body.top() + high + 4;
    const int box_high = 2 * high + kBar + 8;
    const int middle = top + box_high / 2;
    painter.setPen(theme.axis);
    const int lines = std::min<int>(8, static_cast<int>(state_.cpus.size()));
    for (int i = 0; i < lines; ++i) {
        const int y = producers.top() + producers.height() * (2 * i + 1) / (2 * lines);
        painter.drawLine(producers.right() + 4, y, first - 1, middle);
    }
    for (int i = 0; i < count; ++i) {
        const QRect box(first + i * (wide + kGap), top, wide, box_high);
        draw_part(painter, all[static_cast<std::size_t>(i)], box);
        if (i > 0) arrow(painter, box.left() - kGap, box.left() - 1, middle, theme.axis);
    }
    painter.setFont(tiny);
    int y = top + box_high + 8;
    for (const QString& caption : captions()) {
        painter.setPen(theme.text);
        painter.drawText(QRect(first, y, body.right() + 1 - first, high), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetrics(tiny).elidedText(caption, Qt::ElideRight, body.right() + 1 - first));
        y += high;
    }
}

}  // namespace spinscope
