// SPDX-License-Identifier: GPL-3.0-or-later
// Every lock on the explorer machine, and on explorer machines that break a promise.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "core/lock/clh_lock.h"
#include "core/lock/greedy_ticket_lock.h"
#include "core/lock/mcs_lock.h"
#include "core/lock/qspinlock.h"
#include "core/lock/tas_lock.h"
#include "core/lock/ticket_lock.h"
#include "core/lock/ttas_lock.h"
#include "tests/explorer/explorer_machine.h"
#include "tests/support/lock_case.h"
#include "tests/support/mutants.h"

namespace spinscope {
namespace {

constexpr std::uint64_t kSeeds = 400;

template <class M, template <class> class L>
std::string first_failure(unsigned workers = 3, unsigned rounds = 5) {
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        if (std::string failure = run_lock_case<M, L>(workers, rounds, seed); !failure.empty())
            return failure;
    }
    return {};
}

/// Workers that are known to stand in line, one behind the other.
template <class M, template <class> class L>
void expect_first_come_first_served(std::uint64_t seed) {
    M machine(seed);
    Team<M> team(machine, 5, seed, ProbeMode::Off);
    const auto arena = machine.make_arena(16 * 1024);
    const auto nodes = arena->template make_array<typename L<M>::Node>(5);
    L<M> lock(nodes);
    std::vector<unsigned> order;
    ASSERT_EQ(team.run([&](typename M::Ctx& ctx) {
        // A thousand steps are enough to draw a ticket in any schedule of so few.
        ctx.work(2'000 * ctx.worker() + 1);
        lock.acquire(ctx, nodes[ctx.worker()]);
        if (ctx.worker() == 0) ctx.work(20'000);
        order.push_back(ctx.worker());
        lock.release(ctx, nodes[ctx.worker()]);
    }),
              "");
    EXPECT_EQ(order, (std::vector<unsigned>{0, 1, 2, 3, 4}));
}
template <template <class> class L>
struct Named {
    template <class M>
    static std::string failure(unsigned workers = 3, unsigned rounds = 5) {
        return first_failure<M, L>(workers, rounds);
    }
    static void expect_fifo(std::uint64_t seed) { expect_first_come_first_served<ExplorerMachine, L>(seed); }
    template <class M>
    using Lock = L<M>;
};

template <class Named>
class EveryLock : public testing::Test {};
using Locks = testing::Types<Named<TicketLock>, Named<TasLock>, Named<TtasLock>, Named<McsLock>,
                             Named<ClhLock>, Named<QSpinLock>, Named<GreedyTicketLock>>;
TYPED_TEST_SUITE(EveryLock, Locks);

TYPED_TEST(EveryLock, SatisfiesTheConcept) {
    static_assert(Lock<typename TypeParam::template Lock<ExplorerMachine>, ExplorerMachine>);
}
TYPED_TEST(EveryLock, LetsOneInAtATime) {
    EXPECT_EQ(TypeParam::template failure<ExplorerMachine>(2, 10), "");
    EXPECT_EQ(TypeParam::template failure<ExplorerMachine>(3), "");
    EXPECT_EQ(TypeParam::template failure<ExplorerMachine>(6, 3), "");
}
TYPED_TEST(EveryLock, IsCaughtWithoutReleaseOrdering) {
    EXPECT_NE(TypeParam::template failure<BasicExplorerMachine<Flaw::UnorderedStore>>(), "");
}
TYPED_TEST(EveryLock, IsCaughtWhenItsReadModifyWriteIsTorn) {
    // Each of them needs one of these to be whole.
    const std::string found = TypeParam::template failure<BasicExplorerMachine<Flaw::TornExchange>>() +
                              TypeParam::template failure<BasicExplorerMachine<Flaw::TornAdd>>() +
                              TypeParam::template failure<BasicExplorerMachine<Flaw::TornCompareExchange>>();
    EXPECT_NE(found, "");
}

TEST(McsLock, IsCaughtWhenItsUnlockIgnoresASuccessor) {
    EXPECT_NE((first_failure<ExplorerMachine, ForgetfulMcs>()), "");
}

/// The second in line is overtaken by a greedy one that came later, and by that one only.
TEST(GreedyTicketLock, LendsItsOwnerTheNextTurnAndKeepsTheLine) {
    using M = ExplorerMachine;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        M machine(seed);
        Team<M> team(machine, 4, seed, ProbeMode::Off);
        const auto arena = machine.make_arena(16 * 1024);
        const auto nodes = arena->template make_array<GreedyTicketLock<M>::Node>(4);
        SoundGreedy<M> lock(nodes);
        std::vector<unsigned> order;
        ASSERT_EQ(team.run([&](M::Ctx& ctx) {
            // Worker 0, the greedy one, comes last of all, while 1 holds.
            ctx.work(ctx.worker() == 0 ? 10'000 : 2'000 * ctx.worker());
            lock.acquire(ctx, nodes[ctx.worker()]);
            if (ctx.worker() == 1) ctx.work(20'000);
            order.push_back(ctx.worker());
            lock.release(ctx, nodes[ctx.worker()]);
        }),
                  "");
        EXPECT_EQ(order, (std::vector<unsigned>{1, 0, 2, 3}));
    }
}

/// Draws its first tickets just before the counter wraps.
template <class M>
class AgedTicketLock : public TicketLock<M> {
 public:
    explicit AgedTicketLock(std::span<NoNode>) : TicketLock<M>(~std::uint32_t{0} - 3) {}
};
TEST(TicketLock, ServesOnWhenItsTicketsWrap) {
    EXPECT_EQ((first_failure<ExplorerMachine, AgedTicketLock>()), "");
}

TYPED_TEST(EveryLock, ServesInOrderOfArrivalWhereItSaysSo) {
    if (!TypeParam::template Lock<ExplorerMachine>::kFair) GTEST_SKIP() << "it promises nothing";
    for (std::uint64_t seed = 0; seed < 50; ++seed) TypeParam::expect_fifo(seed);
}

}  // namespace
}  // namespace spinscope
