// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/machine/sim/coherence.h"
#include "core/machine/sim/event_queue.h"
#include "core/machine/sim/fiber.h"
#include "core/machine/sim/grace_periods.h"
#include "core/machine/sim/wait_lists.h"
#include "core/probe/counters.h"

namespace spinscope {

/// The simulated machine without the types of what it holds: CPUs as fibers, ordered by virtual time, and
/// what each access costs them.
///
/// An access takes effect when it is made; its CPU goes on when it is done. A CPU runs as long as nobody
/// else's time has come, so accesses are made in the order of virtual time, ties by the running CPU and then
/// by number. A spinning CPU is parked on its line: the write that it waits for finds it there, so the cost
/// is one re-read per write, and none per look.
class SimEngine {
 public:
    SimEngine(const MachineProfile& profile, const CpuMap& map, std::uint64_t seed);
    SimEngine(const SimEngine&) = delete;
    SimEngine& operator=(const SimEngine&) = delete;

    std::unique_ptr<Arena> make_arena(std::size_t bytes, unsigned node);
    Ledger& ledger() { return coherence_.ledger(); }
    std::uint64_t transactions() const { return coherence_.transactions(); }
    /// Read-modify-writes by that CPU so far, of those that pay.
    std::uint64_t updates(unsigned cpu) const { return cpus_.at(cpu).updates; }

    /// `cpu` begins with `body` at the present time. The last CPU is the control: nothing costs it anything.
    void spawn(unsigned cpu, const WorkerCounters& counters, std::function<void()> body);
    /// See SimMachine. Rethrows what a body throws.
    bool run_until(std::uint64_t ns, bool to_handoff);

    unsigned workers() const { return workers_; }
    /// The CPU that runs; kNobody outside of run_until.
    unsigned running() const { return running_; }
    /// That one pays for what it does.
    bool pays(unsigned cpu) const { return cpu == running_ && cpu < payers_; }
    /// See SimMachine.
    void let_all_go_free() { payers_ = 0; }
    Picoseconds time() const { return running_ == kNobody ? now_ : self_->time; }

    // By a CPU that pays, around the access itself:
    void loaded(const void* word);
    void before_store(const void* word);
    void stored(const void* word);
    void before_update();
    void updated(const void* word);
    void touch(Coherence::Payload& payload, bool write);
    /// By one that does not: those who spin on the word see it.
    void poked(const void* word);

    // By the CPU that runs:
    void work(Picoseconds time);
    /// Waits until a write makes the condition true. Returns the word's value then, as bytes.
    std::uint64_t spin(const Condition& condition);
    /// Waits until somebody wakes it with the condition true, or until `deadline`.
    void sleep(const Condition& condition, Picoseconds deadline);
    void synchronize();

    void wake(const void* word);
    void online(unsigned cpu) { grace_.online(cpu); }
    void boundary(unsigned cpu, bool stays_online);

 private:
    static constexpr unsigned kNobody = ~0u;
    static constexpr std::size_t kStores = 4;

    struct Store {
        std::uint32_t line = 0;
        Picoseconds done = 0;
    };
    struct alignas(64) Cpu {
        std::optional<Fiber> fiber;
        Picoseconds time = 0;
        /// Posted stores, in order; those done in the past are gone.
        std::array<Store, kStores> stores{};
        std::size_t oldest_store = 0;
        Picoseconds stores_done = 0;
        std::uint64_t value = 0;  ///< of the word it waited for
        std::uint64_t updates = 0;
        std::uint64_t waits_seen = 0;
        bool asleep = false;
        const WorkerCounters* counters = nullptr;
    };

    void advance(Picoseconds to);
    void yield();
    void leave();
    void enter(unsigned cpu);
    void prefetch(unsigned cpu) const;
    void resume_at(unsigned cpu, Picoseconds time);
    static std::uint64_t contended_waits(const Cpu& cpu);

    const Store* pending(std::uint32_t line) const;
    void written(const void* word, std::uint32_t line, bool fresh, Picoseconds done);
    WaitList& list_for(std::uint32_t line);
    void drop_list(std::uint32_t line);

    const unsigned workers_;
    unsigned payers_;  ///< the first so many CPUs; the control never pays
    Coherence coherence_;
    EventQueue queue_;
    WaitLists lists_;
    GracePeriods grace_;
    std::vector<Cpu> cpus_;

    unsigned running_ = kNobody;
    Cpu* self_ = nullptr;      ///< the running one
    Picoseconds horizon_ = 0;  ///< until then nobody else's time has come
    Picoseconds now_ = 0;      ///< when the running CPU went on last
    Picoseconds limit_ = 0;    ///< of this run
    bool to_handoff_ = false;
    bool stopped_ = false;
    std::exception_ptr thrown_;
};

}  // namespace spinscope
