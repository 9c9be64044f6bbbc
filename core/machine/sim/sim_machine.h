// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "core/base/experiment.h"
#include "core/machine/machine.h"
#include "core/machine/run_list.h"
#include "core/machine/sim/sim_engine.h"

namespace spinscope {

/// A machine that we do not have: its CPUs are fibers of one thread, ordered by virtual time, and an access
/// costs what a profile says by state and distance of its cache line. The same seed gives the same run, bit
/// by bit, whatever the compiler.
///
/// Constructed, run and read by one thread at a time; any number of machines side by side. Operations of a
/// context outside of its own running fiber (before the start, after the end, by the control) act at once and
/// cost nothing; waiting is impossible there. Every worker has a CPU, so the waiting policies do not differ:
/// a waiter spins.
class SimMachine {
 public:
    class Ctx;
    static constexpr unsigned kMostCpus = 1024;

    template <class T>
    struct Atomic {
        // NOLINTNEXTLINE(bugprone-sizeof-expression): of a pointer, its own size is meant
        static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 8);
        T value;
        constexpr Atomic(T initial = T{}) : value(initial) {}
    };
    template <class T>
    struct Var {
        T value{};
    };
    /// A payload has lines to move, and no bytes.
    class Block {
     public:
        std::span<std::byte> bytes() { return {reinterpret_cast<std::byte*>(this), 0}; }

     private:
        friend class SimMachine;
        Coherence::Payload payload_;
    };

    /// cpus[i] is the CPU (os index in `topology`) of worker i; worker number cpus.size() is the control.
    /// Throws UsageError for CPUs that do not exist, two workers on one, or more than kMostCpus.
    SimMachine(ProfilePtr profile, std::shared_ptr<const Topology> topology, std::vector<unsigned> cpus,
               const WorkloadCosts& costs, Waiting waiting, std::uint64_t seed);

    /// Memory of the simulated machine, on one of its NUMA nodes; a cache line is (address - start) / 64.
    std::unique_ptr<Arena> make_arena(std::size_t bytes, unsigned numa_node = 0) {
        return engine_.make_arena(bytes, numa_node);
    }
    /// A payload of costs.payload_lines lines, near whoever touches it first.
    Block make_block(Arena&, unsigned /*size*/) const;
    template <class T>
    static T peek(const Atomic<T>& a) {
        return a.value;
    }

    /// Starts a fiber for that context at the present virtual time.
    void spawn(Ctx& ctx, std::function<void(Ctx&)> body);
    enum class Pause {
        Time,    ///< at the time
        Handoff  ///< sooner, where a worker gets a lock that it had to wait for
    };
    /// Runs until virtual time `ns`. False when every fiber has ended or waits for ever. Rethrows what a body
    /// throws.
    bool run_until(std::uint64_t ns, Pause pause = Pause::Time) {
        return engine_.run_until(ns, pause == Pause::Handoff);
    }
    /// From here on accesses cost next to nothing and move no line: for the way home when a run is over.
    /// Hundreds of CPUs that hand a lock on to each other would take seconds to simulate, which nobody looks
    /// at.
    void let_all_go_free() { engine_.let_all_go_free(); }
    /// Virtual time, ns.
    std::uint64_t now() const { return engine_.time() / 1000; }

    Ledger& ledger() { return engine_.ledger(); }
    /// Coherence transactions so far: whatever made a line move, or others give it up.
    std::uint64_t transactions() const { return engine_.transactions(); }
    /// Read-modify-writes of a worker so far: what costs a CPU its store buffer, moved line or not.
    std::uint64_t updates(unsigned worker) const { return engine_.updates(worker); }

 private:
    static CpuMap place(const Topology& topology, const std::vector<unsigned>& cpus);

    const std::uint16_t payload_lines_;
    std::array<Picoseconds, kCosts> costs_{};
    SimEngine engine_;
};

/// One CPU's view. See the concept for what the operations mean.
class SimMachine::Ctx {
 public:
    Ctx(SimMachine& machine, unsigned worker, WorkerProbe& probe)
        : machine_(machine), engine_(machine.engine_), worker_(worker), probe_(probe) {}
    Ctx(const Ctx&) = delete;
    Ctx& operator=(const Ctx&) = delete;

    template <class T>
    T load(const Atomic<T>& a) {
        return read(a);
    }
    template <class T>
    void store(Atomic<T>& a, std::type_identity_t<T> v) {
        write(a, [v](T) { return v; });
    }
    template <class T>
    T exchange(Atomic<T>& a, std::type_identity_t<T> v) {
        return update(a, [v](T) { return v; });
    }
    template <class T>
    T fetch_add(Atomic<T>& a, std::type_identity_t<T> v) {
        return update(a, [v](T old) { return static_cast<T>(old + v); });
    }
    template <class T>
    T fetch_or(Atomic<T>& a, std::type_identity_t<T> v) {
        return update(a, [v](T old) { return static_cast<T>(old | v); });
    }
    template <class T>
    T fetch_and(Atomic<T>& a, std::type_identity_t<T> v) {
        return update(a, [v](T old) { return static_cast<T>(old & v); });
    }
    template <class T>
    bool compare_exchange(Atomic<T>& a, std::type_identity_t<T> expected, std::type_identity_t<T> desired) {
        return update(a, [=](T old) { return old == expected ? desired : old; }) == expected;
    }

    void store_low16(Atomic<std::uint32_t>& a, std::uint16_t v) {
        write(a, [v](std::uint32_t word) { return (word & ~0xffffu) | v; });
    }
    void publish_low16(Atomic<std::uint32_t>& a, std::uint16_t v) {
        store_low16(a, v);
        wake(a);
    }
    void publish_low8(Atomic<std::uint32_t>& a, std::uint8_t v) {
        write(a, [v](std::uint32_t word) { return (word & ~0xffu) | v; });
        wake(a);
    }
    std::uint16_t exchange_high16(Atomic<std::uint32_t>& a, std::uint16_t v) {
        const std::uint32_t old =
            update(a, [v](std::uint32_t word) { return (word & 0xffffu) | std::uint32_t{v} << 16; });
        return static_cast<std::uint16_t>(old >> 16);
    }

    template <class T>
    T get(const Var<T>& v) {
        return read(v);
    }
    template <class T>
    void set(Var<T>& v, std::type_identity_t<T> value) {
        write(v, [value](T) { return value; });
    }
    void touch(Block& block, bool write) {
        if (pays()) engine_.touch(block.payload_, write);
    }

    template <class T, class Pred>
    T spin_until(Atomic<T>& a, Pred pred) {
        const T first = load(a);
        if (pred(first)) return first;
        contended();
        const std::uint64_t bytes = engine_.spin(Condition::of(a, pred));
        T value;
        std::memcpy(&value, &bytes, sizeof value);
        return value;
    }
    template <class T, class Pred>
    T block_until(Atomic<T>& a, Pred pred, std::uint64_t deadline) {
        for (;;) {
            const T value = load(a);
            if (pred(value) || now() >= deadline) return value;
            // Written since we looked: look again, or the wake-up would be lost.
            if (pred(a.value)) continue;
            engine_.sleep(Condition::of(a, pred), picoseconds_at(deadline));
            return load(a);
        }
    }
    template <class T>
    void publish(Atomic<T>& a, std::type_identity_t<T> v) {
        store(a, v);
        wake(a);
    }
    template <class T>
    void wake(Atomic<T>& a) {
        engine_.wake(&a);
    }
    void contended() { probe_.contended(*this); }
    void relax() { work(kRelaxNs); }
    void charge(Cost cost) {
        if (pays()) engine_.work(machine_.costs_[static_cast<std::size_t>(cost)]);
    }
    void work(std::uint64_t ns) {
        if (engine_.running() == worker_) engine_.work(ns * 1000);
    }
    void hurry(bool) {}

    void online() { engine_.online(worker_); }
    void offline() { engine_.boundary(worker_, false); }
    void quiescent() { engine_.boundary(worker_, true); }
    void synchronize() { engine_.synchronize(); }

    void raise(Runnable<SimMachine>& queue) { later_.add(0, queue); }
    void wake_at(std::uint64_t t, Runnable<SimMachine>& queue) { later_.add(t, queue); }
    void run_raised() { later_.run(*this); }
    std::uint64_t next_due() const { return later_.next_due(); }
    void cancel(const Runnable<SimMachine>& queue) { later_.cancel(queue); }

    std::uint64_t now() const { return engine_.time() / 1000; }
    unsigned worker() const { return worker_; }
    WorkerProbe& probe() { return probe_; }

 private:
    /// A pause instruction and the loop around it.
    static constexpr std::uint64_t kRelaxNs = 10;

    bool pays() const { return engine_.pays(worker_); }
    static Picoseconds picoseconds_at(std::uint64_t ns) { return ns < kForever / 1000 ? ns * 1000 : kNever; }

    // The value is taken and changed when the access is made, and the CPU goes on when it is done: others may
    // have run in between, inside loaded(), stored() and updated().
    template <class Word>
    auto read(const Word& word) -> decltype(word.value) {
        const auto value = word.value;
        if (pays()) engine_.loaded(&word);
        return value;
    }
    template <class Word, class Change>
    void write(Word& word, Change change) {
        if (pays()) {
            engine_.before_store(&word);
            word.value = change(word.value);
            engine_.stored(&word);
        } else {
            word.value = change(word.value);
            engine_.poked(&word);
        }
    }
    template <class Word, class Change>
    auto update(Word& word, Change change) -> decltype(word.value) {
        if (pays()) engine_.before_update();
        const auto old = word.value;
        word.value = change(old);
        if (pays()) {
            engine_.updated(&word);
        } else {
            engine_.poked(&word);
        }
        return old;
    }

    SimMachine& machine_;
    SimEngine& engine_;
    const unsigned worker_;
    WorkerProbe& probe_;
    RunList<SimMachine> later_;
};

static_assert(Machine<SimMachine>);

}  // namespace spinscope
