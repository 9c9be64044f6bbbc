// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/explorer/explore.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <iterator>
#include <optional>

#include "tests/explorer/bounded_search.h"
#include "tests/explorer/priority_walk.h"
#include "tests/explorer/random_walk.h"

namespace spinscope {
namespace {

double thread_cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Exploration exploration(const Case& what, const Search& search, Chooser& chooser, Trace* trace = nullptr) {
    return {.chooser = chooser,
            .memory = search.memory,
            .plain_points = search.algorithm != Algorithm::Dfs,
            .most_steps = what.most_steps,
            .trace = trace};
}

/// Counts executions and time.
class Budget {
 public:
    explicit Budget(const Search& search)
        : search_(search),
          end_(std::chrono::steady_clock::now() + std::chrono::duration<double>(search.seconds)) {}
    bool spend() {
        constexpr std::uint64_t kLook = 64;
        if (used_ == search_.executions) return false;
        if (used_ % kLook == 0 && std::chrono::steady_clock::now() > end_) return false;
        ++used_;
        return true;
    }
    std::uint64_t used() const { return used_; }

 private:
    const Search& search_;
    const std::chrono::time_point<std::chrono::steady_clock, std::chrono::duration<double>> end_;
    std::uint64_t used_ = 0;
};

std::string without_step(const std::string& failure) {
    return failure.substr(0, failure.find(" (step "));
}

/// Fewest interferences that still fail the same way: halves, quarters, ... are left out while that goes.
class Shrinker {
 public:
    Shrinker(const Case& what, const Search& search, const Finding& finding)
        : what_(what), search_(search), finding_(finding) {}

    Schedule shrink() {
        std::vector<Item> items;
        for (const auto& [decision, agent] : finding_.schedule.turns) items.push_back({decision, agent});
        for (const std::uint64_t coin : finding_.schedule.heads) items.push_back({coin, kCoin});
        for (std::size_t size = items.size(); size > 0; size = size == 1 ? 0 : (size + 1) / 2) {
            for (std::size_t begin = 0; begin < items.size() && tries_ < kMostTries;) {
                std::vector<Item> fewer(items);
                const auto first = fewer.begin() + static_cast<std::ptrdiff_t>(begin);
                const std::size_t count = std::min(size, items.size() - begin);
                fewer.erase(first, first + static_cast<std::ptrdiff_t>(count));
                if (fails(fewer)) {
                    items = std::move(fewer);
                } else {
                    begin += size;
                }
            }
        }
        return schedule(items);
    }

 private:
    static constexpr Agent kCoin = ~0u;
    static constexpr unsigned kMostTries = 4000;
    struct Item {
        std::uint64_t number;
        Agent agent;
    };
    static Schedule schedule(const std::vector<Item>& items) {
        Schedule schedule;
        for (const Item& item : items) {
            if (item.agent == kCoin) {
                schedule.heads.insert(item.number);
            } else {
                schedule.turns[item.number] = item.agent;
            }
        }
        return schedule;
    }
    bool fails(const std::vector<Item>& items) {
        ++tries_;
        const std::string failure = replay(what_, search_, finding_.seed, schedule(items), nullptr);
        return without_step(failure) == without_step(finding_.failure);
    }

    const Case& what_;
    const Search& search_;
    const Finding& finding_;
    unsigned tries_ = 0;
};

class Explorer {
 public:
    Explorer(const Case& what, const Search& search) : what_(what), search_(search), budget_(search) {}

    Finding run() {
        const double begin = thread_cpu_seconds();
        switch (search_.algorithm) {
            case Algorithm::Random:
                walks([](std::uint64_t seed) { return RandomWalk(seed); });
                break;
            case Algorithm::Pct:
                walks([&, length = usual_length()](std::uint64_t seed) {
                    return PriorityWalk(seed, search_.bound, length);
                });
                break;
            case Algorithm::Dfs:
                depth_first();
                break;
        }
        finding_.executions = budget_.used();
        finding_.cpu_seconds = thread_cpu_seconds() - begin;
        if (!finding_.failure.empty()) {
            finding_.schedule = Shrinker(what_, search_, finding_).shrink();
            // The shorter one may get there in fewer steps.
            finding_.failure = replay(what_, search_, finding_.seed, finding_.schedule, nullptr);
        }
        return finding_;
    }

 private:
    /// Decisions of an execution, about; the same for all seeds, so that one replays. Where nobody interferes
    /// the last CPU is alone and has none: at most as many again as there are.
    std::uint64_t usual_length() const {
        const Schedule usual;
        ScheduledRun chooser(usual);
        what_.run(0, exploration(what_, search_, chooser));
        return 2 * chooser.decisions();
    }
    template <class Make>
    void walks(Make&& make) {
        for (std::uint64_t seed = search_.seed; finding_.failure.empty() && budget_.spend(); ++seed) {
            auto chooser = make(~seed);
            finding_.failure = what_.run(seed, exploration(what_, search_, chooser));
            if (finding_.failure.empty()) continue;
            auto same = make(~seed);
            Recorder recorder(same);
            finding_.seed = seed;
            finding_.failure = what_.run(seed, exploration(what_, search_, recorder));
            finding_.schedule = recorder.schedule();
        }
    }
    void depth_first() {
        finding_.seed = search_.seed;
        for (unsigned bound = 0; bound <= search_.bound; ++bound) {
            BoundedSearch chooser(bound);
            bool left = true;
            for (; left; left = chooser.advance()) {
                if (!budget_.spend()) return;
                finding_.failure = what_.run(search_.seed, exploration(what_, search_, chooser));
                if (finding_.failure.empty()) continue;
                chooser.repeat();
                Recorder recorder(chooser);
                finding_.failure = what_.run(search_.seed, exploration(what_, search_, recorder));
                finding_.schedule = recorder.schedule();
                return;
            }
        }
        finding_.exhausted = true;
    }

    const Case& what_;
    const Search& search_;
    Budget budget_;
    Finding finding_;
};

}  // namespace

Finding explore(const Case& what, const Search& search) {
    return Explorer(what, search).run();
}

std::string replay(const Case& what, const Search& search, std::uint64_t seed, const Schedule& schedule,
                   Trace* trace) {
    ScheduledRun chooser(schedule);
    return what.run(seed, exploration(what, search, chooser, trace));
}

std::string describe(const Case& what, const Search& search, const Finding& finding) {
    constexpr std::size_t kMostLines = 200;
    Trace trace;
    const std::string failure = replay(what, search, finding.seed, finding.schedule, &trace);
    const std::string found = finding.executions == 0
                                  ? "replayed"
                                  : fmt::format("found by {} in execution {}, cut down",
                                                name_of(search.algorithm), finding.executions);
    return fmt::format(
        "{}: {}\n{}; memory {}, interferences: {}\n"
        "replay: ./dev explore --case {} --algorithm {} --memory {} --seed {} --schedule {}\n{}",
        what.name, failure.empty() ? "well" : failure, found, name_of(search.memory), finding.schedule.size(),
        what.name, name_of(search.algorithm), name_of(search.memory), finding.seed, finding.schedule.text(),
        trace.text(kMostLines));
}

std::string name_of(Algorithm algorithm) {
    constexpr const char* kNames[]{"random", "pct", "dfs"};
    return kNames[static_cast<std::size_t>(algorithm)];
}

std::string name_of(Memory memory) {
    return memory == Memory::Sc ? "sc" : "tso";
}

}  // namespace spinscope
