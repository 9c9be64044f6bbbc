// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/outliers_view.h"

#include "ui/format.h"
#include "ui/live_model.h"

namespace spinscope {
namespace {

constexpr std::size_t kMost = 16;
constexpr int kEvery_ms = 1000;

}  // namespace

OutliersView::OutliersView(LiveModel& model, QWidget* parent)
    : NumberList({tr("CPU"), tr("what"), tr("value"), tr("median")}, tr("Outliers, the farthest first"),
                 parent),
      model_(model) {
    set_empty_text(tr("The CPUs that differ most from the others"));
    connect(&model_, &LiveModel::updated, this, [this] { refresh(model_.has_ended()); });
    connect(&model_, &LiveModel::restarted, this, [this] { refresh(true); });
    connect(&model_, &LiveModel::range_changed, this, [this] { refresh(false); });
    connect(&model_, &LiveModel::selection_changed, this, &OutliersView::follow_selection);
    connect(this, &NumberList::row_chosen, this, [this](int row) {
        if (row >= 0 && row < static_cast<int>(outliers_.size()))
            model_.select(outliers_[static_cast<std::size_t>(row)].worker);
    });
}

void OutliersView::showEvent(QShowEvent* event) {
    NumberList::showEvent(event);
    refresh(true);
}

void OutliersView::refresh(bool now) {
    if (!isVisible() || (!now && age_.isValid() && age_.elapsed() < kEvery_ms)) return;
    age_.start();
    const ViewRange& range = model_.range();
    HistorySlice slice;
    model_.history().query(range.begin_s(), range.end_s(), {true, false, {}}, slice);
    outliers_ = outliers_of(slice, kMost);
    const Format format;
    std::vector<Row> rows;
    for (const Outlier& outlier : outliers_) {
        const bool rate = outlier.metric == Outlier::Metric::Rate;
        const auto value = [&](double v) {
            if (!rate) return format.share(v);
            return v < 10 ? format.significant(v, 2) : format.short_rate(v);  // 0.6 and 1.4 are not the same
        };
        const QString what = rate                                            ? tr("packets/s")
                             : outlier.metric == Outlier::Metric::OwnerShare ? tr("owner share")
                                                                             : tr("waiting");
        const QString name = model_.worker_label(static_cast<std::size_t>(outlier.worker));
        rows.push_back({{name, what, value(outlier.value), value(outlier.median)},
                        tr("%1: %2 times the usual distance from the median")
                            .arg(name, format.significant(outlier.times, 2)),
                        {}});
    }
    const bool few = model_.workers() < kFewestForOutliers;
    set_empty_text(slice.covered_s <= 0 ? tr("The CPUs that differ most from the others")
                   : few                ? tr("Too few CPUs to say which one differs")
                                        : tr("No CPU differs from the others"));
    set_rows(rows);
    set_note(rows.empty() ? QString()
                          : tr("Means over the time shown; more than %1 times the usual distance from the "
                               "median.")
                                .arg(kUnusual));
    follow_selection();
}

void OutliersView::follow_selection() {
    int found = -1;
    for (std::size_t i = 0; i < outliers_.size(); ++i) {
        if (outliers_[i].worker == model_.selected()) found = static_cast<int>(i);
    }
    select_row(found);
}

}  // namespace spinscope
