// SPDX-License-Identifier: GPL-3.0-or-later
// How fast the simulated machine is, in coherence transactions per second of one core, and how much memory a
// simulated CPU takes.
#include <ctime>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "core/engine/registry.h"
#include "core/topology/placement.h"
#include "tests/benchmarks/comparison.h"
#include "tests/support/sim_case.h"

namespace spinscope::bench {
namespace {

constexpr double kBudgetPerS = 10e6;
constexpr double kBudgetKiB = 16;
constexpr int kRounds = 15;
constexpr double kRoundS = 0.02;  ///< of CPU time, at least

double thread_cpu_s() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// A machine of many CPUs, made of the largest one we have.
ProfilePtr profile_for(unsigned cpus) {
    if (cpus <= 8) return load_profile("x5570");
    ProfilePtr large = load_profile("granite-rapids");
    if (cpus <= 480) return large;
    auto larger = std::make_shared<MachineProfile>(*large);
    larger->shape = "pack:4 [numa] die:4 core:32 pu:2";
    return larger;
}

std::unique_ptr<SimCase> make_case(const std::string& strategy, unsigned cpus, unsigned in_flight = 128) {
    Experiment experiment;
    experiment.strategy = strategy;
    experiment.in_flight = in_flight;
    const ProfilePtr profile = profile_for(cpus);
    const auto topology = topology_of(*profile);
    const std::string placement = cpus <= 8 ? "one-per-core" : "compact";
    return std::make_unique<SimCase>(profile, topology, plan_placement(*topology, {cpus, placement, {}}).cpus,
                                     experiment);
}

void speed(benchmark::State& state, const std::string& strategy, unsigned cpus) {
    const auto sim = make_case(strategy, cpus);
    SimMachine& machine = sim->machine();
    std::vector<double> rates;
    double virtual_per_real = 0;
    constexpr std::uint64_t kStretch = 20'000;
    const double warm_up = thread_cpu_s();
    while (thread_cpu_s() - warm_up < 5 * kRoundS) machine.run_until(machine.now() + kStretch);
    for (auto _ : state) {
        const std::uint64_t before = machine.transactions();
        const std::uint64_t virtual_before = machine.now();
        const double begin = thread_cpu_s();
        double took = 0;
        while (took < kRoundS) {
            machine.run_until(machine.now() + kStretch);
            took = thread_cpu_s() - begin;
        }
        rates.push_back(static_cast<double>(machine.transactions() - before) / took);
        virtual_per_real = static_cast<double>(machine.now() - virtual_before) * 1e-9 / took;
    }
    const Estimate rate = estimate(rates);
    state.counters["M/s"] = rate.median / 1e6;
    Report::get().add({.what = fmt::format("{}, {} CPUs", strategy, cpus),
                       .measured = {rate.median / 1e6, rate.low / 1e6, rate.high / 1e6, rate.rounds},
                       .unit = "M transactions/s",
                       .kind = Row::Budget::AtLeast,
                       .budget = kBudgetPerS / 1e6 / machine_slowness(),
                       .note = fmt::format("a virtual second takes {:.1f} s", 1 / virtual_per_real)});
}

double resident_kib() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        if (word != "VmRSS:") continue;
        double kib = 0;
        status >> kib;
        return kib;
    }
    return 0;
}

/// With one packet in flight: a window's packets are the workload's, 96 bytes each with their lines.
void memory(benchmark::State& state, unsigned cpus) {
    double kib = 0;
    make_case("busylock", 2)->machine().run_until(100'000);  // what only the first machine takes
    for (auto _ : state) {
        const double before = resident_kib();
        const auto sim = make_case("busylock", cpus, 1);
        sim->machine().run_until(2'000'000);
        kib = (resident_kib() - before) / cpus - static_cast<double>(sizeof(WorkerCounters)) / 1024;
        sim->end();
    }
    state.counters["KiB"] = kib;
    Report::get().add({.what = fmt::format("resident memory per CPU, {} CPUs", cpus),
                       .measured = {kib, kib, kib, 1},
                       .unit = "KiB",
                       .kind = Row::Budget::AtMost,
                       .budget = kBudgetKiB,
                       .note = "stacks, lines, 17 packets; without the metrics' histograms"});
}

}  // namespace
}  // namespace spinscope::bench

int main(int argc, char** argv) {
    using namespace spinscope::bench;
    // First, or stacks of earlier machines would be used again.
    benchmark::RegisterBenchmark("memory/480", [](benchmark::State& state) { memory(state, 480); })
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
    for (const unsigned cpus : {8u, 64u, 480u, 1024u}) {
        for (const spinscope::StrategyInfo& info : spinscope::strategies()) {
            if (!info.simulatable) continue;
            const std::string id(info.id);
            benchmark::RegisterBenchmark(fmt::format("{}/{}", id, cpus).c_str(),
                                         [=](benchmark::State& state) { speed(state, id, cpus); })
                ->Iterations(kRounds)
                ->Unit(benchmark::kMillisecond);
        }
    }
    return run(argc, argv);
}
