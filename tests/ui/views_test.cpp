// SPDX-License-Identifier: GPL-3.0-or-later
// Views draw what the snapshots say: checked on sampled colours, not on whole pictures, since fonts differ.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "ui/live/live_page.h"
#include "ui/live/mark_strip.h"
#include "ui/live_model.h"
#include "ui/view/lanes_view.h"
#include "ui/view/packets_view.h"
#include "ui/view/wait_view.h"

namespace spinscope {
namespace {

using Edit = std::function<void(Snapshot&)>;

/// A synthetic run and a model that follows it.
class LiveRun {
 public:
    explicit LiveRun(unsigned workers = 8)
        : session(make_synthetic_session({workers, 1.0 / 30, 42})), model(session.get()) {
        session->start({});
        model.poll();
    }
    void seconds(double count, const Edit& edit = nullptr) {
        for (int i = 0; i < static_cast<int>(std::lround(count * 30)); ++i) {
            if (edit) session->amend_next(edit);
            session->advance(1);
            model.poll();
        }
    }
    std::unique_ptr<SyntheticSession> session;
    LiveModel model;
    ThemeHolder themes{ThemeChoice::Light};
};

/// All workers do nothing but what `set` says.
Edit everyone(const std::function<void(WorkerInterval&)>& set) {
    return [set](Snapshot& snapshot) {
        for (WorkerSnapshot& worker : snapshot.workers) {
            WorkerInterval& w = worker.interval;
            w.wait_root = w.wait_gate = w.hold = w.transmit = w.own = w.not_running = 0;
            set(w);
        }
    };
}

/// Shares of the colours in one column of the plot, `back` px left of its right edge.
class Column {
 public:
    Column(QWidget& view, int back) {
        const QImage image = view.grab().toImage();
        const QRect plot = ViewGrid::plot_span(view.width());
        const int x = plot.right() - back;
        for (int y = ViewGrid::kHeader + ViewGrid::kTop; y < view.height() - ViewGrid::kBottom; ++y) {
            pixels_.push_back(image.pixel(x, y));
        }
    }
    double share(const QColor& colour) const {
        return static_cast<double>(std::count(pixels_.begin(), pixels_.end(), colour.rgb())) /
               static_cast<double>(pixels_.size());
    }

 private:
    std::vector<QRgb> pixels_;
};

TEST(LanesView, a_cpu_that_always_waits_fills_its_lane) {
    LiveRun run;
    LanesView view(run.model, run.themes);
    view.resize(900, 300);
    view.show();
    run.seconds(5, everyone([](WorkerInterval& w) { w.wait_root = 1; }));
    const Theme& theme = run.themes.theme();
    const Column column(view, 3);
    EXPECT_GT(column.share(theme.waiting.fill) + column.share(theme.waiting.cue), 0.5);
    EXPECT_GT(column.share(theme.waiting.cue), 0.04) << "the hatch is the second cue";
    EXPECT_EQ(column.share(theme.gate.fill), 0);
}

TEST(LanesView, fractions_are_heights_and_not_the_state_that_wins) {
    LiveRun run;
    LanesView view(run.model, run.themes);
    view.resize(900, 300);
    view.show();
    run.seconds(5, everyone([](WorkerInterval& w) {
                    w.hold = 0.25f;
                    w.wait_gate = 0.5f;
                }));
    const Theme& theme = run.themes.theme();
    const Column column(view, 3);
    const double hold = column.share(theme.holding.fill) + column.share(theme.holding.cue);
    const double gate = column.share(theme.gate.fill) + column.share(theme.gate.cue);
    EXPECT_GT(hold, 0.1);
    EXPECT_NEAR(gate / hold, 2, 0.4);
    EXPECT_EQ(column.share(theme.waiting.cue), 0);
}

TEST(LanesView, owning_is_below_the_lane_and_scaled_to_twice_the_fair_share) {
    LiveRun run;
    LanesView view(run.model, run.themes);
    view.resize(900, 300);
    view.show();
    const Theme& theme = run.themes.theme();
    run.seconds(5, everyone([](WorkerInterval& w) { w.own = 0.125f; }));
    const double fair = Column(view, 3).share(theme.owning.fill);
    run.seconds(5, everyone([](WorkerInterval& w) { w.own = 0.25f; }));
    const double twice = Column(view, 3).share(theme.owning.fill);
    EXPECT_GT(fair, 0.05);
    EXPECT_NEAR(twice / fair, 2, 0.35);
}

TEST(LanesView, time_of_which_nothing_is_known_is_empty) {
    LiveRun run;
    LanesView view(run.model, run.themes);
    view.resize(900, 300);
    view.show();
    run.seconds(10);
    const Theme& theme = run.themes.theme();
    EXPECT_LT(Column(view, 3).share(theme.plot), 0.4);
    // 10 s of data in a span of 60: the left is before the run.
    EXPECT_GT(Column(view, 600).share(theme.plot), 0.99);
}

TEST(LanesView, many_cpus_mix_colours) {
    LiveRun run(64);
    LanesView thin(run.model, run.themes);
    thin.resize(900, 300);
    thin.show();
    run.seconds(5, everyone([](WorkerInterval& w) { w.wait_root = 1; }));
    EXPECT_EQ(thin.lanes(), 64);
    EXPECT_FALSE(thin.is_folded());
    const Theme& theme = run.themes.theme();
    EXPECT_GT(Column(thin, 3).share(theme.waiting.fill), 0.5);
    EXPECT_EQ(Column(thin, 3).share(theme.waiting.cue), 0) << "no hatch under 8 px";
}

TEST(LanesView, a_click_on_a_lane_selects_the_cpu) {
    LiveRun run;
    LanesView view(run.model, run.themes);
    view.resize(900, 300);
    view.show();
    run.seconds(2);
    const QRect plot = ViewGrid::plot_span(900);
    const int top = ViewGrid::kHeader + ViewGrid::kTop;
    const int height = 300 - top - ViewGrid::kBottom;
    QTest::mouseClick(&view, Qt::LeftButton, {}, {plot.center().x(), top + height * 5 / 16});
    EXPECT_EQ(run.model.selected(), 2);
    const Theme& theme = run.themes.theme();
    EXPECT_GT(Column(view, 50).share(theme.text), 0.005) << "a frame in the text colour";
}

TEST(PacketsView, the_line_is_where_the_axis_says) {
    LiveRun run(2);
    PacketsView view(run.model, run.themes);
    view.resize(900, 400);
    view.show();
    const Theme& theme = run.themes.theme();
    const auto rate = [](std::uint64_t packets) {
        return [packets](Snapshot& snapshot) {
            snapshot.interval.transmitted = snapshot.interval.offered = packets;
            snapshot.interval.delivered = packets;
        };
    };
    run.seconds(10, rate(10'000));
    run.seconds(10, rate(5'000));
    const double full = Column(view, 150).share(theme.total_fill);
    const double half = Column(view, 3).share(theme.total_fill);
    EXPECT_GT(full, 0.3);
    EXPECT_NEAR(half / full, 0.5, 0.05);
}

TEST(WaitView, a_stretch_without_measured_calls_is_a_gap) {
    LiveRun run;
    WaitView view(run.model, run.themes);
    view.resize(900, 400);
    view.show();
    const auto nothing = [](Snapshot& snapshot) {
        snapshot.interval_call_wait.clear();
        for (WorkerSnapshot& worker : snapshot.workers) worker.interval.calls = worker.interval.wait_max = 0;
    };
    run.seconds(20);
    run.seconds(20, nothing);
    run.seconds(20);
    QApplication::processEvents();
    const Theme& theme = run.themes.theme();
    const int middle = ViewGrid::plot_span(900).width() / 2;
    const auto drawn = [&](int back) {
        const Column column(view, back);
        return column.share(theme.band) + column.share(theme.p99) + column.share(theme.p50);
    };
    EXPECT_GT(drawn(20), 0.005);
    EXPECT_EQ(drawn(middle), 0) << "neither zero nor a line across";
    EXPECT_GT(drawn(2 * middle - 20), 0.005);
}

TEST(WaitView, the_chooser_shows_another_lock) {
    LiveRun run;
    WaitView view(run.model, run.themes);
    view.resize(900, 400);
    view.show();
    run.seconds(10);
    const Theme& theme = run.themes.theme();
    QApplication::processEvents();
    EXPECT_GT(Column(view, 20).share(theme.p99), 0);
    view.set_site(Site::Tx);  // nobody waits there
    QApplication::processEvents();
    EXPECT_EQ(Column(view, 20).share(theme.p99), 0);
}

TEST(View, draws_nothing_while_it_is_hidden) {
    LiveRun run;
    LanesView view(run.model, run.themes);
    view.resize(900, 300);
    run.seconds(2);
    EXPECT_EQ(view.drawings(), 0);
    EXPECT_EQ(view.frames(), 0);
    view.show();
    QApplication::processEvents();
    const int drawn = view.drawings();
    const int painted = view.frames();
    EXPECT_GT(painted, 0);
    view.hide();
    run.seconds(2);
    QApplication::processEvents();
    EXPECT_EQ(view.drawings(), drawn);
    EXPECT_EQ(view.frames(), painted);
    view.show();
    QApplication::processEvents();
    EXPECT_GT(view.frames(), painted) << "and catches up";
    EXPECT_LT(Column(view, 3).share(run.themes.theme().plot), 0.4);
}

TEST(View, throttled_time_is_hatched_and_flagged) {
    LiveRun run;
    LivePage page(run.model, run.themes);
    page.resize(1000, 700);
    page.show();
    run.seconds(10);
    run.seconds(2, [](Snapshot& snapshot) { snapshot.interval_throttled = true; });
    run.seconds(10);
    const std::vector<MarkStrip::Flag> flags = MarkStrip::flags(run.model, 1000);
    ASSERT_EQ(flags.size(), 1U);
    EXPECT_EQ(flags[0].text, QStringLiteral("THR"));
    View* lanes = page.views().back();
    const double px_per_s = ViewGrid::plot_span(lanes->width()).width() / 60.0;
    const Theme& theme = run.themes.theme();
    EXPECT_GT(Column(*lanes, static_cast<int>(11 * px_per_s)).share(theme.plot), 0.7);
    EXPECT_LT(Column(*lanes, static_cast<int>(5 * px_per_s)).share(theme.plot), 0.5);
}

TEST(MarkStrip, flags_too_close_to_each_other_are_one) {
    LiveRun run;
    run.seconds(30);
    run.session->switch_to("busylock", {});
    run.seconds(20);
    for (const char* id : {"llist", "ticket", "llist"}) {
        run.session->switch_to(id, {});
        run.seconds(0.2);
    }
    const std::vector<MarkStrip::Flag> flags = MarkStrip::flags(run.model, 1000);
    ASSERT_EQ(flags.size(), 2U);
    EXPECT_EQ(flags[0].text, QStringLiteral("S1"));
    EXPECT_EQ(flags[1].text, QStringLiteral("S2–4"));
    EXPECT_TRUE(flags[0].tip.contains(QStringLiteral("ticket → busylock")));
}

TEST(View, the_wheel_zooms_and_dragging_pans_all_views_alike) {
    LiveRun run;
    LivePage page(run.model, run.themes);
    page.resize(1000, 700);
    page.show();
    run.seconds(100);
    View* view = page.views().front();
    const QPoint middle = ViewGrid::plot_span(view->width()).center() + QPoint(0, 60);
    QWheelEvent wheel(middle, view->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(view, &wheel);
    EXPECT_NEAR(run.model.range().span_s(), 48, 1e-6);
    EXPECT_TRUE(run.model.range().follow());
    QTest::mousePress(view, Qt::LeftButton, {}, middle);
    QTest::mouseMove(view, middle + QPoint(100, 0));
    QTest::mouseRelease(view, Qt::LeftButton, {}, middle + QPoint(100, 0));
    EXPECT_FALSE(run.model.range().follow());
    EXPECT_LT(run.model.range().end_s(), 99);
    QTest::mouseDClick(view, Qt::LeftButton, {}, middle);
    EXPECT_TRUE(run.model.range().shows_all());
}

TEST(View, arrows_move_a_cursor_that_is_described) {
    LiveRun run;
    LanesView view(run.model, run.themes);
    view.resize(900, 300);
    view.show();
    run.seconds(20);
    run.model.select(3);
    QTest::keyClick(&view, Qt::Key_Left);
    ASSERT_TRUE(run.model.hover().has_value());
    EXPECT_LT(*run.model.hover(), 20);
    EXPECT_TRUE(view.accessibleDescription().contains(QStringLiteral("CPU")))
        << view.accessibleDescription().toStdString();
    QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_EQ(run.model.selected(), 4);
    QTest::keyClick(&view, Qt::Key_Escape);
    EXPECT_FALSE(run.model.hover().has_value());
}

TEST(View, tables_have_the_numbers_of_the_picture) {
    LiveRun run(4);
    LivePage page(run.model, run.themes);
    run.seconds(3);
    for (const View* view : page.views()) {
        if (view->id() == QLatin1String("density") || view->id() == QLatin1String("heat")) continue;
        const ViewTable table = view->table();
        ASSERT_GE(table.size(), 5U) << view->id().toStdString();
        for (const QStringList& row : table) EXPECT_EQ(row.size(), table.front().size());
        EXPECT_FALSE(view->accessibleName().isEmpty());
        EXPECT_EQ(view->table_text().count(QLatin1Char('\n')), static_cast<int>(table.size()));
    }
}

TEST(LivePage, empty_it_says_what_will_come_and_has_one_button) {
    const auto session = make_synthetic_session({8, 1.0 / 30, 42});
    LiveModel model(session.get());
    ThemeHolder themes(ThemeChoice::Light);
    LivePage page(model, themes);
    QAction start(QStringLiteral("Start"));
    page.set_start_action(&start);
    page.resize(1000, 700);
    page.show();
    auto* button = page.findChild<QPushButton*>(QStringLiteral("primary"));
    ASSERT_NE(button, nullptr);
    EXPECT_TRUE(button->isVisible());
    const QSignalSpy triggered(&start, &QAction::triggered);
    button->click();
    EXPECT_EQ(triggered.count(), 1);
    session->start({});
    session->advance(3);
    model.poll();
    EXPECT_FALSE(button->isVisible());
}

}  // namespace
}  // namespace spinscope
