// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/explorer/schedule.h"
#include "tests/explorer/scheduler.h"

namespace spinscope {

/// Something to explore. `run` builds it, runs it once and checks it; it returns what went wrong, or nothing.
/// The same seed and decisions give the same execution. Called from several threads at once.
struct Case {
    std::string name;
    std::function<std::string(std::uint64_t seed, const Exploration& exploration)> run;
    std::uint64_t most_steps = 20'000;
};

enum class Algorithm { Random, Pct, Dfs };

struct Search {
    Algorithm algorithm = Algorithm::Random;
    Memory memory = Memory::Sc;
    unsigned bound = 3;  ///< pct: its depth; dfs: interferences, all smaller bounds first
    std::uint64_t executions = 1000;
    std::uint64_t seed = 0;  ///< of the first execution; dfs: of the data of all
    double seconds = 1e9;    ///< ends the search too
};

struct Finding {
    std::string failure;  ///< empty = no execution failed
    std::uint64_t seed = 0;
    Schedule schedule;  ///< cut down to what it takes
    std::uint64_t executions = 0;
    bool exhausted = false;  ///< dfs: there is no other execution within the bound
    double cpu_seconds = 0;  ///< of this thread
};

/// Until the first failure.
Finding explore(const Case& what, const Search& search);

/// One execution again. What it says went wrong.
std::string replay(const Case& what, const Search& search, std::uint64_t seed, const Schedule& schedule,
                   Trace* trace);

/// The failure for people: what, the command that replays it, and each of its steps.
std::string describe(const Case& what, const Search& search, const Finding& finding);

std::string name_of(Algorithm algorithm);
std::string name_of(Memory memory);

}  // namespace spinscope
