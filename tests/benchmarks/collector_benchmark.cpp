// SPDX-License-Identifier: GPL-3.0-or-later
// What the workers lose to the collector that makes 30 snapshots a second.
#include "tests/benchmarks/comparison.h"
#include "tests/benchmarks/windowed_run.h"

namespace spinscope::bench {
namespace {

using namespace std::chrono_literals;

void collector(benchmark::State& state, unsigned workers, bool cpu_free) {
    Experiment experiment;
    experiment.strategy = "busylock";
    experiment.workers = workers;
    experiment.device.kind = "null";
    WindowedRun watched(experiment);
    constexpr auto kInterval = 33ms;
    constexpr int kSnapshots = 4;
    WindowRatios ratios;
    std::vector<double> build_us;
    const auto with = [&] {
        return watched.measure([&] {
            for (int i = 0; i < kSnapshots; ++i) {
                std::this_thread::sleep_for(kInterval);
                const std::uint64_t begin = Clock::get().now();
                benchmark::DoNotOptimize(watched.run().observe());
                build_us.push_back(static_cast<double>(Clock::get().now() - begin) * 1e-3);
            }
        });
    };
    const auto without = [&] { return watched.measure(kSnapshots * kInterval); };
    for (auto _ : state) {
        const Window a1 = with();
        const Window b1 = without();
        const Window b2 = without();
        const Window a2 = with();
        ratios.add(a1, b1, b2, a2);
    }
    state.counters["snapshot_us"] = estimate(build_us).median;
    Report::get().add(
        {.what = fmt::format("pps lost to 30 snapshots/s, {} worker{}", workers, workers == 1 ? "" : "s"),
         .measured = loss(ratios.cpu),
         .unit = "%",
         .kind = cpu_free ? Row::Budget::AtMost : Row::Budget::None,
         .budget = 2,
         .note = fmt::format("{}; by the wall clock {:.2f} %; one snapshot takes {:.0f} us",
                             cpu_free ? "a CPU is free" : "no CPU is free", loss(ratios.wall).median,
                             estimate(build_us).median)});
}

}  // namespace
}  // namespace spinscope::bench

int main(int argc, char** argv) {
    using namespace spinscope;
    using namespace spinscope::bench;
    const auto cpus = static_cast<unsigned>(Topology::host()->usable().size());
    for (const unsigned workers : {cpus - 1, cpus}) {
        if (workers == 0) continue;
        benchmark::RegisterBenchmark(
            fmt::format("collector/{} workers", workers).c_str(),
            [=](benchmark::State& state) { collector(state, workers, workers < cpus); })
            ->Iterations(12)
            ->Unit(benchmark::kMillisecond);
    }
    return run(argc, argv);
}
