// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/sim/self_test.h"

#include <algorithm>
#include <functional>
#include <memory>

#include "core/machine/sim/sim_machine.h"

namespace spinscope {
namespace {

constexpr std::uint32_t kExchanges = 2'000;
constexpr std::size_t kReads = 64;
constexpr std::size_t kLine = 64;

using Word = SimMachine::Atomic<std::uint32_t>;
using Body = std::function<void(SimMachine::Ctx&)>;

/// A few CPUs of a machine with lines of their own, and what each of them does.
class Bench {
 public:
    Bench(const ProfilePtr& profile, std::vector<unsigned> cpus)
        : machine_(profile, topology_of(*profile), cpus, {}, Waiting::Spin, 1),
          arena_(machine_.make_arena((kReads + 2) * kLine)) {
        for (std::size_t i = 0; i < cpus.size(); ++i) {
            cpus_.push_back(std::make_unique<Cpu>(machine_, static_cast<unsigned>(i)));
        }
    }

    /// A line that nobody has yet.
    Word& line() { return *new (arena_->bytes(kLine).data()) Word(0); }
    void run(std::size_t cpu, Body body) { machine_.spawn(cpus_[cpu]->ctx, std::move(body)); }
    void finish() { machine_.run_until(~std::uint64_t{0}); }

 private:
    struct Cpu {
        Cpu(SimMachine& machine, unsigned worker)
            : ring(64), probe(counters, ring, ProbeMode::Off, 1), ctx(machine, worker, probe) {}
        WorkerCounters counters;
        SpscRing<Event> ring;
        WorkerProbe probe;
        SimMachine::Ctx ctx;
    };

    SimMachine machine_;
    std::unique_ptr<Arena> arena_;
    std::vector<std::unique_ptr<Cpu>> cpus_;
};

/// The first CPU that is this far from CPU 0, then one near it that is neither.
std::vector<unsigned> cpus_at(const Topology& machine, Distance far) {
    const auto& pus = machine.pus();
    const auto other =
        std::find_if(pus.begin(), pus.end(), [&](const Pu& pu) { return distance(pus.front(), pu) == far; });
    std::vector<unsigned> cpus{pus.front().os_index, other->os_index};
    const auto neighbour = std::find_if(pus.begin(), pus.end(), [&](const Pu& pu) {
        const Distance from_it = distance(*other, pu);
        return distance(pus.front(), pu) == far && from_it > Distance::Sibling && from_it <= far;
    });
    if (neighbour != pus.end()) cpus.push_back(neighbour->os_index);
    return cpus;
}

double per_exchange(std::uint64_t begin, std::uint64_t end) {
    return static_cast<double>(end - begin) / kExchanges;
}

double cas_ping_pong(Bench& bench) {
    Word& word = bench.line();
    std::uint64_t begin = 0, end = 0;
    const auto take = [&word](SimMachine::Ctx& ctx, std::uint32_t old, std::uint32_t next) {
        while (!ctx.compare_exchange(word, old, next)) {
        }
    };
    bench.run(0, [&](SimMachine::Ctx& ctx) {
        take(ctx, 0, 1);
        begin = ctx.now();
        for (std::uint32_t i = 0; i < kExchanges; ++i) take(ctx, 0, 1);
        end = ctx.now();
    });
    bench.run(1, [&](SimMachine::Ctx& ctx) {
        for (std::uint32_t i = 0; i <= kExchanges; ++i) take(ctx, 1, 0);
    });
    bench.finish();
    return per_exchange(begin, end) / 2;
}

double ping_pong(Bench& bench) {
    Word& word = bench.line();
    std::uint64_t begin = 0, end = 0;
    const auto answer = [&word](SimMachine::Ctx& ctx, std::uint32_t old, std::uint32_t next) {
        ctx.spin_until(word, [old](std::uint32_t value) { return value == old; });
        ctx.publish(word, next);
    };
    bench.run(0, [&](SimMachine::Ctx& ctx) {
        answer(ctx, 0, 1);
        begin = ctx.now();
        for (std::uint32_t i = 0; i < kExchanges; ++i) answer(ctx, 0, 1);
        end = ctx.now();
    });
    bench.run(1, [&](SimMachine::Ctx& ctx) {
        for (std::uint32_t i = 0; i <= kExchanges; ++i) answer(ctx, 1, 0);
    });
    bench.finish();
    return per_exchange(begin, end);
}

/// CPU 1 writes lines, the third one reads them too if `shared`; then CPU 0 reads them, one after the other.
/// Far enough apart that no hold and no queue is left.
double read_latency(Bench& bench, bool shared) {
    constexpr std::uint64_t kApart = 1'000'000;
    std::vector<Word*> lines;
    for (std::size_t i = 0; i < kReads; ++i) lines.push_back(&bench.line());
    std::uint64_t begin = 0, end = 0;
    bench.run(1, [&](SimMachine::Ctx& ctx) {
        for (Word* line : lines) ctx.store(*line, 1);
    });
    if (shared) {
        bench.run(2, [&](SimMachine::Ctx& ctx) {
            ctx.work(kApart);
            for (Word* line : lines) ctx.load(*line);
        });
    }
    bench.run(0, [&](SimMachine::Ctx& ctx) {
        ctx.work(2 * kApart);
        begin = ctx.now();
        for (Word* line : lines) ctx.load(*line);
        end = ctx.now();
    });
    bench.finish();
    return static_cast<double>(end - begin) / kReads;
}

}  // namespace

std::vector<SelfTestResult> run_self_tests(const ProfilePtr& profile) {
    const auto machine = topology_of(*profile);
    std::vector<SelfTestResult> results;
    for (const SelfTest& test : profile->self_tests) {
        Bench bench(profile, cpus_at(*machine, test.distance));
        const double ns = test.what == "cas-ping-pong"   ? cas_ping_pong(bench)
                          : test.what == "ping-pong"     ? ping_pong(bench)
                          : test.what == "read-modified" ? read_latency(bench, false)
                                                         : read_latency(bench, true);
        results.push_back({test, ns});
    }
    return results;
}

}  // namespace spinscope
