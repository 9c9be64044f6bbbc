// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <ctime>
#include <thread>

#include "core/engine/host_run.h"
#include "tests/benchmarks/comparison.h"

namespace spinscope::bench {

/// CPU time of all threads but this one, ns.
inline std::uint64_t others_cpu_ns() {
    const auto read = [](clockid_t clock) {
        timespec time{};
        clock_gettime(clock, &time);
        return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
               static_cast<std::uint64_t>(time.tv_nsec);
    };
    return read(CLOCK_PROCESS_CPUTIME_ID) - read(CLOCK_THREAD_CPUTIME_ID);
}

/// What was sent in one window. Per second of the senders' CPU time it hardly depends on what else the
/// machine does; on a quiet machine the two say the same.
struct Window {
    double per_cpu_s = 0;
    double per_s = 0;
    double overhead_percent = 0;  ///< the program's own estimate, since the start
};

/// Ratios of one thing to another over the rounds, both ways.
struct WindowRatios {
    std::vector<double> cpu;
    std::vector<double> wall;

    /// One ABBA round.
    void add(const Window& a1, const Window& b1, const Window& b2, const Window& a2) {
        cpu.push_back((a1.per_cpu_s + a2.per_cpu_s) / (b1.per_cpu_s + b2.per_cpu_s));
        wall.push_back((a1.per_s + a2.per_s) / (b1.per_s + b2.per_s));
    }
};

/// Percent lost, of ratios to the undisturbed rate.
inline Estimate loss(std::vector<double> ratios) {
    for (double& ratio : ratios) ratio = 100 * (1 - ratio);
    return estimate(std::move(ratios));
}

/// A host run that stands still but in its windows, so that several can be measured in turns in one process.
class WindowedRun {
 public:
    explicit WindowedRun(const Experiment& experiment) : run_(experiment, Topology::host()) {
        run_.start();
        run_.pause();
    }

    /// `during` is what this thread does meanwhile; it takes as long as the window.
    template <class During>
    Window measure(During&& during) {
        const auto before = run_.observe();
        const std::uint64_t cpu_before = others_cpu_ns();
        run_.resume();
        during();
        run_.pause();
        const auto cpu = static_cast<double>(others_cpu_ns() - cpu_before);
        const auto after = run_.observe();
        const auto sent = static_cast<double>(after->totals.transmitted - before->totals.transmitted);
        return {.per_cpu_s = sent * 1e9 / cpu,
                .per_s = sent / (after->at_s - before->at_s),
                .overhead_percent = after->probe_overhead_percent};
    }
    Window measure(std::chrono::milliseconds length) {
        return measure([length] { std::this_thread::sleep_for(length); });
    }
    HostRun& run() { return run_; }

 private:
    HostRun run_;
};

}  // namespace spinscope::bench
