// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/collapse_picture.h"

#include <QCoreApplication>

#include "core/engine/registry.h"
#include "ui/compare/collapse_header.h"
#include "ui/compare/collapse_plot.h"
#include "ui/export/conditions.h"

namespace spinscope {

namespace {

constexpr int kLegend = 30;
constexpr int kSide = 66;

QString say(const char* text) {
    return QCoreApplication::translate("CollapsePicture", text);
}

QString of(const std::string& text) {
    return QString::fromStdString(text);
}

void paint_collapse(QPainter& painter, const CollapseDrawing& what, const PictureLook& look) {
    const Theme theme = make_theme(look.theme);
    const QFont font = picture_font();
    painter.fillRect(QRect(QPoint(), look.size), theme.plot);
    QStringList phrases = what.conditions;
    phrases << program_version();
    int y = paint_head(painter, say("Packets per second against the number of CPUs"), phrases,
                       look.size.width(), theme, font);
    draw_collapse_legend(&painter, legend_of(what.view), kSide, y + kLegend / 2,
                         font_for(TextRole::Small, font), theme);
    y += kLegend;
    CollapsePlot plot;
    plot.setFont(font);
    plot.show_view(what.view, theme);
    plot.paint_vector(painter, QRect(0, y, look.size.width(), look.size.height() - y));
}

}  // namespace

QStringList traffic_conditions(const Experiment& base) {
    QStringList phrases;
    phrases << (base.device.kind == "null" ? say("device null, %1 ns").arg(base.device.delay_ns)
                                           : say("device %1").arg(of(base.device.kind)));
    if (simulated(base) && !(base.costs == WorkloadCosts())) phrases << say("costs as set by hand");
    phrases << say("%1, limit %2").arg(of(base.discipline)).arg(base.limit);
    phrases << (base.in_flight ? say("in flight %1 a sender").arg(*base.in_flight)
                               : say("in flight not limited"));
    phrases << say("placement %1").arg(of(base.placement));
    return phrases;
}

QStringList collapse_conditions(const SweepRequest& request, const QString& machine, bool partial) {
    const Experiment& base = request.base;
    const bool simulated = spinscope::simulated(base);
    QStringList phrases{machine};
    phrases << traffic_conditions(base);
    const QString length = QString::number(base.duration_s.value_or(0), 'g', 3);
    phrases << (simulated ? say("runs of %1 s virtual time").arg(length) : say("runs of %1 s").arg(length));
    if (request.seeds > 1) {
        phrases << say("median of %1 runs a point, seeds %2–%3, bars from the lowest to the highest")
                       .arg(request.seeds)
                       .arg(base.seed)
                       .arg(base.seed + request.seeds - 1);
    } else {
        phrases << say("one run a point, seed %1").arg(base.seed);
    }
    if (partial) phrases << say("cut short");
    return phrases;
}

Drawing collapse_drawing(const CollapseDrawing& what, const PictureLook& look) {
    return {say("Packets per second against the number of CPUs"), what.conditions.join(QStringLiteral("; ")),
            look.size, look.scale,
            [what, look](QPainter& painter, double /*pixels*/) { paint_collapse(painter, what, look); }};
}

}  // namespace spinscope
