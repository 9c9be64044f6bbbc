// SPDX-License-Identifier: GPL-3.0-or-later
// Locks, strategies and live switches on threads of the host, with random delays at every step.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/engine/registry.h"
#include "core/lock/clh_lock.h"
#include "core/lock/mcs_lock.h"
#include "core/lock/pthread_spin_lock.h"
#include "core/lock/qspinlock.h"
#include "core/lock/std_mutex_lock.h"
#include "core/lock/tas_lock.h"
#include "core/lock/tbb_queuing_lock.h"
#include "core/lock/tbb_spin_lock.h"
#include "core/lock/ticket_lock.h"
#include "core/lock/ttas_lock.h"
#include "tests/support/jitter_machine.h"
#include "tests/support/lock_case.h"
#include "tests/support/mutants.h"
#include "tests/support/path_case.h"
#include "tests/support/strategy_names.h"
#include "tests/support/switch_case.h"

namespace spinscope {
namespace {

/// Two threads bound to CPUs, or eight that share what there is.
struct Crowd {
    unsigned workers;
    bool pinned;
};
constexpr Crowd kPinned{2, true};
constexpr Crowd kOversubscribed{8, false};
constexpr Waiting kPolicies[] = {Waiting::SpinPark, Waiting::Spin, Waiting::Yield};

/// Whoever waits for one without a CPU and does not sleep costs a time slice (a yield, too, where other
/// programs run), so there can only be few such waits.
unsigned few(unsigned count, Waiting waiting) {
    return waiting == Waiting::SpinPark ? count : std::max(count / 20, 2u);
}

template <template <class> class L>
void expect_exclusive() {
    for (const Waiting waiting : kPolicies) {
        EXPECT_EQ((run_lock_case<JitterMachine, L>(2, 2000, 1, waiting, true)), "") << name_of(waiting);
        EXPECT_EQ((run_lock_case<JitterMachine, L>(8, few(100, waiting), 2, waiting, false)), "")
            << name_of(waiting);
    }
}
TEST(HostLock, Ticket) {
    expect_exclusive<TicketLock>();
}
TEST(HostLock, Tas) {
    expect_exclusive<TasLock>();
}
TEST(HostLock, Ttas) {
    expect_exclusive<TtasLock>();
}
TEST(HostLock, Mcs) {
    expect_exclusive<McsLock>();
}
TEST(HostLock, Clh) {
    expect_exclusive<ClhLock>();
}
TEST(HostLock, GreedyTicket) {
    expect_exclusive<SoundGreedy>();
}
TEST(HostLock, QSpin) {
    expect_exclusive<QSpinLock>();
}

/// The waiting policy does not reach a library's lock, so it is few waits for all of them.
template <template <class> class L>
void expect_exclusive_library() {
    EXPECT_EQ((run_lock_case<JitterMachine, L>(2, 2000, 1, Waiting::Spin, true)), "");
    EXPECT_EQ((run_lock_case<JitterMachine, L>(8, few(100, Waiting::Spin), 2, Waiting::Spin, false)), "");
    // Somebody hurries them all the while.
    JitterMachine machine(3, Waiting::Spin);
    Team<JitterMachine> team(machine, 4, 3, ProbeMode::Off);
    team.control().hurry(true);
    EXPECT_EQ((run_lock_case<L>(machine, team, 200)), "");
}
TEST(HostLock, StdMutex) {
    expect_exclusive_library<StdMutexLock>();
}
TEST(HostLock, PthreadSpin) {
    expect_exclusive_library<PthreadSpinLock>();
}
TEST(HostLockTbb, Spin) {
    expect_exclusive_library<TbbSpinLock>();
}
TEST(HostLockTbb, Queuing) {
    expect_exclusive_library<TbbQueuingLock>();
}

class HostStrategy : public testing::TestWithParam<StrategyInfo> {
 protected:
    PathOutcome run(PathPlan plan, const Crowd& crowd, Waiting waiting, std::uint64_t seed) {
        plan.workers = crowd.workers;
        plan.strategy = GetParam().id.data();  // of the registry
        const auto make = [](const QueuePlan& queue, const auto& environment) {
            return make_transmit_path(queue, environment);
        };
        return PathCase<JitterMachine>(plan, make, seed, waiting, crowd.pinned).run();
    }
};

TEST_P(HostStrategy, HoldsItsInvariantsUnderEveryWaitingPolicy) {
    std::uint64_t seed = 0;
    for (const Waiting waiting : kPolicies) {
        const PathPlan calm{.packets = 300, .moods = {.busy = 20, .refuse = 20}};
        EXPECT_EQ(run(calm, kPinned, waiting, ++seed).failure, "") << name_of(waiting);
        const PathPlan crowded{.packets = few(40, waiting), .limit = 20, .batch = 4, .moods = {.busy = 20}};
        EXPECT_EQ(run(crowded, kOversubscribed, waiting, ++seed).failure, "") << name_of(waiting);
    }
}

TEST_P(HostStrategy, KeepsItsBalanceWhileItGoesDownAndUp) {
    const PathPlan plan{.packets = 200, .moods = {.busy = 20}, .downs = 5};
    EXPECT_EQ(run(plan, kPinned, Waiting::SpinPark, 1).failure, "");
}

INSTANTIATE_TEST_SUITE_P(Registry, HostStrategy,
                         testing::ValuesIn(own_strategies().begin(), own_strategies().end()),
                         strategy_test_name);

TEST(HostSwitch, LosesNothingWithTwoPinnedWorkers) {
    const SwitchPlan plan{.workers = 2,
                          .packets = 2000,
                          .in_flight = 16,
                          .moods = {.busy = 5},
                          .switches = 100,
                          .pauses = 5,
                          .apart_ns = 200'000};
    SwitchCase<JitterMachine> run(plan, 1, Waiting::SpinPark, true);
    EXPECT_EQ(run.run(), "");
    EXPECT_EQ(run.switched(), 100u);
}
TEST(HostSwitch, LosesNothingWithEightWorkersThatShareCpus) {
    for (const Waiting waiting : kPolicies) {
        const SwitchPlan plan{.workers = 8,
                              .packets = few(200, waiting),
                              .in_flight = 4,
                              .limit = 20,
                              .batch = 2,
                              .moods = {.busy = 5},
                              .switches = few(20, waiting),
                              .pauses = 2,
                              .apart_ns = 200'000};
        EXPECT_EQ(SwitchCase<JitterMachine>(plan, 2, waiting, false).run(), "") << name_of(waiting);
    }
}

}  // namespace
}  // namespace spinscope
