// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dashboard.h"

#include <QCoreApplication>
#include <memory>
#include <numeric>
#include <vector>

#include "ui/export/conditions.h"
#include "ui/export/drawing.h"
#include "ui/live/live_page.h"
#include "ui/live/mark_strip.h"
#include "ui/machine_words.h"
#include "ui/view/density_view.h"
#include "ui/view/heat_view.h"
#include "ui/view/lanes_view.h"
#include "ui/view/packets_view.h"
#include "ui/view/time_axis.h"
#include "ui/view/wait_view.h"

namespace spinscope {
namespace {

std::vector<std::unique_ptr<View>> views_for(const QString& id, LiveModel& model, ThemeHolder& themes) {
    std::vector<std::unique_ptr<View>> all;
    all.push_back(std::make_unique<PacketsView>(model, themes));
    all.push_back(std::make_unique<DensityView>(model, themes));
    all.push_back(std::make_unique<WaitView>(model, themes));
    all.push_back(std::make_unique<HeatView>(model, themes));
    all.push_back(std::make_unique<LanesView>(model, themes));
    if (!id.isEmpty()) {
        std::erase_if(all, [&id](const std::unique_ptr<View>& view) { return view->id() != id; });
    }
    if (all.empty()) {
        throw UsageError("There is no view \"" + id.toStdString() + "\"",
                         "the live page has packets, density, wait, heat, ownership");
    }
    return all;
}

}  // namespace

QString picture_title(const Snapshot& newest, const PictureOptions& options) {
    const QString what =
        options.view == QLatin1String("packets")
            ? QCoreApplication::translate("spinscope::picture", "Packets per second")
        : options.view == QLatin1String("density")
            ? QCoreApplication::translate("spinscope::picture", "Packets per second, each CPU")
        : options.view == QLatin1String("heat")
            ? QCoreApplication::translate("spinscope::picture", "CPU × time")
        : options.view == QLatin1String("wait")
            ? QCoreApplication::translate("spinscope::picture", "Lock wait")
        : options.view == QLatin1String("ownership")
            ? QCoreApplication::translate("spinscope::picture", "Queue ownership")
            : QCoreApplication::translate("spinscope::picture", "Transmit queue");
    const QString strategies = strategies_of(newest);
    return strategies.isEmpty() ? what : QStringLiteral("%1: %2").arg(what, strategies);
}

void paint_dashboard(QPainter& painter, const History& history, const Session::SnapshotPtr& newest,
                     const PictureOptions& options, double pixels) {
    ThemeHolder themes(options.theme == ThemeChoice::System ? ThemeChoice::Light : options.theme);
    const Theme& theme = themes.theme();
    LiveModel model(history, newest);
    if (options.span_s > 0) {
        const double end = options.end_s >= 0 ? options.end_s : history.end_s();
        if (end >= history.end_s()) {
            model.set_span(options.span_s);
        } else {
            model.show_range(end - options.span_s, end);
        }
    } else if (!history.empty()) {
        model.set_span(history.end_s() - history.begin_s());
    }
    std::vector<std::unique_ptr<View>> views = views_for(options.view, model, themes);

    const QFont font = picture_font();
    const QSize size = options.size;
    const QRect page(QPoint(), size);
    painter.fillRect(page, theme.plot);
    QStringList phrases = conditions_of(*newest);
    if (newest->run != nullptr) phrases << time_words(*newest);
    phrases << program_version();
    int y = paint_head(painter, picture_title(*newest, options), phrases, size.width(), theme, font);

    MarkStrip::paint(painter, {0, y, size.width(), MarkStrip::kHeight}, model, theme, font);
    y += MarkStrip::kHeight;
    const int room = size.height() - y - ViewGrid::kAxis - 8;
    std::vector<int> shares = LivePage::proportions(model.workers());
    if (views.size() == 1) shares = {1};
    for (std::size_t i = shares.size(); i-- > 0;) {
        if (shares[i] > 0) continue;
        shares.erase(shares.begin() + static_cast<std::ptrdiff_t>(i));
        views.erase(views.begin() + static_cast<std::ptrdiff_t>(i));
    }
    const int sum = std::accumulate(shares.begin(), shares.end(), 0);
    int used = 0;
    for (std::size_t i = 0; i < views.size(); ++i) {
        View& view = *views[i];
        const int height = i + 1 == views.size() ? room - used : room * shares[i] / sum;
        view.setFont(font);
        view.resize(size.width(), std::max(60, height));
        painter.save();
        painter.translate(0, y + used);
        view.paint_picture(painter, pixels);
        painter.restore();
        used += height;
    }
    TimeAxis::paint(painter, {0, y + room, size.width(), ViewGrid::kAxis}, model, theme, font,
                    views.back()->id() == QLatin1String("ownership"));
}

}  // namespace spinscope
