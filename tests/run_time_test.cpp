// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/engine/session.h"
#include "core/metrics/history.h"

namespace spinscope {
namespace {

TEST(RunTime, NeverGoesBackAtTheEndOfARun) {
    Experiment experiment;
    experiment.device.kind = "null";
    experiment.duration_s = 0.1;
    const auto session = make_host_session();
    std::uint64_t sequence = 0;
    for (int i = 0; i < 10; ++i) {
        History history;
        double newest_s = 0;
        session->start(experiment);
        for (bool ended = false; !ended;) {
            ended = session->wait_ended(std::chrono::milliseconds{20});
            for (const auto& snapshot : session->snapshots_after(sequence)) {
                sequence = snapshot->sequence;
                EXPECT_GE(snapshot->at_s, newest_s);
                newest_s = snapshot->at_s;
                history.add(*snapshot);
            }
        }
        EXPECT_EQ(session->newest()->state, RunState::Stopped);
        EXPECT_FALSE(history.empty()) << "the last snapshot belongs to the run";
    }
}

}  // namespace
}  // namespace spinscope
