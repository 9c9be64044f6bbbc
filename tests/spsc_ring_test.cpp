// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/probe/spsc_ring.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>
#include <vector>

namespace spinscope {
namespace {

std::vector<int> drain(SpscRing<int>& ring) {
    std::vector<int> all;
    ring.drain([&](int value) { all.push_back(value); });
    return all;
}

TEST(SpscRing, RoundsItsCapacityUp) {
    EXPECT_EQ(SpscRing<int>(1).capacity(), 1u);
    EXPECT_EQ(SpscRing<int>(5).capacity(), 8u);
}

TEST(SpscRing, RefusesAndCountsWhatDoesNotFit) {
    SpscRing<int> ring(4);
    for (int i = 0; i < 7; ++i) EXPECT_EQ(ring.push(i), i < 4);
    EXPECT_EQ(ring.lost(), 3u);
    EXPECT_EQ(drain(ring), (std::vector<int>{0, 1, 2, 3}));
    EXPECT_TRUE(ring.push(7));
    EXPECT_EQ(drain(ring), (std::vector<int>{7}));
    EXPECT_EQ(ring.lost(), 3u);
}

TEST(SpscRing, KeepsOrderOverManyLaps) {
    SpscRing<int> ring(4);
    int next = 0;
    for (int i = 0; i < 1000; ++i) {
        EXPECT_TRUE(ring.push(2 * i));
        EXPECT_TRUE(ring.push(2 * i + 1));
        for (const int value : drain(ring)) EXPECT_EQ(value, next++);
    }
    EXPECT_EQ(next, 2000);
}

TEST(SpscRing, LosesNothingBetweenTwoThreadsThatItDoesNotCount) {
    constexpr std::uint64_t kValues = 200'000;
    SpscRing<std::uint64_t> ring(64);
    std::thread producer([&] {
        for (std::uint64_t i = 0; i < kValues; ++i) {
            if (!ring.push(i)) std::this_thread::yield();
        }
    });
    std::uint64_t received = 0;
    std::uint64_t after = 0;  // values only grow
    const auto take = [&](std::uint64_t value) {
        ++received;
        EXPECT_GE(value, after);
        after = value + 1;
    };
    while (received + ring.lost() < kValues) {
        ring.drain(take);
        std::this_thread::yield();
    }
    producer.join();
    ring.drain(take);
    EXPECT_EQ(received + ring.lost(), kValues);
    EXPECT_GT(received, ring.capacity());
}

}  // namespace
}  // namespace spinscope
