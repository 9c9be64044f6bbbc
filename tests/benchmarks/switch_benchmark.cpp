// SPDX-License-Identifier: GPL-3.0-or-later
// How long a live switch and a stop take, with a CPU for each worker and with four workers on each.
#include <string>
#include <vector>

#include "core/engine/registry.h"
#include "tests/benchmarks/comparison.h"
#include "tests/benchmarks/windowed_run.h"

namespace spinscope::bench {
namespace {

using namespace std::chrono_literals;

Experiment experiment(unsigned workers, Waiting waiting) {
    Experiment result;
    result.workers = workers;
    result.waiting = waiting;
    result.device.kind = "null";
    return result;
}

void switches(benchmark::State& state, unsigned workers, Waiting waiting, bool every_worker_has_a_cpu) {
    HostRun run(experiment(workers, waiting), Topology::host());
    run.start();
    std::vector<std::string> ids;
    for (const StrategyInfo& info : own_strategies()) {
        if (info.scenario == "transmit") ids.emplace_back(info.id);
    }
    std::size_t next = 0;
    for (auto _ : state) {
        std::this_thread::sleep_for(1ms);
        run.switch_to(ids[++next % ids.size()], {});
    }
    const auto last = run.observe();
    run.end();
    std::vector<double> took_ms;
    std::uint64_t lost = 0;
    for (const Mark& mark : last->marks) {
        if (mark.took_ns == 0) continue;
        took_ms.push_back(static_cast<double>(mark.took_ns) * 1e-6);
        lost += mark.lost;
    }
    const double longest = *std::max_element(took_ms.begin(), took_ms.end());
    state.counters["max_ms"] = longest;
    const auto what = fmt::format("live switch, {} workers, {}", workers, name_of(waiting));
    Report::get().add({.what = what + ", median",
                       .measured = estimate(took_ms),
                       .unit = "ms",
                       .kind = every_worker_has_a_cpu ? Row::Budget::AtMost : Row::Budget::None,
                       .budget = 1,
                       .note = fmt::format("through all {} strategies; {} packets lost", ids.size(), lost)});
    Report::get().add({.what = what + ", longest",
                       .measured = {longest, longest, longest, took_ms.size()},
                       .unit = "ms",
                       .kind = Row::Budget::AtMost,
                       .budget = 1000,
                       .note = fmt::format("of {} switches", took_ms.size())});
}

void stops(benchmark::State& state, unsigned workers, Waiting waiting) {
    std::vector<double> took_ms;
    for (auto _ : state) {
        for (const StrategyInfo& info : own_strategies()) {
            if (info.scenario != "transmit") continue;
            Experiment loaded = experiment(workers, waiting);
            loaded.strategy = info.id;
            HostRun run(loaded, Topology::host());
            run.start();
            std::this_thread::sleep_for(30ms);
            const std::uint64_t asked = Clock::get().now();
            run.end();
            took_ms.push_back(static_cast<double>(Clock::get().now() - asked) * 1e-6);
        }
    }
    const double longest = *std::max_element(took_ms.begin(), took_ms.end());
    state.counters["max_ms"] = longest;
    Report::get().add({.what = fmt::format("stop, {} workers, {}, longest", workers, name_of(waiting)),
                       .measured = {longest, longest, longest, took_ms.size()},
                       .unit = "ms",
                       .kind = Row::Budget::AtMost,
                       .budget = 1000,
                       .note = fmt::format("of {} stops under load; median {:.1f} ms", took_ms.size(),
                                           estimate(took_ms).median)});
}

}  // namespace
}  // namespace spinscope::bench

int main(int argc, char** argv) {
    using namespace spinscope;
    using namespace spinscope::bench;
    const auto cpus = static_cast<unsigned>(Topology::host()->usable().size());
    for (const Waiting waiting : {Waiting::SpinPark, Waiting::Spin, Waiting::Yield}) {
        for (const unsigned workers : {cpus, 4 * cpus}) {
            const auto name = fmt::format("{} workers/{}", workers, name_of(waiting));
            benchmark::RegisterBenchmark(
                ("switch/" + name).c_str(),
                [=](benchmark::State& state) { switches(state, workers, waiting, workers == cpus); })
                ->Iterations(waiting == Waiting::SpinPark ? 300 : 40)
                ->Unit(benchmark::kMillisecond);
            benchmark::RegisterBenchmark(("stop/" + name).c_str(),
                                         [=](benchmark::State& state) { stops(state, workers, waiting); })
                ->Iterations(1)
                ->Unit(benchmark::kMillisecond);
        }
    }
    return run(argc, argv);
}
