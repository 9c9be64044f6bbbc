// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/support/random.h"

namespace spinscope {
namespace {

/// The share of `trials` intervals of `n` values drawn from `draw` that miss `truth`.
double misses(int trials, std::size_t n, double truth, const std::function<double(Random&)>& draw,
              const std::function<Interval(const std::vector<double>&)>& interval) {
    Random random(7);
    int missed = 0;
    for (int trial = 0; trial < trials; ++trial) {
        std::vector<double> values;
        for (std::size_t i = 0; i < n; ++i) values.push_back(draw(random));
        missed += interval(values).contains(truth) ? 0 : 1;
    }
    return static_cast<double>(missed) / trials;
}

double uniform(Random& random) {
    return (static_cast<double>(random.next() >> 11) + 0.5) * 0x1p-53;
}

double normal(Random& random) {
    return std::sqrt(-2 * std::log(uniform(random))) * std::cos(2 * M_PI * uniform(random));
}

Interval of_estimate(const std::vector<double>& values) {
    return *estimate(values)->interval;
}

TEST(Quantile, LiesBetweenNeighbours) {
    EXPECT_EQ(quantile({30, 10, 20, 40}, 0), 10);
    EXPECT_EQ(quantile({30, 10, 20, 40}, 1), 40);
    EXPECT_DOUBLE_EQ(quantile({30, 10, 20, 40}, 0.25), 17.5);
    EXPECT_EQ(median({3, 1, 2}), 2);
    EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
    EXPECT_EQ(median({7}), 7);
}

TEST(OrderInterval, CutsOffWhatASignTestAllows) {
    const auto of_first = [](int n) {
        std::vector<double> values;
        for (int i = n; i >= 1; --i) values.push_back(i);
        return order_interval(values);
    };
    EXPECT_FALSE(of_first(5)) << "1/16 of all cases lie beyond the whole range";
    // From the tables of the sign test at 5 %, two-sided.
    EXPECT_EQ(of_first(6)->low, 1);
    EXPECT_EQ(of_first(6)->high, 6);
    EXPECT_EQ(of_first(8)->low, 1);
    EXPECT_EQ(of_first(9)->low, 2);
    EXPECT_EQ(of_first(16)->low, 4);
    EXPECT_EQ(of_first(16)->high, 13);
    EXPECT_EQ(of_first(20)->low, 6);
    EXPECT_EQ(of_first(20)->high, 15);
    EXPECT_EQ(of_first(100)->low, 40);
    EXPECT_EQ(of_first(100)->high, 61);
    EXPECT_NEAR(of_first(2000)->low, 1000 - 0.98 * std::sqrt(2000.0), 2);
}

TEST(BootstrapInterval, IsTheSameForASeedAndAboutTheSameForAnother) {
    Random random(1);
    std::vector<double> values;
    for (int i = 0; i < 200; ++i) values.push_back(normal(random));
    const Interval one = bootstrap_interval(values, 1);
    EXPECT_EQ(bootstrap_interval(values, 1).low, one.low);
    EXPECT_EQ(bootstrap_interval(values, 1).high, one.high);
    EXPECT_NEAR(bootstrap_interval(values, 2).low, one.low, 0.05);
    const Interval exact = *order_interval(values);
    EXPECT_NEAR(one.low, exact.low, 0.05) << "with many values both are the same";
    EXPECT_NEAR(one.high, exact.high, 0.05);
    EXPECT_EQ(bootstrap_interval({5, 5, 5}).low, 5);
}

TEST(BootstrapInterval, AloneIsTooNarrowForFewValues) {
    EXPECT_GT(misses(500, 7, 0, normal, [](const auto& v) { return bootstrap_interval(v); }), 0.05);
}

class Coverage : public testing::TestWithParam<std::size_t> {};

TEST_P(Coverage, IsNinetyFivePercentAtLeastWhateverTheNoise) {
    const auto of_order = [](const std::vector<double>& values) { return *order_interval(values); };
    EXPECT_LE(misses(5000, GetParam(), 0, normal, of_order), 0.05);
    // Skewed and with a heavy tail, as waits are: of -log u the median is log 2, of 1/u it is 2.
    const auto skewed = [](Random& random) { return -std::log(uniform(random)); };
    const auto heavy = [](Random& random) { return 1 / uniform(random); };
    EXPECT_LE(misses(5000, GetParam(), std::log(2.0), skewed, of_order), 0.05);
    EXPECT_LE(misses(5000, GetParam(), 2, heavy, of_order), 0.05);
    EXPECT_LE(misses(300, GetParam(), 2, heavy, of_estimate), 0.05) << "with the bootstrap it is no narrower";
}
INSTANTIATE_TEST_SUITE_P(Rounds, Coverage, testing::Values(6, 7, 8, 10, 12, 16, 20, 32));

TEST(Estimate, SeesADifferenceThatIsThere) {
    // A shift of twice the noise, in 16 values: seen nearly always.
    EXPECT_GT(misses(
                  200, 16, 0, [](Random& random) { return 2 + normal(random); }, of_estimate),
              0.99);
}

TEST(Estimate, SaysNothingItDoesNotKnow) {
    EXPECT_FALSE(estimate({}));
    const auto few = estimate({3, 1, 2});
    EXPECT_EQ(few->median, 2);
    EXPECT_EQ(few->count, 3u);
    EXPECT_FALSE(few->interval);
}

}  // namespace
}  // namespace spinscope
