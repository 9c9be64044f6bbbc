// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_picture.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/export/conditions.h"

namespace spinscope {

namespace {

constexpr int kRanking = 320;
constexpr int kSide = 16;

QString title() {
    return QCoreApplication::translate("Comparison", "Strategies compared under the same conditions");
}

void paint(QPainter& painter, const ComparisonDrawing& what, const PictureLook& look) {
    const Theme theme = make_theme(look.theme);
    const QFont font = picture_font();
    painter.fillRect(QRect(QPoint(), look.size), theme.panel);
    QStringList phrases = what.conditions;
    phrases << program_version();
    const int y = paint_head(painter, title(), phrases, look.size.width(), theme, font);
    const int ranking = std::min(kRanking, look.size.width() / 3);
    const QRect below(0, y, look.size.width(), look.size.height() - y);
    paint_comparison(painter, below.adjusted(0, 0, -ranking, 0), what.view, theme, font);
    painter.save();
    paint_ranking(&painter, below.adjusted(below.width() - ranking + kSide, kSide, -kSide, 0),
                  pair_words(what.view.ranking), theme, font);
    painter.restore();
}

}  // namespace

Drawing comparison_drawing(const ComparisonDrawing& what, const PictureLook& look) {
    return {title(), what.conditions.join(QStringLiteral("; ")), look.size, look.scale,
            [what, look](QPainter& painter, double /*pixels*/) { paint(painter, what, look); }};
}

}  // namespace spinscope
