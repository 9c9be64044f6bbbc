// SPDX-License-Identifier: GPL-3.0-or-later
// spinscope_explore: searches every case for as long as one likes, or replays one failure.
#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for_each.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/explorer/cases.h"

namespace spinscope {
namespace {

struct Request {
    std::string pattern;
    std::vector<Algorithm> algorithms{Algorithm::Random, Algorithm::Pct, Algorithm::Dfs};
    std::vector<Memory> memories{Memory::Sc, Memory::Tso};
    unsigned bound = 3;
    std::uint64_t executions = ~std::uint64_t{0};
    std::uint64_t seed = 0;
    double seconds = 1;
    unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
    std::string schedule;
    bool list = false;
};

/// One search and what it should come to.
struct Job {
    Case what;
    Search search;
    std::optional<PlantedBug> bug;  ///< that must be found; none = nothing must be
};

std::vector<Case> sound_cases() {
    std::vector<Case> cases = lock_cases();
    for (const auto& more : {path_cases(), switch_cases()})
        cases.insert(cases.end(), more.begin(), more.end());
    for (const PlantedBug& bug : planted_bugs()) cases.push_back(bug.sound);
    return cases;
}

std::vector<Case> all_cases() {
    std::vector<Case> cases = sound_cases();
    for (const PlantedBug& bug : planted_bugs()) cases.push_back(bug.mutant);
    return cases;
}

std::vector<Job> jobs(const Request& request) {
    std::vector<Job> jobs;
    for (const Case& what : sound_cases()) {
        for (const Algorithm algorithm : request.algorithms) {
            for (const Memory memory : request.memories) {
                jobs.push_back({what,
                                {.algorithm = algorithm,
                                 .memory = memory,
                                 .bound = request.bound,
                                 .executions = request.executions,
                                 .seed = request.seed,
                                 .seconds = request.seconds},
                                {}});
            }
        }
    }
    // Where the bug shows is part of the case: its own searches.
    for (const PlantedBug& bug : planted_bugs()) {
        for (const Search& search : bug.found_by) jobs.push_back({bug.mutant, search, bug});
        for (const Search& search : bug.missed_by) jobs.push_back({bug.mutant, search, {}});
    }
    std::erase_if(jobs, [&](const Job& job) {
        const auto in = [](const auto& set, auto value) {
            return std::find(set.begin(), set.end(), value) != set.end();
        };
        return job.what.name.find(request.pattern) == std::string::npos ||
               !in(request.algorithms, job.search.algorithm) || !in(request.memories, job.search.memory);
    });
    return jobs;
}

/// Prints results as they come, in whole lines.
class Report {
 public:
    void add(const Job& job, const Finding& finding) {
        const bool well = job.bug ? shows(*job.bug, finding.failure) : finding.failure.empty();
        const std::string details = well ? "" : describe(job.what, job.search, finding);
        const std::scoped_lock lock(mutex_);
        ++searches_;
        executions_ += finding.executions;
        cpu_seconds_ += finding.cpu_seconds;
        wrong_ += !well;
        const std::string outcome = job.bug && well     ? "found, as it must be: " + finding.failure
                                    : job.bug           ? "NOT FOUND, and is there"
                                    : !well             ? "FAILS: " + finding.failure
                                    : finding.exhausted ? "well, exhausted"
                                                        : "well";
        fmt::print("{:44} {:6} {:3} {:9} executions {:6.0f} k/s  {}\n", job.what.name,
                   name_of(job.search.algorithm), name_of(job.search.memory), finding.executions,
                   1e-3 * static_cast<double>(finding.executions) / finding.cpu_seconds, outcome);
        if (!well && !finding.failure.empty()) fmt::print("{}", details);
        std::fflush(stdout);
    }
    int end() const {
        fmt::print("{} searches, {} executions, {:.0f} k/s of CPU time, {}\n", searches_, executions_,
                   1e-3 * static_cast<double>(executions_) / cpu_seconds_,
                   wrong_ == 0 ? "all as they must be" : fmt::format("{} NOT as they must be", wrong_));
        return wrong_ == 0 ? 0 : 1;
    }

 private:
    std::mutex mutex_;
    std::uint64_t searches_ = 0;
    std::uint64_t executions_ = 0;
    std::uint64_t wrong_ = 0;
    double cpu_seconds_ = 0;
};

int replay_one(const Request& request) {
    for (const Case& what : all_cases()) {
        if (what.name != request.pattern) continue;
        const Search search{.algorithm = request.algorithms.front(), .memory = request.memories.front()};
        Finding finding;
        finding.seed = request.seed;
        finding.schedule = Schedule::parse(request.schedule);
        finding.failure = replay(what, search, finding.seed, finding.schedule, nullptr);
        fmt::print("{}", describe(what, search, finding));
        return finding.failure.empty() ? 0 : 1;
    }
    fmt::print(stderr, "There is no case '{}'. See --list.\n", request.pattern);
    return 2;
}

int run(const Request& request) {
    if (request.list) {
        for (const Case& what : all_cases()) fmt::print("{}\n", what.name);
        return 0;
    }
    if (!request.schedule.empty()) return replay_one(request);
    const std::vector<Job> all = jobs(request);
    if (all.empty()) {
        fmt::print(stderr, "Nothing to search: no case's name has '{}' in it. See --list.\n",
                   request.pattern);
        return 2;
    }
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, request.jobs);
    Report report;
    tbb::parallel_for_each(all, [&](const Job& job) { report.add(job, explore(job.what, job.search)); });
    return report.end();
}

}  // namespace
}  // namespace spinscope

int main(int argc, char** argv) {
    using namespace spinscope;
    Request request;
    CLI::App app("Searches schedules of every lock, strategy and live switch for one that fails.");
    std::optional<Algorithm> algorithm;
    std::optional<Memory> memory;
    app.add_option("--case", request.pattern, "only cases with this in their name; with --schedule the name");
    app.add_option("--algorithm", algorithm, "random, pct or dfs; all without this")
        ->transform(CLI::CheckedTransformer(std::map<std::string, Algorithm>{
            {"random", Algorithm::Random}, {"pct", Algorithm::Pct}, {"dfs", Algorithm::Dfs}}));
    app.add_option("--memory", memory, "sc or tso; both without this")
        ->transform(
            CLI::CheckedTransformer(std::map<std::string, Memory>{{"sc", Memory::Sc}, {"tso", Memory::Tso}}));
    app.add_option("--bound", request.bound, "pct: depth; dfs: interferences")->capture_default_str();
    app.add_option("--seconds", request.seconds, "for each search, at most")->capture_default_str();
    app.add_option("--executions", request.executions, "for each search, at most; unlimited without this");
    app.add_option("--seed", request.seed, "of the first execution")->capture_default_str();
    app.add_option("--jobs", request.jobs, "searches at a time")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--schedule", request.schedule, "replays one execution and shows its steps");
    app.add_flag("--list", request.list, "names the cases");
    CLI11_PARSE(app, argc, argv);
    if (algorithm) request.algorithms = {*algorithm};
    if (memory) request.memories = {*memory};
    try {
        return run(request);
    } catch (const std::exception& error) {
        fmt::print(stderr, "spinscope_explore: {}\n", error.what());
        return 2;
    }
}
