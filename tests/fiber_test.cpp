// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/sim/fiber.h"

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace spinscope {
namespace {

TEST(Fiber, RunsInPieces) {
    std::string log;
    Fiber* self = nullptr;
    Fiber fiber([&] {
        log += "a";
        self->suspend();
        log += "b";
        self->suspend();
        log += "c";
    });
    self = &fiber;
    fiber.resume();
    log += "1";
    fiber.resume();
    log += "2";
    EXPECT_FALSE(fiber.ended());
    fiber.resume();
    EXPECT_TRUE(fiber.ended());
    EXPECT_EQ(log, "a1b2c");
}

TEST(Fiber, HandsOverWithoutComingBack) {
    // A ring of fibers that only the first was resumed into: whoever suspends or ends comes back here.
    std::string log;
    std::vector<std::unique_ptr<Fiber>> ring;
    for (unsigned i = 0; i < 3; ++i) {
        ring.push_back(std::make_unique<Fiber>([&, i] {
            for (unsigned round = 0; round < 2; ++round) {
                log += static_cast<char>('a' + i);
                ring[i]->hand_over(*ring[(i + 1) % 3]);
            }
            log += '.';
            if (i == 0) ring[i]->suspend();
            log += '!';
        }));
    }
    ring[0]->resume();
    EXPECT_EQ(log, "abcabc.");
    EXPECT_FALSE(ring[0]->ended());
    ring[1]->resume();
    EXPECT_EQ(log, "abcabc..!");
    EXPECT_TRUE(ring[1]->ended());
    ring[0]->resume();
    EXPECT_TRUE(ring[0]->ended());
    EXPECT_EQ(log, "abcabc..!!");
}

TEST(Fiber, KeepsItsLocalsDeepDown) {
    Fiber* self = nullptr;
    std::vector<int> seen;
    const auto descend = [&](auto& again, int depth) -> void {
        volatile int local[64];
        for (int i = 0; i < 64; ++i) local[i] = depth;
        if (depth < 20) again(again, depth + 1);
        self->suspend();
        seen.push_back(static_cast<int>(local[63]));
    };
    Fiber fiber([&] { descend(descend, 0); });
    self = &fiber;
    unsigned pieces = 0;
    for (; !fiber.ended(); ++pieces) fiber.resume();
    EXPECT_EQ(pieces, 22u);
    EXPECT_EQ(seen.front(), 20);
    EXPECT_EQ(seen.back(), 0);
}

TEST(Fiber, AbandonedOnesGiveTheirStacksBack) {
    for (unsigned round = 0; round < 3; ++round) {
        std::vector<std::unique_ptr<Fiber>> fibers;
        for (unsigned i = 0; i < 100; ++i) {
            fibers.push_back(std::make_unique<Fiber>([&, i] {
                volatile char bytes[300] = {};
                bytes[299] = 1;
                EXPECT_EQ(bytes[299], 1);
                fibers[i]->suspend();
                ADD_FAILURE() << "resumed after all";
            }));
        }
        for (auto& fiber : fibers) fiber->resume();
    }
    SUCCEED();
}

TEST(Fiber, GoesOnInAnotherThread) {
    Fiber* self = nullptr;
    int steps = 0;
    Fiber fiber([&] {
        ++steps;
        self->suspend();
        ++steps;
    });
    self = &fiber;
    std::thread([&] { fiber.resume(); }).join();
    std::thread([&] { fiber.resume(); }).join();
    EXPECT_TRUE(fiber.ended());
    EXPECT_EQ(steps, 2);
}

TEST(Fiber, ResumesAFiberFromInsideAFiber) {
    std::string log;
    Fiber* inner = nullptr;
    Fiber* outer = nullptr;
    Fiber first([&] {
        log += "i";
        inner->suspend();
        log += "I";
    });
    Fiber second([&] {
        inner->resume();
        log += "o";
        outer->suspend();
        inner->resume();
        log += "O";
    });
    inner = &first;
    outer = &second;
    second.resume();
    log += "-";
    second.resume();
    EXPECT_EQ(log, "io-IO");
}

}  // namespace
}  // namespace spinscope
