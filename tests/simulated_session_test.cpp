// SPDX-License-Identifier: GPL-3.0-or-later
// The live session on simulated machines: commands between two moments, and what its snapshots promise.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

#include "core/base/error.h"
#include "core/base/sanitizers.h"
#include "core/engine/session.h"
#include "core/engine/sim_run.h"
#include "tests/support/strategy_names.h"

namespace spinscope {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// A second; instrumented code takes several times as long.
#if defined(SPINSCOPE_ASAN) || defined(SPINSCOPE_TSAN)
constexpr auto kStop = 5s;
#else
constexpr auto kStop = 1s;
#endif

Experiment experiment(const std::string& machine = "x5570", unsigned workers = 8) {
    Experiment e;
    set_machine(e, machine);
    e.workers = workers;
    return e;
}

template <class Condition>
bool eventually(Condition&& condition) {
    const auto end = Clock::now() + 60s;
    while (!condition()) {
        if (Clock::now() > end) return false;
        std::this_thread::sleep_for(2ms);
    }
    return true;
}
bool moving(const Session& session) {
    return eventually([&] { return session.newest()->totals.transmitted > 100; });
}
bool in_state(const Session& session, RunState state) {
    return eventually([&] { return session.newest()->state == state; });
}
std::uint64_t accounted(const Snapshot& s) {
    return s.totals.transmitted + s.totals.dropped.total() + s.totals.queued;
}

/// Every snapshot of a run that a reader follows to its end.
std::vector<Session::SnapshotPtr> follow(Session& session, const Experiment& e) {
    std::vector<Session::SnapshotPtr> all;
    std::uint64_t sequence = 0;
    const auto collect = [&] {
        for (auto& snapshot : session.snapshots_after(sequence)) {
            sequence = snapshot->sequence;
            if (snapshot->run) all.push_back(snapshot);
        }
    };
    session.start(e);
    while (!session.wait_ended(1ms)) collect();
    collect();
    return all;
}

TEST(SimulatedSession, GivesTheSnapshotsOfTheSeedAndOfTheSynchronousRun) {
    Experiment e = experiment();
    e.duration_s = 0.05;
    e.warmup_s = 0.005;
    e.switches = {{0.02, "llist", {}}, {0.02, "busylock", {}}};
    const auto first = follow(*make_session("x5570", Pace::AsRead), e);
    const auto second = follow(*make_session("x5570", Pace::AsRead), e);
    ASSERT_EQ(first.size(), second.size());
    ASSERT_GE(first.size(), 6u);
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i]->at_s, second[i]->at_s);
        EXPECT_EQ(first[i]->totals.offered, second[i]->totals.offered);
        EXPECT_EQ(first[i]->workers[3].interval.hold, second[i]->workers[3].interval.hold);
        if (i > 0) {
            EXPECT_GT(first[i]->interval_s, 0.0001) << i;
            EXPECT_NEAR(first[i]->interval_s, first[i]->at_s - first[i - 1]->at_s, 1e-12);
        }
    }
    const auto& last = *first.back();
    EXPECT_EQ(last.state, RunState::Stopped);
    EXPECT_EQ(last.totals.offered, accounted(last));
    EXPECT_EQ(last.strategy, "busylock");
    EXPECT_EQ(last.marks.size(), 3u);
    EXPECT_GT(last.real_per_virtual, 0);
    EXPECT_FALSE(last.ledger.empty());
    const RunResult alone = simulate(e);
    const RunResult live = make_run_result(last, first[0].get());
    EXPECT_EQ(first[0]->at_s, 0.005);
    EXPECT_EQ(alone.packets.transmitted, live.packets.transmitted);
    EXPECT_EQ(alone.packets.offered, live.packets.offered);
}

TEST(SimulatedSession, StopsInUnderASecondWithEveryCpuAtWork) {
    for (const char* machine : {"x5570", "granite-rapids"}) {
        for (const char* strategy : {"ticket", "llist", "busylock", "priority-relock"}) {
            const auto session = make_session(machine);
            Experiment e = experiment(machine);
            e.workers.reset();
            e.strategy = strategy;
            session->start(e);
            ASSERT_TRUE(eventually([&] { return session->newest()->at_s > 0.003; })) << strategy;
            const auto asked = Clock::now();
            session->stop();
            ASSERT_TRUE(session->wait_ended(20s));
            EXPECT_LT(Clock::now() - asked, kStop) << machine << " " << strategy;
            const auto last = session->newest();
            EXPECT_EQ(last->state, RunState::Stopped);
            EXPECT_EQ(last->totals.offered, accounted(*last)) << machine << " " << strategy;
        }
    }
}

TEST(SimulatedSession, StopsInUnderASecondInTheMiddleOfASlowSwitch) {
    const auto session = make_session("granite-rapids");
    Experiment e = experiment("granite-rapids");
    e.workers.reset();
    e.strategy = "priority-relock";
    session->start(e);
    ASSERT_TRUE(eventually([&] { return session->newest()->at_s > 0.003; }));
    session->switch_to("llist", {});
    std::this_thread::sleep_for(100ms);
    const auto asked = Clock::now();
    session->stop();
    ASSERT_TRUE(session->wait_ended(20s));
    EXPECT_LT(Clock::now() - asked, kStop);
    const auto last = session->newest();
    EXPECT_EQ(last->totals.offered, accounted(*last));
}

TEST(SimulatedSession, IsNoFasterThanRealTimeForAWindow) {
    const auto session = make_session("x5570");
    Experiment e = experiment("x5570", 1);
    e.offered_pps = 1000;  // simulated in no time
    session->start(e);
    ASSERT_TRUE(eventually([&] { return session->newest()->at_s > 0; }));
    const auto begin = Clock::now();
    const double at_s = session->newest()->at_s;
    ASSERT_TRUE(eventually([&] { return session->newest()->at_s > at_s + 0.3; }));
    EXPECT_GT(Clock::now() - begin, 250ms);
    EXPECT_GT(session->newest()->real_per_virtual, 0.8);
}

TEST(SimulatedSession, WaitsForAReaderWhoHasToSeeEverySnapshot) {
    const auto session = make_session("x5570", Pace::AsRead);
    Experiment e = experiment("x5570", 1);
    e.offered_pps = 1000;
    session->start(e);
    ASSERT_TRUE(eventually([&] { return session->newest()->sequence > 20; }));
    std::this_thread::sleep_for(300ms);
    const auto held = session->newest()->sequence;
    EXPECT_LE(held, 64u);
    const auto seen = session->snapshots_after(0);
    EXPECT_EQ(seen.front()->sequence, 1u);
    session->snapshots_after(held);
    EXPECT_TRUE(eventually([&] { return session->newest()->sequence > held; }));
}

TEST(SimulatedSession, PausesStepsByHandoffAndGoesOn) {
    const auto session = make_session("x5570");
    session->start(experiment());
    ASSERT_TRUE(moving(*session));
    session->pause();
    ASSERT_TRUE(in_state(*session, RunState::Paused));
    const auto paused = session->newest();
    std::this_thread::sleep_for(50ms);
    EXPECT_EQ(session->newest()->sequence, paused->sequence);

    auto before = paused;
    for (int i = 0; i < 5; ++i) {
        session->step();
        ASSERT_TRUE(eventually([&] { return session->newest()->sequence > before->sequence; }));
        const auto stepped = session->newest();
        EXPECT_EQ(stepped->state, RunState::Paused);
        EXPECT_GT(stepped->at_s, before->at_s);
        EXPECT_LT(stepped->at_s, before->at_s + 0.001);
        const auto handoffs = [](const Snapshot& s) {
            std::uint64_t sum = 0;
            for (const Site site : kAllSites) sum += s.locks[site].contended;
            return sum;
        };
        EXPECT_EQ(handoffs(*stepped), handoffs(*before) + 1);
        before = stepped;
    }

    session->resume();
    ASSERT_TRUE(in_state(*session, RunState::Running));
    session->step();
    ASSERT_TRUE(in_state(*session, RunState::Paused));
    session->switch_to("llist", {});
    ASSERT_TRUE(eventually([&] {
        return session->newest()->strategy == "llist" && session->newest()->state == RunState::Running;
    }));
    session->pause();
    session->stop();
    ASSERT_TRUE(session->wait_ended(20s));
    EXPECT_EQ(session->newest()->totals.offered, accounted(*session->newest()));
}

TEST(SimulatedSession, SwitchesLiveThroughEveryStrategy) {
    const auto session = make_session("x5570");
    session->start(experiment());
    ASSERT_TRUE(moving(*session));
    for (const StrategyInfo& info : simulatable_strategies()) session->switch_to(std::string(info.id), {});
    session->stop();
    ASSERT_TRUE(session->wait_ended(30s));
    const auto last = session->newest();
    EXPECT_EQ(last->marks.size(), 1 + simulatable_strategies().size());
    for (const Mark& mark : last->marks) EXPECT_EQ(mark.lost, 0u) << mark.strategy;
    EXPECT_EQ(last->totals.offered, accounted(*last));
}

TEST(SimulatedSession, StartsAgainFromZero) {
    const auto session = make_session("e5450");
    session->start(experiment("e5450"));
    ASSERT_TRUE(moving(*session));
    const std::uint64_t sequence = session->newest()->sequence;
    Experiment second = experiment("e5450");
    second.count = 50;
    session->start(second);
    ASSERT_TRUE(session->wait_ended(60s));
    EXPECT_EQ(session->newest()->totals.offered, 50u);
    EXPECT_GT(session->newest()->sequence, sequence);
}

TEST(SimulatedSession, RefusesOtherMachinesAndTooManyWorkersAtOnce) {
    EXPECT_THROW(make_session("x5571"), UsageError);
    const auto session = make_session("e5450");
    EXPECT_THROW(session->start(experiment("x5570")), UsageError);
    EXPECT_THROW(session->start(Experiment{}), UsageError);
    EXPECT_THROW(session->start(experiment("e5450", 9)), UsageError);
    EXPECT_EQ(session->newest()->state, RunState::Idle);
    EXPECT_EQ(session->topology()->usable().size(), 8u);
}

}  // namespace
}  // namespace spinscope
