// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view/line_track.h"
#include "ui/view/view.h"

namespace spinscope {

/// Completed packets per second over all workers.
struct RateSummary {
    float low = 0, median = 0, high = 0;
    double jain = 1;  ///< 1 = all equal
};
/// NaN without workers.
RateSummary summarise_rates(const HistorySlice& slice);

/// What the views of packets per second have in common.
class RateView : public View {
 protected:
    using View::View;

    void draw_rate_axis(QPainter& painter, const ValueAxis& axis, const QRect& area) const;
    /// Right of a plot of CPUs: the selected one, median, slowest, fastest, Jain; as many as fit.
    void draw_rate_rows(QPainter& painter, const QRect& area, const RateSummary& summary) const;
};

}  // namespace spinscope
