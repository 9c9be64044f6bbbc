// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/lock/lock.h"
#include "tests/support/team.h"

namespace spinscope {

/// Workers that count under one lock, in two variables that belong together.
template <template <class> class L, class M>
std::string run_lock_case(M& machine, Team<M>& team, unsigned rounds) {
    using Ctx = typename M::Ctx;
    struct Guarded {
        explicit Guarded(std::span<typename L<M>::Node> nodes) : lock(nodes) {}
        alignas(64) L<M> lock;
        typename M::template Var<std::uint64_t> first;
        typename M::template Var<std::uint64_t> second;
    };
    const unsigned workers = team.workers();
    const auto arena = machine.make_arena(64 * 1024);
    const auto nodes = arena->template make_array<typename L<M>::Node>(workers + 1);
    Guarded& guarded = arena->template make<Guarded>(nodes);
    if constexpr (requires { machine.name(&guarded, 1, ""); }) {
        machine.name(nodes.data(), nodes.size_bytes(), "node", sizeof nodes[0]);
        machine.name(&guarded.lock, sizeof guarded.lock, "lock");
        machine.name(&guarded.first, sizeof guarded.first, "first");
        machine.name(&guarded.second, sizeof guarded.second, "second");
    }

    std::string failure = team.run([&](Ctx& ctx) {
        for (unsigned i = 0; i < rounds; ++i) {
            acquire(ctx, guarded.lock, nodes[ctx.worker()], Site::Root);
            const std::uint64_t first = ctx.get(guarded.first);
            ctx.set(guarded.first, first + 1);
            const std::uint64_t second = ctx.get(guarded.second);
            if (first != second) ctx.fail("I1: half a section is seen");
            ctx.set(guarded.second, second + 1);
            release(ctx, guarded.lock, nodes[ctx.worker()], Site::Root);
        }
    });
    std::uint64_t acquisitions = 0;
    for (unsigned i = 0; i < workers; ++i)
        acquisitions += team.counters(i).locks[Site::Root].acquisitions.get();
    const std::uint64_t wanted = std::uint64_t{workers} * rounds;
    if (failure.empty() && team.control().get(guarded.first) != wanted) failure = "I1: a section was lost";
    if (failure.empty() && acquisitions != wanted) failure = "the probe has counted otherwise";
    return failure;
}
template <class M, template <class> class L, class... MachineOptions>
std::string run_lock_case(unsigned workers, unsigned rounds, std::uint64_t seed, MachineOptions... options) {
    M machine(seed, options...);
    Team<M> team(machine, workers, seed, ProbeMode::Off);
    return run_lock_case<L>(machine, team, rounds);
}

}  // namespace spinscope
