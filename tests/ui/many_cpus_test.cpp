// SPDX-License-Identifier: GPL-3.0-or-later
// More CPUs than lines can show: parts of the machine, CPU x time, density, folded lanes, outliers.
#include <gtest/gtest.h>

#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "ui/live/live_page.h"
#include "ui/live/mark_strip.h"
#include "ui/live_model.h"
#include "ui/machine_words.h"
#include "ui/outliers.h"
#include "ui/view/density_view.h"
#include "ui/view/heat_view.h"
#include "ui/view/lanes_view.h"

namespace spinscope {
namespace {

constexpr unsigned kMany = 96;
constexpr int kOdd = 71;

/// 96 CPUs in two packages of two dies; one of them waits, all others do not.
class ManyRun : public testing::Test {
 protected:
    ManyRun() {
        session_->start({});
        model_.poll();
    }
    void seconds(double count) {
        for (int i = 0; i < static_cast<int>(std::lround(count * 30)); ++i) {
            session_->amend_next([](Snapshot& snapshot) {
                for (std::size_t w = 0; w < snapshot.workers.size(); ++w) {
                    WorkerInterval& interval = snapshot.workers[w].interval;
                    interval.wait_root = w == kOdd ? 1 : 0;
                    interval.wait_gate = interval.hold = interval.not_running = 0;
                }
            });
            session_->advance(1);
            model_.poll();
        }
    }
    static double share(QWidget& view, int back, const QColor& colour) {
        const QImage image = view.grab().toImage();
        const int x = ViewGrid::plot_span(view.width()).right() - back;
        int hits = 0;
        const int top = ViewGrid::kHeader + ViewGrid::kTop;
        const int bottom = view.height() - ViewGrid::kBottom;
        for (int y = top; y < bottom; ++y) hits += image.pixelColor(x, y) == colour ? 1 : 0;
        return static_cast<double>(hits) / (bottom - top);
    }
    /// Where the row of `worker` is expected, with the rows of four parts equally high.
    static QPoint point_of(const QWidget& view, int worker) {
        const QRect plot = ViewGrid::plot_span(view.width());
        const int top = ViewGrid::kHeader + ViewGrid::kTop;
        const double height = view.height() - top - ViewGrid::kBottom;
        return {plot.right() - 4, top + static_cast<int>((worker + 0.5) / kMany * height)};
    }

    std::unique_ptr<SyntheticSession> session_ =
        make_synthetic_session({kMany, 1.0 / 30, 42, "pack:2 die:2 core:12 pu:2"});
    LiveModel model_{session_.get()};
    ThemeHolder themes_{ThemeChoice::Light};
};

TEST_F(ManyRun, parts_come_from_the_boxes_of_the_machine) {
    const MachineOrder& order = model_.order();
    ASSERT_EQ(order.groups.size(), 4U);
    EXPECT_EQ(order.groups[0].name, QStringLiteral("die 0"));
    EXPECT_EQ(order.groups[1].cpus, QStringLiteral("24–47"));
    EXPECT_EQ(order.groups[3].first, 72);
    EXPECT_EQ(order.group_of_row(order.row[kOdd]), 2);
}

TEST_F(ManyRun, a_machine_without_parts_is_one_part) {
    const auto parts = parts_of(*Topology::synthetic("pack:1 core:48 pu:2"));
    ASSERT_EQ(parts.size(), 1U);
    EXPECT_EQ(parts[0].pus.size(), 96U);
    // Pairs would be too many: the next larger parts are taken.
    EXPECT_EQ(parts_of(*Topology::synthetic("pack:4 l2:12 core:2 pu:1")).size(), 4U);
}

TEST_F(ManyRun, the_page_shows_other_views) {
    LivePage page(model_, themes_);
    page.resize(1200, 900);
    page.show();
    seconds(1);
    for (const View* view : page.views()) EXPECT_TRUE(view->isVisible()) << view->id().toStdString();
    const auto few = make_synthetic_session({8, 1.0 / 30, 42});
    LiveModel small(few.get());
    few->start({});
    LivePage other(small, themes_);
    small.poll();
    other.show();
    EXPECT_FALSE(other.views()[1]->isVisible());
    EXPECT_FALSE(other.views()[3]->isVisible());
}

TEST_F(ManyRun, the_row_of_a_cpu_that_waits_is_dark_and_a_click_selects_it) {
    HeatView view(model_, themes_);
    view.resize(900, 400);
    view.show();
    seconds(5);
    const QColor full(themes_.theme().heat_at(1));
    EXPECT_NEAR(share(view, 3, full), 1.0 / kMany, 0.6 / kMany);
    EXPECT_EQ(view.crowd(), 1);
    QTest::mouseClick(&view, Qt::LeftButton, {}, point_of(view, kOdd));
    EXPECT_EQ(model_.selected(), kOdd);
}

TEST_F(ManyRun, cpus_in_one_row_of_pixels_show_the_largest) {
    HeatView view(model_, themes_);
    view.resize(900, ViewGrid::kHeader + ViewGrid::kTop + ViewGrid::kBottom + 35);
    view.show();
    seconds(5);
    EXPECT_GT(view.crowd(), 1);
    EXPECT_GT(share(view, 3, QColor(themes_.theme().heat_at(1))), 0.9 / 35);
    // Of 35 pixels three are between the parts; the last of the third part is at 25.
    const int y = ViewGrid::kHeader + ViewGrid::kTop + 25;
    QTest::mouseClick(&view, Qt::LeftButton, {}, {point_of(view, kOdd).x(), y});
    EXPECT_EQ(model_.selected(), kOdd) << "the one that is seen";
}

TEST_F(ManyRun, by_value_the_largest_is_on_top) {
    HeatView view(model_, themes_);
    view.resize(900, 400);
    view.show();
    seconds(5);
    view.set_by_value(true);
    QTest::mouseClick(&view, Qt::LeftButton, {}, point_of(view, 0));
    EXPECT_EQ(model_.selected(), kOdd);
}

TEST_F(ManyRun, lanes_are_folded_by_part_and_one_part_unfolds) {
    LanesView view(model_, themes_);
    view.resize(900, 300);
    view.show();
    seconds(2);
    EXPECT_TRUE(view.is_folded());
    EXPECT_EQ(view.lanes(), 4);
    EXPECT_EQ(view.table()[1][0], QStringLiteral("die 0, mean of 24 CPUs"));
    const QSignalSpy changed(&view, &LanesView::unfolded_changed);
    model_.select(kOdd);
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_EQ(view.unfolded(), 2);
    EXPECT_EQ(view.lanes(), 4 + 24);
    EXPECT_EQ(changed.count(), 1);
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_EQ(view.lanes(), 4);
    // The arrow of the first part.
    QTest::mouseClick(&view, Qt::LeftButton, {}, {10, ViewGrid::kHeader + ViewGrid::kTop + 60});
    EXPECT_EQ(view.unfolded(), 0);
}

TEST_F(ManyRun, a_folded_lane_selects_the_cpu_that_waits_most) {
    LanesView view(model_, themes_);
    view.resize(900, 200);
    view.show();
    seconds(2);
    QTest::mouseClick(&view, Qt::LeftButton, {}, point_of(view, 60));
    EXPECT_EQ(model_.selected(), kOdd);
}

TEST_F(ManyRun, the_cpu_that_differs_is_the_outlier) {
    seconds(5);
    HistorySlice slice;
    model_.history().query(0, 5, {}, slice);
    const std::vector<Outlier> found = outliers_of(slice, 8);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].worker, kOdd);
    EXPECT_EQ(found[0].metric, Outlier::Metric::Waiting);
    EXPECT_NEAR(found[0].value, 1, 0.02);
    EXPECT_NEAR(found[0].median, 0, 0.02);
}

TEST(Outliers, equal_cpus_and_few_cpus_have_none) {
    HistorySlice slice;
    slice.covered_s = 1;
    slice.workers.resize(20);
    for (WorkerSlice& w : slice.workers) w.rate = 1000;
    EXPECT_TRUE(outliers_of(slice, 8).empty());
    slice.workers[3].rate = 100;
    ASSERT_EQ(outliers_of(slice, 8).size(), 1U);
    slice.workers.resize(4);
    EXPECT_TRUE(outliers_of(slice, 8).empty());
}

TEST(MachineWords, simulated_time_and_machine_are_said_as_such) {
    auto profile = std::make_shared<MachineProfile>();
    profile->name = "2 × Xeon X5570";
    profile->year = 2010;
    auto run = std::make_shared<RunInfo>();
    run->simulated = true;
    run->profile = profile;
    Snapshot snapshot;
    snapshot.run = run;
    snapshot.at_s = 71;
    snapshot.real_per_virtual = 1.6;
    EXPECT_EQ(machine_words(*run), QStringLiteral("Simulated · 2 × Xeon X5570 · 2010"));
    EXPECT_EQ(time_words(snapshot).replace(QChar(0x00a0), QLatin1Char(' ')),
              QStringLiteral("virtual time 71.0 s · 1 : 1.6 of real time"));
    EXPECT_TRUE(device_words(*run).startsWith(QStringLiteral("modelled, ")));
    run->simulated = false;
    EXPECT_EQ(time_words(snapshot), QStringLiteral("real time 00:01:11"));
}

}  // namespace
}  // namespace spinscope
