// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/collapse_numbers.h"

#include <QHeaderView>
#include <algorithm>
#include <cmath>

#include "ui/format.h"

namespace spinscope {

namespace {

QString name_of(const CollapseCurve& curve) {
    return QString::fromStdString(curve.strategy);
}

bool fell_to(const CollapseCurve& curve, const CollapsePoint& point) {
    const std::vector<Fall> falls = curve.falls();
    return std::any_of(falls.begin(), falls.end(),
                       [&](const Fall& fall) { return &curve.points[fall.to] == &point; });
}

}  // namespace

CollapseNumbers::CollapseNumbers(const ThemeHolder& themes, QWidget* parent)
    : QTableWidget(parent), themes_(themes) {
    setAccessibleName(tr("Packets per second by the number of CPUs"));
    setEditTriggers(NoEditTriggers);
    setSelectionMode(NoSelection);
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    viewport()->setAutoFillBackground(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(23);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setHighlightSections(false);
}

void CollapseNumbers::show_data(const CollapseData& results, const CollapseData& host) {
    const Format format;
    const Theme& theme = themes_.theme();
    const std::vector<unsigned> counts = results.cpus();
    QStringList heads{tr("CPUs")};
    std::vector<const CollapseCurve*> columns;
    std::vector<bool> measured;
    for (const CollapseCurve& curve : results.curves()) {
        heads << name_of(curve);
        columns.push_back(&curve);
        if (const CollapseCurve* here = host.find(curve.strategy)) {
            heads << tr("× %1, host").arg(name_of(curve));
            columns.push_back(here);
        }
    }
    setColumnCount(static_cast<int>(heads.size()));
    setRowCount(static_cast<int>(counts.size()));
    setHorizontalHeaderLabels(heads);
    const auto put = [this](std::size_t row, std::size_t column, const QString& text) {
        auto* item = new QTableWidgetItem(text);
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        setItem(static_cast<int>(row), static_cast<int>(column), item);
        return item;
    };
    for (std::size_t row = 0; row < counts.size(); ++row) {
        put(row, 0, QString::number(counts[row]));
        for (std::size_t column = 0; column < columns.size(); ++column) {
            const CollapsePoint* point = columns[column]->at(counts[row]);
            const bool fell = point != nullptr && fell_to(*columns[column], *point);
            const QString value = format.short_rate(point ? std::optional(point->median()) : std::nullopt);
            QTableWidgetItem* item = put(row, column + 1, fell ? QStringLiteral("▼ %1").arg(value) : value);
            if (!fell) continue;
            item->setForeground(theme.error.text);
            item->setBackground(theme.error.background);
            item->setToolTip(tr("More than 30 % less than the row above"));
        }
    }
    for (int column = 0; column < columnCount(); ++column) {
        horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    }
}

QString CollapseNumbers::text(const CollapseData& results, const CollapseData& host) {
    QStringList lines;
    const auto row = [&](const QString& head, auto cell) {
        QStringList cells{head};
        for (const CollapseCurve& curve : results.curves()) {
            cells << cell(curve, QString());
            const CollapseCurve* here = host.find(curve.strategy);
            if (here != nullptr) cells << cell(*here, tr(", host"));
        }
        lines << cells.join(u'\t');
    };
    row(tr("CPUs"), [](const CollapseCurve& curve, const QString& where) { return name_of(curve) + where; });
    for (const unsigned count : results.cpus()) {
        row(QString::number(count), [count](const CollapseCurve& curve, const QString&) {
            const CollapsePoint* point = curve.at(count);
            return point != nullptr ? QString::number(std::llround(point->median())) : QString();
        });
    }
    return lines.join(u'\n') + u'\n';
}

}  // namespace spinscope
