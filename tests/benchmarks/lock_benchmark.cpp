// SPDX-License-Identifier: GPL-3.0-or-later
// Own locks against the same locks of ConcurrencyKit and oneTBB, each behind the same kind of call that is
// not inlined. "Uncontended" is measured with another thread alive: a C library may leave out atomics without
// one.
#include <sys/resource.h>
#include <tbb/spin_mutex.h>

#include <array>
#include <atomic>
#include <future>
#include <memory>
#include <thread>

#include "core/lock/mcs_lock.h"
#include "core/lock/tas_lock.h"
#include "core/lock/ticket_lock.h"
#include "core/machine/host_machine.h"
#include "tests/benchmarks/comparison.h"
#include "tests/benchmarks/lock_calls.h"

namespace spinscope::bench {
namespace {

/// A lock as the benchmark sees it: three words and no type.
struct LockCalls {
    void* lock;
    void (*acquire)(void* lock, unsigned thread);
    void (*release)(void* lock, unsigned thread);
};

/// The contexts of two threads on the host; pure spinning, as the peers do.
struct Contexts {
    struct One {
        One(HostMachine& machine, unsigned worker)
            : ring(2), probe(counters, ring, ProbeMode::Off, worker + 1), ctx(machine, worker, probe) {}
        WorkerCounters counters;
        SpscRing<Event> ring;
        WorkerProbe probe;
        HostMachine::Ctx ctx;
    };
    HostMachine machine{Topology::host(), Waiting::Spin, 0};
    std::array<One, kMaxThreads> threads{One(machine, 0), One(machine, 1)};
};

template <template <class> class L>
struct OwnLock {
    using Lock = L<HostMachine>;
    alignas(128) Lock lock{std::span<typename Lock::Node>{}};
    alignas(128) std::array<typename Lock::Node, kMaxThreads> nodes{};
    std::array<HostMachine::Ctx*, kMaxThreads> ctx{};

    explicit OwnLock(Contexts& contexts) {
        for (unsigned i = 0; i < kMaxThreads; ++i) ctx[i] = &contexts.threads[i].ctx;
    }
    static OwnLock& of(void* lock) { return *static_cast<OwnLock*>(lock); }

    [[gnu::noinline]] static void acquire(void* self, unsigned thread) {
        OwnLock& own = of(self);
        own.lock.acquire(*own.ctx[thread], own.nodes[thread]);
    }
    [[gnu::noinline]] static void release(void* self, unsigned thread) {
        OwnLock& own = of(self);
        own.lock.release(*own.ctx[thread], own.nodes[thread]);
    }
    [[gnu::noinline]] static void acquire_probed(void* self, unsigned thread) {
        OwnLock& own = of(self);
        spinscope::acquire(*own.ctx[thread], own.lock, own.nodes[thread], Site::Root);
    }
    [[gnu::noinline]] static void release_probed(void* self, unsigned thread) {
        OwnLock& own = of(self);
        spinscope::release(*own.ctx[thread], own.lock, own.nodes[thread], Site::Root);
    }
    LockCalls direct() { return {this, &acquire, &release}; }
    LockCalls probed() { return {this, &acquire_probed, &release_probed}; }
};

struct TbbSpin {
    alignas(128) tbb::spin_mutex mutex;
    [[gnu::noinline]] static void acquire(void* self, unsigned) { static_cast<TbbSpin*>(self)->mutex.lock(); }
    [[gnu::noinline]] static void release(void* self, unsigned) {
        static_cast<TbbSpin*>(self)->mutex.unlock();
    }
    LockCalls calls() { return {this, &acquire, &release}; }
};

/// A second thread, pinned to a CPU of its own where there is one, that does what it is told.
class SecondThread {
 public:
    SecondThread() : thread_([this] { work(); }) {}
    ~SecondThread() {
        command_.store(kEnd);
        thread_.join();
    }
    /// Begins at once with this thread. `act` must end by itself.
    template <class Act>
    void begin(Act& act) {
        act_ = [](void* argument) { (*static_cast<Act*>(argument))(); };
        argument_ = &act;
        command_.store(kGo);
        while (command_.load() == kGo) std::this_thread::yield();
    }
    void await_end() {
        while (command_.load() != kIdle) std::this_thread::yield();
    }

 private:
    enum Command { kIdle, kGo, kRunning, kEnd };
    void work() {
        const auto topology = Topology::host();
        topology->bind_this_thread(topology->usable().back());
        for (;;) {
            const Command command = command_.load();
            if (command == kEnd) return;
            if (command == kGo) {
                command_.store(kRunning);
                act_(argument_);
                command_.store(kIdle);
            } else {
                std::this_thread::yield();
            }
        }
    }
    std::atomic<Command> command_{kIdle};
    void (*act_)(void*) = nullptr;
    void* argument_ = nullptr;
    std::thread thread_;
};

long preemptions() {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nivcsw;
}

/// ns per pair of calls, one thread.
Stretch uncontended(const LockCalls& calls) {
    constexpr unsigned kPairs = 4000;
    const std::uint64_t begin = Clock::get().now();
    for (unsigned i = 0; i < kPairs; ++i) {
        calls.acquire(calls.lock, 0);
        calls.release(calls.lock, 0);
    }
    return static_cast<double>(Clock::get().now() - begin) / kPairs;
}

/// What two threads got out of one stretch.
struct Race {
    double ns_per_pair = 0;
    double smaller_share = 0;  ///< of the pairs, what the less lucky thread had
};

/// Both threads take the lock in turns for half a millisecond, with work inside and outside. Nothing if the
/// scheduler interrupted one: that measures the scheduler.
std::optional<Race> contended(const LockCalls& calls, SecondThread& second) {
    constexpr std::uint64_t kStretchNs = 500'000;
    struct alignas(128) Side {
        std::uint64_t pairs = 0;
        bool disturbed = false;
    };
    std::array<Side, kMaxThreads> sides;
    alignas(128) volatile std::uint64_t inside = 0;
    alignas(128) std::atomic<std::uint64_t> end{0};
    const auto take_turns = [&](unsigned thread) {
        while (end.load() == 0) cpu_pause();
        const long before = preemptions();
        std::uint64_t pairs = 0;
        do {
            for (int i = 0; i < 16; ++i) {
                calls.acquire(calls.lock, thread);
                inside = inside + 1;
                calls.release(calls.lock, thread);
                for (int outside = 0; outside < 20; ++outside) asm volatile("");
            }
            pairs += 16;
        } while (Clock::get().now() < end.load(std::memory_order_relaxed));
        sides[thread] = {pairs, preemptions() != before};
    };
    auto other = [&] { take_turns(1); };
    second.begin(other);
    end = Clock::get().now() + kStretchNs;
    take_turns(0);
    second.await_end();
    if (sides[0].disturbed || sides[1].disturbed) return std::nullopt;
    const auto total = static_cast<double>(sides[0].pairs + sides[1].pairs);
    return Race{kStretchNs / total, static_cast<double>(std::min(sides[0].pairs, sides[1].pairs)) / total};
}

void compare_uncontended(benchmark::State& state, const std::string& what, const LockCalls& own,
                         const LockCalls& peer, bool has_budget) {
    std::promise<void> over;
    std::thread alive([wait = over.get_future()] { wait.wait(); });
    std::vector<double> ratios;
    std::vector<double> costs;
    for (auto _ : state) {
        const auto measure_own = [&] {
            const Stretch cost = uncontended(own);
            costs.push_back(*cost);
            return cost;
        };
        if (const auto ratio = abba(measure_own, [&] { return uncontended(peer); })) ratios.push_back(*ratio);
    }
    over.set_value();
    alive.join();
    const Estimate cost = estimate(costs);
    state.counters["ns"] = cost.median;
    Report::get().add({.what = what + ", uncontended",
                       .measured = estimate(ratios),
                       .unit = "x",
                       .kind = has_budget ? Row::Budget::AtMost : Row::Budget::None,
                       .budget = 1.05,
                       .note = fmt::format("own {:.1f} ns a pair", cost.median)});
}

void compare_contended(benchmark::State& state, const std::string& what, const LockCalls& own,
                       const LockCalls& peer, bool same_kind) {
    SecondThread second;
    std::vector<double> ratios;
    std::vector<double> own_shares;
    std::vector<double> peer_shares;
    std::vector<double> costs;
    const auto measure = [&](const LockCalls& calls, std::vector<double>& shares) -> Stretch {
        const auto race = contended(calls, second);
        if (!race) return std::nullopt;
        shares.push_back(race->smaller_share);
        if (&calls == &own) costs.push_back(race->ns_per_pair);
        return race->ns_per_pair;
    };
    std::size_t rounds = 0;
    for (auto _ : state) {
        ++rounds;
        const auto ratio =
            abba([&] { return measure(own, own_shares); }, [&] { return measure(peer, peer_shares); });
        if (ratio) ratios.push_back(*ratio);
    }
    state.counters["ns"] = estimate(costs).median;
    Report::get().add({.what = what + ", 2 threads",
                       .measured = estimate(ratios),
                       .unit = "x",
                       .kind = same_kind ? Row::Budget::AtMost : Row::Budget::None,
                       .budget = 1.05,
                       .note = fmt::format("own {:.0f} ns a pair; smaller share {:.2f}, peer's {:.2f}{}; "
                                           "{} of {} rounds undisturbed",
                                           estimate(costs).median, estimate(own_shares).median,
                                           estimate(peer_shares).median,
                                           same_kind ? "" : " (not the same lock: the peer backs off)",
                                           ratios.size(), rounds)});
}

/// `same_kind`: waiters do the same in both.
void pair(const std::string& what, const LockCalls& own, const LockCalls& peer, bool same_kind) {
    benchmark::RegisterBenchmark((what + "/uncontended").c_str(), [=](benchmark::State& state) {
        compare_uncontended(state, what, own, peer, true);
    })->Iterations(200);
    if (Topology::host()->usable().size() < 2) return;
    benchmark::RegisterBenchmark((what + "/2 threads").c_str(), [=](benchmark::State& state) {
        compare_contended(state, what, own, peer, same_kind);
    })->Iterations(300);
}

/// The probe that is off still counts acquisitions.
void probe_off(const std::string& what, const LockCalls& probed, const LockCalls& direct) {
    benchmark::RegisterBenchmark((what + "/probe off").c_str(), [=](benchmark::State& state) {
        compare_uncontended(state, what + " with the probe off / without probe", probed, direct, false);
    })->Iterations(200);
}

}  // namespace
}  // namespace spinscope::bench

int main(int argc, char** argv) {
    using namespace spinscope;
    using namespace spinscope::bench;
    const auto topology = Topology::host();
    const auto contexts = std::make_unique<Contexts>();
    const auto ticket = std::make_unique<OwnLock<TicketLock>>(*contexts);
    const auto mcs = std::make_unique<OwnLock<McsLock>>(*contexts);
    const auto tas = std::make_unique<OwnLock<TasLock>>(*contexts);
    const auto tbb_spin = std::make_unique<TbbSpin>();
    topology->bind_this_thread(topology->usable().front());

    pair("ticket / ConcurrencyKit's", ticket->direct(),
         {ck_ticket_make(), &ck_ticket_acquire, &ck_ticket_release}, true);
    pair("mcs / ConcurrencyKit's", mcs->direct(), {ck_mcs_make(), &ck_mcs_acquire, &ck_mcs_release}, true);
    pair("tas / tbb::spin_mutex", tas->direct(), tbb_spin->calls(), false);
    probe_off("ticket", ticket->probed(), ticket->direct());
    probe_off("mcs", mcs->probed(), mcs->direct());
    return run(argc, argv);
}
