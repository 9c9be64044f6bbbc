// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time_scale.h"

#include <gtest/gtest.h>

namespace spinscope {
namespace {

TEST(TimeScale, ends_with_the_column_that_holds_the_end) {
    const TimeScale scale = TimeScale::ending_at(100, 60, 600);
    EXPECT_DOUBLE_EQ(scale.step_s, 0.1);
    EXPECT_NEAR(scale.end_s(), 100, 1e-9);
    EXPECT_NEAR(scale.begin_s(), 40, 1e-9);
    const TimeScale later = TimeScale::ending_at(100.01, 60, 600);
    EXPECT_EQ(later.first, scale.first + 1) << "a new column begins";
    EXPECT_EQ(TimeScale::ending_at(100.09, 60, 600).first, later.first) << "and stays until it is full";
}

TEST(TimeScale, goes_there_and_back) {
    const TimeScale scale = TimeScale::ending_at(12.34, 7, 811);
    for (const double time : {5.5, 7.0, 12.3}) {
        EXPECT_NEAR(scale.time_at(scale.position(time)), time, 1e-9);
        const auto column = static_cast<double>(scale.column_of(time) - scale.first);
        EXPECT_LE(column, scale.position(time));
        EXPECT_GT(column + 1, scale.position(time));
    }
}

TEST(TimeScale, works_with_few_columns_and_before_the_run) {
    const TimeScale scale = TimeScale::ending_at(0, 60, 0);
    EXPECT_EQ(scale.columns, 1);
    EXPECT_LT(TimeScale::ending_at(1, 60, 100).begin_s(), 0);
    EXPECT_EQ(TimeScale::ending_at(1, 60, 100).column_of(-0.1), -1);
}

TEST(ViewRange, follows_until_someone_pans) {
    ViewRange range;
    range.set_data(0, 100);
    EXPECT_DOUBLE_EQ(range.end_s(), 100);
    range.pan(-20);
    EXPECT_FALSE(range.follow());
    range.set_data(0, 110);
    EXPECT_DOUBLE_EQ(range.end_s(), 80) << "the picture stands still";
    range.set_follow(true);
    EXPECT_DOUBLE_EQ(range.end_s(), 110);
}

TEST(ViewRange, is_clamped_to_the_data) {
    ViewRange range;
    range.set_data(0, 100);
    range.pan(-1000);
    EXPECT_DOUBLE_EQ(range.begin_s(), 0);
    range.pan(1000);
    EXPECT_DOUBLE_EQ(range.end_s(), 100);
    // A run shorter than the span hangs at the right edge.
    ViewRange young;
    young.set_data(0, 5);
    young.pan(-10);
    EXPECT_DOUBLE_EQ(young.end_s(), 5);
}

TEST(ViewRange, zoom_keeps_the_time_under_the_pointer) {
    ViewRange range;
    range.set_data(0, 1000);
    range.pan(-100);  // 840 … 900
    range.zoom(0.5, 870);
    EXPECT_DOUBLE_EQ(range.span_s(), 30);
    EXPECT_DOUBLE_EQ(range.begin_s(), 855);
    EXPECT_DOUBLE_EQ(range.end_s(), 885);
    range.zoom(1e-9, 870);
    EXPECT_DOUBLE_EQ(range.span_s(), ViewRange::kShortest);
}

TEST(ViewRange, zoom_while_following_keeps_the_newest) {
    ViewRange range;
    range.set_data(0, 1000);
    range.zoom(0.5, 970);
    EXPECT_TRUE(range.follow());
    EXPECT_DOUBLE_EQ(range.end_s(), 1000);
}

TEST(ViewRange, all_grows_in_steps) {
    ViewRange range;
    range.set_data(0, 50);
    range.fit();
    EXPECT_GE(range.span_s(), 50);
    int changes = 0;
    double span = range.span_s();
    for (int i = 0; i < 3000; ++i) {
        range.set_data(0, 50 + i / 30.0);
        EXPECT_GE(range.span_s(), range.end_s());
        changes += range.span_s() != span;
        span = range.span_s();
    }
    EXPECT_LE(changes, 6) << "each one redraws everything";
}

TEST(ViewRange, shows_a_chosen_stretch) {
    ViewRange range;
    range.set_data(0, 100);
    range.show(20, 22);
    EXPECT_DOUBLE_EQ(range.begin_s(), 20);
    EXPECT_DOUBLE_EQ(range.end_s(), 22);
    EXPECT_FALSE(range.follow());
}

}  // namespace
}  // namespace spinscope
