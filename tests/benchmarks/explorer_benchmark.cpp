// SPDX-License-Identifier: GPL-3.0-or-later
// Executions that the schedule explorer makes a second, in small configurations.
#include <algorithm>
#include <string>
#include <vector>

#include "tests/benchmarks/comparison.h"
#include "tests/explorer/cases.h"

namespace spinscope::bench {
namespace {

void explorer(benchmark::State& state, const Case& what, const Search& search) {
    std::vector<double> rates;
    for (auto _ : state) {
        const Finding finding = explore(what, search);
        if (!finding.failure.empty()) {
            state.SkipWithError(finding.failure.c_str());
            return;
        }
        rates.push_back(1e-3 * static_cast<double>(finding.executions) / finding.cpu_seconds);
    }
    state.counters["thousand_per_s"] = estimate(rates).median;
    Report::get().add(
        {.what = fmt::format("explorer, {}, {}, {}", what.name, name_of(search.algorithm),
                             name_of(search.memory)),
         .measured = estimate(rates),
         .unit = "k/s",
         .kind = Row::Budget::AtLeast,
         .budget = 43,
         .note = "executions per second of one core; a prototype that pooled nothing made 24-43"});
}

}  // namespace
}  // namespace spinscope::bench

int main(int argc, char** argv) {
    using namespace spinscope;
    using namespace spinscope::bench;
    std::vector<Case> cases = lock_cases();
    for (const auto& more : {path_cases(), switch_cases()})
        cases.insert(cases.end(), more.begin(), more.end());
    for (const char* name : {"lock/mcs/2x2", "path/ticket/two", "path/llist/two", "switch/llist/once"}) {
        const auto found =
            std::find_if(cases.begin(), cases.end(), [&](const Case& what) { return what.name == name; });
        if (found == cases.end()) continue;
        for (const Search& search :
             {Search{.algorithm = Algorithm::Random, .executions = 5000},
              Search{.algorithm = Algorithm::Dfs, .executions = 5000},
              Search{.algorithm = Algorithm::Dfs, .memory = Memory::Tso, .executions = 5000}}) {
            benchmark::RegisterBenchmark(
                fmt::format("explorer/{}/{}/{}", name, name_of(search.algorithm), name_of(search.memory))
                    .c_str(),
                [what = *found, search](benchmark::State& state) { explorer(state, what, search); })
                ->Iterations(9)
                ->Unit(benchmark::kMillisecond);
        }
    }
    return run(argc, argv);
}
