// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/calibration.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "core/machine/host_machine.h"
#include "core/probe/event.h"
#include "core/probe/spsc_ring.h"
#include "core/topology/environment.h"

namespace spinscope {
namespace {

/// ns per call of `act`: the fastest of short rounds, because whatever else runs can only make one slower.
template <class Act>
double ns_each(unsigned count, Act&& act) {
    std::array<double, 25> rounds{};
    for (double& round : rounds) {
        const std::uint64_t begin = Clock::get().now();
        for (unsigned i = 0; i < count; ++i) act(i);
        round = static_cast<double>(Clock::get().now() - begin) / count;
    }
    return *std::min_element(rounds.begin(), rounds.end());
}

/// Makes the compiler believe that the value is used.
template <class T>
void keep(T& value) {
    asm volatile("" : "+r"(value));
}

}  // namespace

double measure_iteration_ns() {
    return ns_each(20'000, [](unsigned i) { keep(i); });
}

HitTimes measure_hits() {
    HitTimes result;
    unsigned sum = 0, term = 1;
    keep(term);
    const auto add = [&] {
        sum += term;
        keep(sum);
    };
    const auto add_four = [&] { add(), add(), add(), add(); };
    // Without a branch between them: two hardware threads of a core share those.
    result.cycle_ns = ns_each(2'000, [&](unsigned) { add_four(), add_four(), add_four(), add_four(); }) / 16;
    // Each load needs the address that the one before it has loaded.
    void* self = &self;
    void* next = self;
    result.load_ns = ns_each(5'000, [&](unsigned) {
        next = *static_cast<void* volatile*>(next);
        keep(next);
    });
    alignas(128) std::atomic<unsigned> word{0};
    result.store_ns = ns_each(5'000, [&](unsigned i) { word.store(i, std::memory_order_release); });
    result.update_ns = ns_each(5'000, [&](unsigned) { word.fetch_add(1, std::memory_order_acq_rel); });
    return result;
}

Calibration calibrate_host() {
    Calibration result;
    result.iteration_ns = measure_iteration_ns();
    result.pause_ns = ns_each(2'000, [](unsigned) { cpu_pause(); });
    result.stamp_ns = ns_each(2'000, [](unsigned) {
        std::uint64_t now = Clock::get().now();
        keep(now);
    });
    SpscRing<Event> ring(4096);
    result.event_ns = ns_each(2'000, [&](unsigned i) {
        ring.push({i, i, 1, EventKind::Hold, Site::Root});
        if (i % 1024 == 1023) ring.drain([](const Event&) {});
    });
    return result;
}

Environment describe_host() {
    Environment environment;
    environment.version = SPINSCOPE_VERSION;
    environment.cpu = cpu_model();
    environment.kernel = kernel_release();
    environment.governor = governor();
    environment.clock = Clock::get().name();
    return environment;
}

}  // namespace spinscope
