// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"

#include <gtest/gtest.h>

namespace spinscope {
namespace {

TEST(Quantity, RatesHaveThreeDigits) {
    EXPECT_EQ(rate_quantity(0).text(), "0 pps");
    EXPECT_EQ(rate_quantity(222.4).text(), "222 pps");
    EXPECT_EQ(rate_quantity(1'000).text(), "1.00 kpps");
    EXPECT_EQ(rate_quantity(222'400).text(), "222 kpps");
    EXPECT_EQ(rate_quantity(1'064'000).text(), "1.06 Mpps");
    EXPECT_EQ(rate_quantity(57'440'000).text(), "57.4 Mpps");
}

TEST(Quantity, RoundingMovesOnToTheNextUnit) {
    EXPECT_EQ(rate_quantity(999'499).text(), "999 kpps");
    EXPECT_EQ(rate_quantity(999'501).text(), "1.00 Mpps");
    EXPECT_EQ(rate_quantity(9'996'000).text(), "10.0 Mpps");
    EXPECT_EQ(rate_quantity(99'960'000).text(), "100 Mpps");
}

TEST(Quantity, TimesGoFromNanosecondsToSeconds) {
    EXPECT_EQ(time_quantity(46).text(), "46 ns");
    EXPECT_EQ(time_quantity(1'240).text(), "1.24 µs");
    EXPECT_EQ(time_quantity(5'200'000).text(), "5.20 ms");
    EXPECT_EQ(time_quantity(3e9).text(), "3.00 s");
    EXPECT_EQ(time_quantity(4e12).text(), "4000 s");
}

}  // namespace
}  // namespace spinscope
