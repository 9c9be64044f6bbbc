// SPDX-License-Identifier: GPL-3.0-or-later
// The live session: commands, ends, and what its snapshots promise. Times are bounds, never truths.
#include <gtest/gtest.h>
#include <pthread.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "core/base/error.h"
#include "core/engine/registry.h"
#include "core/engine/session.h"
#include "tests/support/strategy_names.h"

namespace spinscope {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

Experiment experiment(unsigned workers = 2) {
    Experiment e;
    e.workers = workers;
    e.device.kind = "null";
    e.device.delay_ns = 100;
    return e;
}

template <class Condition>
bool eventually(Condition&& condition) {
    const auto end = Clock::now() + 20s;
    while (!condition()) {
        if (Clock::now() > end) return false;
        std::this_thread::sleep_for(2ms);
    }
    return true;
}

/// Runs to its end; the last snapshot.
Session::SnapshotPtr run(Session& session, const Experiment& e) {
    session.start(e);
    EXPECT_TRUE(session.wait_ended(60s));
    return session.newest();
}
Session::SnapshotPtr run(const Experiment& e) {
    return run(*make_host_session(), e);
}
bool moving(const Session& session) {
    return eventually([&] { return session.newest()->totals.transmitted > 100; });
}
std::uint64_t accounted(const Snapshot& s) {
    return s.totals.transmitted + s.totals.dropped.total() + s.totals.queued;
}

class HostSession : public testing::TestWithParam<StrategyInfo> {};

TEST_P(HostSession, StopsInUnderASecondWithEightSpinners) {
    for (const Waiting waiting : {Waiting::SpinPark, Waiting::Spin, Waiting::Yield}) {
        const auto session = make_host_session();
        Experiment e = experiment(8);
        e.strategy = GetParam().id;
        e.waiting = waiting;
        session->start(e);
        ASSERT_TRUE(moving(*session)) << name_of(waiting);
        const auto asked = Clock::now();
        session->stop();
        ASSERT_TRUE(session->wait_ended(20s));
        EXPECT_LT(Clock::now() - asked, 1s) << name_of(waiting);
        const auto last = session->newest();
        EXPECT_EQ(last->state, RunState::Stopped);
        EXPECT_EQ(last->totals.offered, accounted(*last)) << name_of(waiting);
    }
}
INSTANTIATE_TEST_SUITE_P(Registry, HostSession,
                         testing::ValuesIn(own_strategies().begin(), own_strategies().end()),
                         strategy_test_name);

TEST(HostSessionEnd, DoesNotWaitForASlowDevice) {
    const auto session = make_host_session();
    Experiment e = experiment(4);
    e.device.delay_ns = 1'000'000'000;
    e.device.batch = 64;
    session->start(e);
    ASSERT_TRUE(eventually([&] { return session->newest()->totals.offered > 4; }));
    const auto asked = Clock::now();
    session->stop();
    ASSERT_TRUE(session->wait_ended(20s));
    EXPECT_LT(Clock::now() - asked, 1s);
}

TEST(HostSessionEnd, ComesWithTheSession) {
    auto session = make_host_session();
    session->start(experiment(8));
    ASSERT_TRUE(moving(*session));
    const auto asked = Clock::now();
    session.reset();
    EXPECT_LT(Clock::now() - asked, 1s);
}

TEST(HostSessionEnd, ComesAfterExactlyTheCountedPackets) {
    for (const std::uint64_t count : {1u, 7u, 20'000u}) {
        Experiment e = experiment(3);
        e.count = count;
        const auto last = run(e);
        EXPECT_EQ(last->totals.offered, count);
        EXPECT_EQ(last->totals.transmitted + last->totals.dropped.total(), count);
        EXPECT_EQ(last->totals.queued, 0u);
    }
}

TEST(HostSessionStart, ThatFailsSaysWhyAndLeavesTheNextOneAlone) {
    const auto session = make_host_session();
    Experiment e = experiment();
    e.device.kind = "udp";
    e.device.to = "255.255.255.255:9";  // broadcast is refused
    session->start(e);
    EXPECT_TRUE(session->wait_ended(20s));
    const auto failed = session->newest();
    EXPECT_EQ(failed->state, RunState::Failed);
    ASSERT_FALSE(failed->messages.empty());
    EXPECT_EQ(failed->messages.front().severity, Severity::Error);
    EXPECT_NE(failed->messages.front().what, "");

    Experiment good = experiment();
    good.count = 100;
    EXPECT_EQ(run(*session, good)->totals.offered, 100u);
    EXPECT_GT(session->newest()->sequence, failed->sequence);
}

TEST(HostSessionStart, ThatGetsNoThreadsFailsAndLeavesTheNextOneAlone) {
    const auto session = make_host_session();
    pthread_attr_t usual;
    pthread_attr_t huge;
    ASSERT_EQ(pthread_getattr_default_np(&usual), 0);
    ASSERT_EQ(pthread_attr_init(&huge), 0);
    ASSERT_EQ(pthread_attr_setstacksize(&huge, std::size_t{1} << 46), 0);  // half of all addresses
    ASSERT_EQ(pthread_setattr_default_np(&huge), 0);
    session->start(experiment());
    const bool ended = session->wait_ended(20s);
    ASSERT_EQ(pthread_setattr_default_np(&usual), 0);
    ASSERT_TRUE(ended);
    EXPECT_EQ(session->newest()->state, RunState::Failed);

    Experiment good = experiment();
    good.count = 100;
    EXPECT_EQ(run(*session, good)->totals.offered, 100u);
}

TEST(HostSessionStart, WithNonsenseIsRefusedAtOnce) {
    const auto session = make_host_session();
    Experiment e = experiment();
    e.strategy = "nonsense";
    EXPECT_THROW(session->start(e), UsageError);
    e = experiment();
    e.placement = "node:4095";
    EXPECT_THROW(session->start(e), UsageError);
    e = experiment();
    e.device.kind = "udp";
    e.device.to = "localhost";
    EXPECT_THROW(session->start(e), UsageError);
    e = experiment();
    e.duration_s = 1;
    e.switches = {{2, "llist", {}}};
    EXPECT_THROW(session->start(e), UsageError);
    e = experiment();
    e.count = 10;
    e.warmup_s = 1;
    EXPECT_THROW(session->start(e), UsageError);
    EXPECT_EQ(session->newest()->state, RunState::Idle);
    session->start(experiment());
    EXPECT_THROW(session->switch_to("nonsense", {}), UsageError);
    EXPECT_THROW(session->switch_to("ticket", {{"burst-limit", "1"}}), UsageError);
    EXPECT_THROW(session->switch_to("llist", {{"burst-limit", "many"}}), UsageError);
}

TEST(HostSessionStart, IsSaidAtOnceAndTakesASwitchFromThere) {
    const auto session = make_host_session();
    session->start(experiment());
    EXPECT_NE(session->newest()->state, RunState::Idle);
    session->switch_to("llist", {});
    EXPECT_TRUE(eventually([&] { return session->newest()->strategy == "llist"; }));
}

TEST(HostSessionStart, EndsTheRunBeforeAndBeginsAtZero) {
    const auto session = make_host_session();
    session->start(experiment());
    ASSERT_TRUE(moving(*session));
    const std::uint64_t sequence = session->newest()->sequence;
    Experiment second = experiment();
    second.count = 50;
    const auto last = run(*session, second);
    EXPECT_EQ(last->totals.offered, 50u);
    EXPECT_GT(last->sequence, sequence);
}

TEST(HostSessionSwitch, FollowsItsScript) {
    Experiment e = experiment(4);
    e.duration_s = 0.5;
    e.switches = {{0.3, "busylock", {}}, {0.15, "llist", {{"burst-limit", "500"}}}};
    const auto last = run(e);
    ASSERT_EQ(last->marks.size(), 3u);
    EXPECT_EQ(last->marks[1].strategy, "llist");
    EXPECT_EQ(last->marks[2].strategy, "busylock");
    EXPECT_EQ(last->strategy, "busylock");
    for (const Mark& mark : last->marks) EXPECT_EQ(mark.lost, 0u);
    EXPECT_GE(last->marks[1].at_s, 0.15);
    EXPECT_GE(last->marks[2].at_s, 0.3);
    EXPECT_GT(last->marks[2].took_ns, 0u);
    EXPECT_EQ(last->totals.offered, accounted(*last));
}

TEST(HostSessionSwitch, KeepsTheBalanceThroughEveryStrategy) {
    const auto session = make_host_session();
    Experiment e = experiment(4);
    e.limit = 50;
    session->start(e);
    ASSERT_TRUE(moving(*session));
    for (int round = 0; round < 4; ++round) {
        for (const StrategyInfo& info : own_strategies()) session->switch_to(std::string(info.id), {});
    }
    session->stop();
    ASSERT_TRUE(session->wait_ended(30s));
    const auto last = session->newest();
    EXPECT_EQ(last->marks.size(), 1 + 4 * own_strategies().size());
    EXPECT_EQ(last->totals.offered, accounted(*last));
    for (const Mark& mark : last->marks) EXPECT_EQ(mark.lost, 0u) << mark.strategy;
}

TEST(HostSessionSwitch, TakesAsManyQueuesAsItsDeviceHas) {
    const auto session = make_host_session();
    Experiment e = experiment(2);
    e.device.kind = "udp";
    session->start(e);
    ASSERT_TRUE(moving(*session));
    const unsigned most = device_queues(e);
    for (const unsigned queues : {most, 1u, most})
        session->switch_to("ticket", {{"queues", std::to_string(queues)}, {"queue-by", "socket"}});
    EXPECT_THROW(session->switch_to("ticket", {{"queues", std::to_string(most + 1)}}), UsageError);
    session->stop();
    ASSERT_TRUE(session->wait_ended(30s));
    EXPECT_EQ(session->newest()->totals.offered, accounted(*session->newest()));
    e.queues = most + 1;
    EXPECT_EQ(device_queues(e), most + 1);
    e.queues = 1;
    e.switches = {{0.1, "mq", {{"queues", "200"}}}, {0.2, "ticket", {{"queues", "3"}}}};
    EXPECT_EQ(device_queues(e), 200u);
}

TEST(HostSessionPause, StopsTheClockAndTheWorkers) {
    const auto session = make_host_session();
    session->start(experiment());
    ASSERT_TRUE(moving(*session));
    session->pause();
    ASSERT_TRUE(eventually([&] { return session->newest()->state == RunState::Paused; }));
    const auto paused = session->newest();
    std::this_thread::sleep_for(300ms);
    EXPECT_EQ(session->newest()->sequence, paused->sequence);
    session->resume();
    ASSERT_TRUE(eventually([&] { return session->newest()->sequence > paused->sequence + 2; }));
    const auto later = session->snapshots_after(paused->sequence).front();
    EXPECT_EQ(later->state, RunState::Running);
    EXPECT_GE(later->at_s, paused->at_s);
    // Of the 300 ms, none is run time; how late the machine was to go on is not known.
    session->stop();
    ASSERT_TRUE(session->wait_ended(20s));
    const auto last = session->newest();
    EXPECT_GT(last->totals.transmitted, paused->totals.transmitted);
    EXPECT_EQ(last->totals.offered, accounted(*last));
}

TEST(HostSessionPause, EndsWithASwitchAndWithAStop) {
    const auto session = make_host_session();
    session->start(experiment());
    ASSERT_TRUE(moving(*session));
    session->pause();
    session->switch_to("mcs", {});
    ASSERT_TRUE(eventually([&] {
        const auto newest = session->newest();
        return newest->strategy == "mcs" && newest->state == RunState::Running;
    }));
    session->pause();
    session->stop();
    ASSERT_TRUE(session->wait_ended(20s));
    EXPECT_EQ(session->newest()->state, RunState::Stopped);
}

TEST(HostSessionRate, IsNeverAboveTheOneAskedFor) {
    Experiment e = experiment();
    e.offered_pps = 20'000;
    e.duration_s = 0.5;
    const auto last = run(e);
    const double rate = static_cast<double>(last->totals.offered) / last->at_s;
    EXPECT_LT(rate, 20'000 * 1.05);
    EXPECT_GT(rate, 20'000 * 0.2);  // a busy machine may miss its time slices
}

TEST(HostSessionSnapshots, AddUp) {
    const auto session = make_host_session();
    Experiment e = experiment(4);
    e.limit = 20;
    e.probe = ProbeMode::Full;
    session->start(e);
    std::vector<Session::SnapshotPtr> seen;
    std::uint64_t sequence = 0;
    const auto collect = [&] {
        for (auto& snapshot : session->snapshots_after(sequence)) {
            sequence = snapshot->sequence;
            if (snapshot->run) seen.push_back(snapshot);
        }
    };
    ASSERT_TRUE(eventually([&] {
        collect();
        return seen.size() >= 20;
    }));
    session->stop();
    ASSERT_TRUE(session->wait_ended(20s));
    collect();

    Packets sum;
    double interval_s = 0;
    const Snapshot* before = nullptr;
    for (const auto& s : seen) {
        ASSERT_GE(s->totals.offered, s->totals.transmitted + s->totals.dropped.total());
        ASSERT_LE(s->call_wait.max(), static_cast<std::uint64_t>(s->at_s * 1e9) + 1'000'000);
        if (before != nullptr) {
            ASSERT_GE(s->at_s, before->at_s);
            ASSERT_NEAR(s->interval_s, s->at_s - before->at_s, 1e-9);
        }
        std::uint64_t completed = 0;
        for (const WorkerSnapshot& worker : s->workers) {
            ASSERT_LE(worker.completed, worker.offered);
            ASSERT_LE(worker.interval.completed, s->totals.offered);  // not below zero, that is
            completed += worker.completed;
            for (const float part : {worker.interval.wait_root, worker.interval.wait_gate,
                                     worker.interval.hold, worker.interval.transmit, worker.interval.own}) {
                ASSERT_GE(part, 0.0f);
                ASSERT_LE(part, 1.0f);
            }
        }
        ASSERT_LE(completed, s->totals.transmitted);
        sum.offered += s->interval.offered;
        sum.transmitted += s->interval.transmitted;
        sum.dropped.limit += s->interval.dropped.limit;
        interval_s += s->interval_s;
        before = s.get();
    }
    const Snapshot& last = *seen.back();
    EXPECT_EQ(sum.offered, last.totals.offered);
    EXPECT_EQ(sum.transmitted, last.totals.transmitted);
    EXPECT_EQ(sum.dropped.limit, last.totals.dropped.limit);
    EXPECT_NEAR(interval_s, last.at_s, 1e-6);
    EXPECT_EQ(last.call_wait.count(), last.totals.offered);
    EXPECT_EQ(last.totals.offered, accounted(last));
}

TEST(HostSessionSnapshots, HaveNoWaitsWithoutAProbe) {
    Experiment e = experiment(4);
    e.probe = ProbeMode::Off;
    e.count = 20'000;
    const auto last = run(e);
    EXPECT_EQ(last->call_wait.count(), 0u);
    EXPECT_EQ(last->xmit.count(), 0u);
    EXPECT_EQ(last->sojourn.count(), 0u);
    for (const Site site : kAllSites) {
        EXPECT_EQ(last->locks[site].wait.count(), 0u);
        EXPECT_EQ(last->locks[site].hold.count(), 0u);
    }
    EXPECT_GT(last->locks[Site::Root].acquisitions, 0u);
}

}  // namespace
}  // namespace spinscope
