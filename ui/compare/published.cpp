// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/published.h"

#include "core/engine/published_figures.h"

namespace spinscope {

CollapseData published_on(const std::string& machine) {
    CollapseData points;
    for (const PublishedFigure& figure : published_figures()) {
        if (figure.profile != machine || !figure.workers || !figure.needs.empty()) continue;
        const double unit = figure.unit == "Mpps" ? 1e6 : figure.unit == "kpps" ? 1e3 : 0;
        if (unit > 0) points.add(figure.strategy, *figure.workers, figure.published * unit);
    }
    return points;
}

}  // namespace spinscope
