// SPDX-License-Identifier: GPL-3.0-or-later
// The model against reality: this computer is calibrated, a profile is made of it, and the same locks run on
// two of its CPUs and on two of the profile's. Calibration and locks are measured in turns, because a virtual
// machine's CPUs move about. Only what passes from cache to cache was measured; the rest of the profile is
// estimated, so the ratio says what such a profile is good for.
#include <sys/resource.h>

#include <array>
#include <atomic>
#include <memory>
#include <thread>

#include "core/engine/host_profile.h"
#include "core/lock/mcs_lock.h"
#include "core/lock/tas_lock.h"
#include "core/lock/ticket_lock.h"
#include "core/machine/host_machine.h"
#include "core/machine/sim/sim_machine.h"
#include "tests/benchmarks/comparison.h"

namespace spinscope::bench {
namespace {

constexpr std::size_t kThreads = 2;
constexpr unsigned kRounds = 15;
constexpr std::uint64_t kStretchNs = 1'000'000;
constexpr unsigned kOutside = 20;  ///< iterations of an empty loop between two turns

/// A lock, its nodes, what it guards, and two workers on machine M.
template <class M, template <class> class L>
struct Contest {
    using Lock = L<M>;
    using Ctx = typename M::Ctx;
    struct Guarded {
        alignas(128) Lock lock{std::span<typename Lock::Node>{}};
        alignas(128) typename M::template Var<std::uint64_t> inside{};
        alignas(128) std::array<typename Lock::Node, kThreads> nodes{};
    };
    struct Worker {
        Worker(M& machine, unsigned number)
            : ring(2), probe(counters, ring, ProbeMode::Off, number + 1), ctx(machine, number, probe) {}
        WorkerCounters counters;
        SpscRing<Event> ring;
        WorkerProbe probe;
        Ctx ctx;
        std::uint64_t turns = 0;
    };

    explicit Contest(M& m)
        : arena(m.make_arena(sizeof(Guarded) + alignof(Guarded), 0)), workers{Worker(m, 0), Worker(m, 1)} {
        guarded = new (arena->bytes(sizeof(Guarded)).data()) Guarded;
    }

    /// Until `end` on the machine's clock.
    template <class Outside>
    void take_turns(unsigned number, std::uint64_t end, Outside&& outside) {
        Worker& me = workers[number];
        auto& node = guarded->nodes[number];
        while (me.ctx.now() < end) {
            for (int i = 0; i < 16; ++i) {
                guarded->lock.acquire(me.ctx, node);
                me.ctx.set(guarded->inside, me.ctx.get(guarded->inside) + 1);
                guarded->lock.release(me.ctx, node);
                outside(me.ctx);
            }
            me.turns += 16;
        }
    }
    std::uint64_t turns() const { return workers[0].turns + workers[1].turns; }

    std::unique_ptr<Arena> arena;
    std::array<Worker, kThreads> workers;
    Guarded* guarded = nullptr;
};

long preemptions() {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nivcsw;
}

/// Turns per second on this computer; nothing if the scheduler interrupted a thread.
template <template <class> class L>
Stretch on_host(const std::vector<unsigned>& cpus) {
    const auto topology = Topology::host();
    HostMachine machine(topology, Waiting::Spin, topology->find(cpus[0])->numa_node);
    Contest<HostMachine, L> contest(machine);
    std::atomic<unsigned> ready{0};
    std::atomic<std::uint64_t> end{0};
    std::atomic<bool> disturbed{false};
    const auto work = [&](unsigned number) {
        if (topology->bind_this_thread(cpus[number])) disturbed = true;
        ++ready;
        while (end == 0) std::this_thread::yield();
        const long before = preemptions();
        contest.take_turns(number, end, [](HostMachine::Ctx&) {
            for (unsigned i = 0; i < kOutside; ++i) asm volatile("");
        });
        if (preemptions() != before) disturbed = true;
    };
    std::array<std::thread, kThreads> threads{std::thread(work, 0), std::thread(work, 1)};
    while (ready < kThreads) std::this_thread::yield();
    end = Clock::get().now() + kStretchNs;
    for (std::thread& thread : threads) thread.join();
    if (disturbed) return std::nullopt;
    return static_cast<double>(contest.turns()) * 1e9 / kStretchNs;
}

/// Turns per second on the model.
template <template <class> class L>
double on_model(const ProfilePtr& profile, const std::vector<unsigned>& cpus, double iteration_ns) {
    SimMachine machine(profile, topology_of(*profile), cpus, {}, Waiting::Spin, 42);
    Contest<SimMachine, L> contest(machine);
    const auto outside_ns = static_cast<std::uint64_t>(kOutside * iteration_ns + 0.5);
    for (unsigned number = 0; number < kThreads; ++number) {
        machine.spawn(contest.workers[number].ctx, [&, number](SimMachine::Ctx&) {
            contest.take_turns(number, kStretchNs, [&](SimMachine::Ctx& ctx) { ctx.work(outside_ns); });
        });
    }
    machine.run_until(kForever);
    return static_cast<double>(contest.turns()) * 1e9 / kStretchNs;
}

void merge(HostMatrix& into, const HostMatrix& from) {
    if (into.pairs.empty()) {
        into = from;
        return;
    }
    for (PairLatency& pair : into.pairs) {
        for (const PairLatency& more : from.pairs) {
            if (more.a == pair.a && more.b == pair.b) {
                pair.rounds.insert(pair.rounds.end(), more.rounds.begin(), more.rounds.end());
            }
        }
    }
}

struct LockUnderTest {
    const char* name;
    Stretch (*host)(const std::vector<unsigned>& cpus);
    double (*model)(const ProfilePtr& profile, const std::vector<unsigned>& cpus, double iteration_ns);
    std::vector<double> rates{};
};

/// CPUs of the profile's machine that are as far apart as these two of the host.
std::vector<unsigned> same_distance(const MachineProfile& profile, Distance far) {
    const auto machine = topology_of(profile);
    for (const Pu& pu : machine->pus()) {
        if (distance(machine->pus().front(), pu) == far)
            return {machine->pus().front().os_index, pu.os_index};
    }
    return {};
}

void cross_check(benchmark::State& state) {
    const auto host = Topology::host();
    std::array<LockUnderTest, 3> locks{{{"ticket", on_host<TicketLock>, on_model<TicketLock>},
                                        {"mcs", on_host<McsLock>, on_model<McsLock>},
                                        {"tas", on_host<TasLock>, on_model<TasLock>}}};
    const std::vector<unsigned> usable = host->usable();
    for (auto _ : state) {
        if (usable.size() < kThreads) {
            Report::get().add({.what = "host and model", .unit = "x", .note = "one usable CPU"});
            break;
        }
        const std::vector<unsigned> cpus{usable[0], usable[1]};
        HostCalibration measured;
        measured.calibration = calibrate_host();
        measured.hits = measure_hits();
        for (unsigned round = 0; round < kRounds; ++round) {
            merge(measured.matrix, measure_matrix(*host, 0.02, {}, {}));
            for (LockUnderTest& lock : locks) {
                if (const Stretch rate = lock.host(cpus)) lock.rates.push_back(*rate);
            }
        }
        const auto profile = std::make_shared<const MachineProfile>(make_host_profile(*host, measured));
        const Distance far = distance(*host->find(cpus[0]), *host->find(cpus[1]));
        const auto one_way = measured.matrix.at(far);
        for (LockUnderTest& lock : locks) {
            const double model =
                lock.model(profile, same_distance(*profile, far), measured.calibration.iteration_ns);
            std::vector<double> ratios;
            for (const double rate : lock.rates) ratios.push_back(model / rate);
            const Estimate rate = estimate(lock.rates);
            Report::get().add(
                {.what = fmt::format("{}, 2 CPUs: model / host", lock.name),
                 .measured = estimate(ratios),
                 .unit = "x",
                 .note = fmt::format(
                     "host {:.2f}, model {:.2f} million turns/s; one way {:.0f} ns ({:.0f} to {:.0f}), {}; "
                     "{} of {} stretches undisturbed",
                     rate.median / 1e6, model / 1e6, one_way->median, one_way->low, one_way->high,
                     name_of(far), lock.rates.size(), kRounds)});
        }
    }
}
BENCHMARK(cross_check)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace spinscope::bench

int main(int argc, char** argv) {
    return spinscope::bench::run(argc, argv);
}
