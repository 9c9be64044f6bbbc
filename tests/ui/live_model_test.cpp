// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live_model.h"

#include <gtest/gtest.h>

namespace spinscope {
namespace {

class LiveModelTest : public testing::Test {
 protected:
    LiveModelTest() {
        QObject::connect(&model_, &LiveModel::updated, &model_, [this] { ++updates_; });
        QObject::connect(&model_, &LiveModel::restarted, &model_, [this] { ++restarts_; });
    }
    std::unique_ptr<SyntheticSession> session_ = make_synthetic_session({4, 1.0 / 30, 42});
    LiveModel model_{session_.get()};
    int updates_ = 0;
    int restarts_ = 0;
};

TEST_F(LiveModelTest, is_empty_before_the_first_start) {
    EXPECT_FALSE(model_.has_data());
    EXPECT_EQ(model_.newest().state, RunState::Idle);
    EXPECT_FALSE(model_.poll());
    EXPECT_EQ(updates_, 0);
}

TEST_F(LiveModelTest, one_poll_takes_everything_and_says_so_once) {
    session_->start({});
    session_->advance(30);
    EXPECT_TRUE(model_.poll());
    EXPECT_EQ(updates_, 1);
    EXPECT_EQ(restarts_, 1);
    EXPECT_NEAR(model_.history().end_s(), 1, 1e-9);
    HistorySlice slice;
    model_.history().query(0, 1, {}, slice);
    EXPECT_NEAR(slice.covered_s, 1, 1e-9) << "no snapshot was lost";
    EXPECT_FALSE(model_.poll());
    EXPECT_EQ(updates_, 1);
}

TEST_F(LiveModelTest, a_restart_clears_what_was_drawn_and_the_selection_that_is_gone) {
    session_->start({});
    session_->advance(60);
    model_.poll();
    model_.select(2);
    model_.pan(-1);
    session_->start({});
    session_->advance(3);
    model_.poll();
    EXPECT_EQ(restarts_, 2);
    EXPECT_NEAR(model_.history().end_s(), 0.1, 1e-9);
    EXPECT_TRUE(model_.range().follow());
    EXPECT_EQ(model_.selected(), 2) << "the worker is there again";
}

TEST_F(LiveModelTest, there_is_one_selection) {
    session_->start({});
    session_->advance(1);
    model_.poll();
    int changes = 0;
    QObject::connect(&model_, &LiveModel::selection_changed, &model_, [&] { ++changes; });
    model_.select(3);
    model_.select(3);
    EXPECT_EQ(changes, 1);
    model_.select(99);
    EXPECT_EQ(model_.selected(), -1) << "there is no such worker";
}

TEST_F(LiveModelTest, follows_a_run_through_pause_and_stop) {
    session_->start({});
    session_->advance(10);
    session_->pause();
    session_->advance(10);
    model_.poll();
    EXPECT_EQ(model_.newest().state, RunState::Paused);
    EXPECT_NEAR(model_.newest().at_s, 10.0 / 30, 1e-9) << "run time stands still";
    session_->resume();
    session_->advance(5);
    session_->stop();
    model_.poll();
    EXPECT_EQ(model_.newest().state, RunState::Stopped);
    const Packets& totals = model_.newest().totals;
    EXPECT_EQ(totals.offered, totals.transmitted + totals.dropped.total() + totals.queued);
}

}  // namespace
}  // namespace spinscope
