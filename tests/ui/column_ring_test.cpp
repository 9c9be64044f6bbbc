// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/column_ring.h"

#include <gtest/gtest.h>

#include <vector>

namespace spinscope {
namespace {

class RingTest : public testing::Test {
 protected:
    RingTest() { ring_.resize({100, 4}, 1); }

    /// Shows the 10 s up to `end`, with data up to `data`, and returns the columns that were drawn.
    std::vector<std::int64_t> show(double end, double data) {
        std::vector<std::int64_t> drawn;
        scale_ = TimeScale::ending_at(end, 10, 100);
        ring_.update(scale_, data, [&](std::int64_t index) {
            drawn.push_back(index);
            ring_.column(index).fill(0, 4, colour(index));
        });
        return drawn;
    }
    static QRgb colour(std::int64_t index) {
        return qRgb(static_cast<int>(index & 0xff), static_cast<int>(index >> 8), 7);
    }
    /// Whether what is on screen is each column in its place.
    bool shown_in_order() const {
        QImage screen(100, 4, QImage::Format_RGB32);
        QPainter painter(&screen);
        ring_.blit(painter, {0, 0}, scale_);
        painter.end();
        for (int x = 0; x < 100; ++x) {
            if (screen.pixel(x, 2) != colour(scale_.first + x)) return false;
        }
        return true;
    }

    ColumnRing ring_;
    TimeScale scale_;
};

TEST_F(RingTest, draws_everything_once_and_then_only_what_is_new) {
    EXPECT_EQ(show(100.05, 100.05).size(), 100U);
    EXPECT_TRUE(shown_in_order());
    // The open column again, and two new ones.
    EXPECT_EQ(show(100.25, 100.25), (std::vector<std::int64_t>{1000, 1001, 1002}));
    EXPECT_TRUE(shown_in_order());
    EXPECT_EQ(show(100.28, 100.28), (std::vector<std::int64_t>{1002}));
}

TEST_F(RingTest, panning_draws_only_what_comes_in) {
    show(100, 200);
    const std::vector<std::int64_t> left = show(99.5, 200);
    EXPECT_EQ(left.size(), 6U) << "five new ones, and the one they join on to";
    EXPECT_TRUE(shown_in_order());
    EXPECT_EQ(show(100, 200).size(), 5U);
    EXPECT_TRUE(shown_in_order());
    EXPECT_EQ(show(50, 200).size(), 100U) << "nothing in common";
    EXPECT_TRUE(shown_in_order());
}

TEST_F(RingTest, another_zoom_or_size_draws_everything) {
    show(100, 100);
    scale_ = TimeScale::ending_at(100, 20, 100);
    int drawn = 0;
    ring_.update(scale_, 100, [&](std::int64_t) { ++drawn; });
    EXPECT_EQ(drawn, 100);
    ring_.resize({100, 5}, 2);
    drawn = 0;
    ring_.update(scale_, 100, [&](std::int64_t) { ++drawn; });
    EXPECT_EQ(drawn, 100);
}

TEST_F(RingTest, times_before_the_run_have_columns_too) {
    EXPECT_EQ(show(3, 3).front(), -70);
    EXPECT_TRUE(shown_in_order());
}

}  // namespace
}  // namespace spinscope
