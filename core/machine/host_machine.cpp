// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/host_machine.h"

#if defined(__SANITIZE_THREAD__)
#define SPINSCOPE_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SPINSCOPE_TSAN 1
#endif
#endif

#if !defined(SPINSCOPE_TSAN)
// NOLINTNEXTLINE(bugprone-reserved-identifier): the library's name for it
#define _LGPL_SOURCE  // liburcu's small functions inline; the sanitizer must not look into them
#endif
#include <sched.h>
#include <urcu-qsbr.h>

#include <utility>

#if defined(SPINSCOPE_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

namespace spinscope {
namespace {

// liburcu is not instrumented, so ThreadSanitizer is told what a grace period means: everything a worker did
// before it passed a boundary happens before the return of synchronize().
#if defined(SPINSCOPE_TSAN)
char grace_period;
void before_boundary() {
    __tsan_release(&grace_period);
}
void after_grace_period() {
    __tsan_acquire(&grace_period);
}
#else
void before_boundary() {}
void after_grace_period() {}
#endif

/// How long a waiter spins before it sleeps. 10 us is within noise of pure spinning where every worker has a
/// CPU, and survives a holder that was preempted where not. A pure spin, as the kernel does, is ended by a
/// watchdog.
std::uint64_t spin_budget_ns(Waiting waiting) {
    return waiting == Waiting::Spin ? 200'000'000 : 10'000;
}

}  // namespace

static_assert(Machine<HostMachine>);

HostMachine::HostMachine(std::shared_ptr<const Topology> topology, Waiting waiting, unsigned numa_node)
    : topology_(std::move(topology)),
      waiting_(waiting),
      numa_node_(numa_node),
      spin_budget_ns_(spin_budget_ns(waiting)) {}

std::unique_ptr<Arena> HostMachine::make_arena(std::size_t bytes, unsigned numa_node) const {
    void* memory = topology_->allocate(bytes, numa_node);
    return std::make_unique<Arena>(memory, bytes, [topology = topology_](void* begin, std::size_t size) {
        topology->free_memory(begin, size);
    });
}

void HostMachine::Ctx::online() {
    if (registered_) {
        urcu_qsbr_thread_online();
    } else {
        urcu_qsbr_register_thread();
        registered_ = true;
    }
}

void HostMachine::Ctx::offline() {
    before_boundary();
    urcu_qsbr_thread_offline();
}

void HostMachine::Ctx::leave() {
    if (!registered_) return;
    urcu_qsbr_unregister_thread();
    registered_ = false;
}

void HostMachine::Ctx::quiescent() {
    before_boundary();
    urcu_qsbr_quiescent_state();
}

void HostMachine::Ctx::synchronize() {
    urcu_qsbr_synchronize_rcu();
    after_grace_period();
}

void HostMachine::Ctx::yield() {
    sched_yield();
}

}  // namespace spinscope
