// SPDX-License-Identifier: GPL-3.0-or-later
// What watching costs: the same run with the probe off, sampled and full, in turns; and each probe point
// alone.
#include <array>
#include <memory>

#include "tests/benchmarks/comparison.h"
#include "tests/benchmarks/windowed_run.h"

namespace spinscope::bench {
namespace {

using namespace std::chrono_literals;

constexpr auto kWindow = 20ms;

/// Two workers on the null device: the lock is what they meet at, so the probe is as visible as it can be.
void compare_modes(benchmark::State& state, const std::string& strategy, unsigned workers) {
    const auto make = [&](ProbeMode mode) {
        Experiment experiment;
        experiment.strategy = strategy;
        experiment.workers = workers;
        experiment.device.kind = "null";
        experiment.probe = mode;
        return std::make_unique<WindowedRun>(experiment);
    };
    const auto off = make(ProbeMode::Off);
    const auto sampled = make(ProbeMode::Sampled);
    const auto full = make(ProbeMode::Full);
    const std::array<WindowedRun*, 3> runs{off.get(), sampled.get(), full.get()};
    WindowRatios sampled_to_off;
    WindowRatios full_to_off;
    std::vector<double> rates;
    std::array<std::array<Window, 2>, 3> windows;
    for (auto _ : state) {
        for (std::size_t i = 0; i < 3; ++i) windows[i][0] = runs[i]->measure(kWindow);
        for (std::size_t i = 3; i-- > 0;) windows[i][1] = runs[i]->measure(kWindow);
        sampled_to_off.add(windows[1][0], windows[0][0], windows[0][1], windows[1][1]);
        full_to_off.add(windows[2][0], windows[0][0], windows[0][1], windows[2][1]);
        rates.push_back(windows[0][0].per_cpu_s);
    }
    state.counters["off_kpps"] = estimate(rates).median / 1e3;
    const auto report = [&](const char* mode, const WindowRatios& ratios, double own_estimate, bool budget) {
        Report::get().add(
            {.what = fmt::format("pps lost to the {} probe, {}, {} worker{}", mode, strategy, workers,
                                 workers == 1 ? "" : "s"),
             .measured = loss(ratios.cpu),
             .unit = "%",
             .kind = budget ? Row::Budget::AtMost : Row::Budget::None,
             .budget = 2,
             .note = fmt::format(
                 "null device, {:.0f} kpps of CPU time with the probe off; by the wall clock {:.2f} %; "
                 "the program's own estimate {:.2f} %",
                 estimate(rates).median / 1e3, loss(ratios.wall).median, own_estimate)});
    };
    report("sampled", sampled_to_off, windows[1][1].overhead_percent, true);
    report("full", full_to_off, windows[2][1].overhead_percent, false);
}

/// One worker's probe, alone on its machine.
struct Alone {
    explicit Alone(ProbeMode mode)
        : ring(1u << 16), probe(counters, ring, mode, 42), ctx(machine, 0, probe) {}
    HostMachine machine{Topology::host(), Waiting::SpinPark, 0};
    WorkerCounters counters;
    SpscRing<Event> ring;
    WorkerProbe probe;
    HostMachine::Ctx ctx;
};

template <class Points>
void point(const std::string& name, ProbeMode mode, Points points) {
    benchmark::RegisterBenchmark(fmt::format("{}/{}", name, name_of(mode)).c_str(),
                                 [=](benchmark::State& state) {
                                     const auto alone = std::make_unique<Alone>(mode);
                                     unsigned since_drain = 0;
                                     for (auto _ : state) {
                                         alone->probe.begin(alone->ctx);
                                         points(*alone);
                                         alone->probe.end_call(alone->ctx);
                                         if (++since_drain == 8192) {
                                             state.PauseTiming();
                                             alone->ring.drain([](const Event&) {});
                                             since_drain = 0;
                                             state.ResumeTiming();
                                         }
                                     }
                                 })
        ->MinTime(0.05);
}

void register_points() {
    for (const ProbeMode mode : {ProbeMode::Off, ProbeMode::Sampled, ProbeMode::Full}) {
        point("a call", mode, [](Alone&) {});
        point("a call, one lock", mode, [](Alone& a) {
            a.probe.acquire(Site::Root);
            a.probe.acquired(a.ctx);
            a.probe.release(a.ctx);
            a.probe.released(Site::Root);
        });
        point("a call, one contended lock", mode, [](Alone& a) {
            a.probe.acquire(Site::Root);
            a.probe.contended(a.ctx);
            a.probe.acquired(a.ctx);
            a.probe.release(a.ctx);
            a.probe.released(Site::Root);
        });
    }
}

}  // namespace
}  // namespace spinscope::bench

int main(int argc, char** argv) {
    using namespace spinscope::bench;
    const unsigned workers = spinscope::Topology::host()->usable().size() < 2 ? 1 : 2;
    for (const char* strategy : {"ticket", "busylock", "llist"}) {
        benchmark::RegisterBenchmark(
            fmt::format("modes/{}", strategy).c_str(),
            [=](benchmark::State& state) { compare_modes(state, strategy, workers); })
            ->Iterations(40)
            ->Unit(benchmark::kMillisecond);
    }
    benchmark::RegisterBenchmark("modes/ticket/1 worker",
                                 [](benchmark::State& state) { compare_modes(state, "ticket", 1); })
        ->Iterations(40)
        ->Unit(benchmark::kMillisecond);
    register_points();
    return run(argc, argv);
}
