// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/machine/machine.h"
#include "core/machine/run_list.h"
#include "tests/support/stub_scheduler.h"

namespace spinscope {

/// A machine that breaks one promise, to see that its tests notice.
enum class Flaw {
    None,
    UnorderedStore,       ///< stores and publishes do not release
    TornExchange,         ///< exchange is a load and a store
    TornAdd,              ///< fetch_add is
    TornCompareExchange,  ///< compare_exchange is
    NoGrace               ///< synchronize does not wait
};

/// A machine in one thread: its CPUs are fibers, every access to shared memory is a point where another may
/// go on, and a seed decides who. Vector clocks per word order what releases and acquires order, so an access
/// to a Var that no lock guards is reported as the race it is. Grace periods, run lists and time (virtual)
/// are its own. For one run; failures are returned by run(), with the seed.
template <Flaw kFlaw>
class BasicStubMachine {
 public:
    class Ctx;
    static constexpr unsigned kMostCpus = 10;
    using Epochs = std::array<std::uint32_t, kMostCpus>;

    template <class T>
    struct Atomic {
        T value;
        Epochs released{};
        constexpr Atomic(T initial = T{}) : value(initial) {}
    };
    template <class T>
    struct Var {
        T value{};
        mutable Epochs reads{};
        Epochs writes{};
    };
    class Block {
     public:
        Block() = default;
        explicit Block(std::span<std::byte> bytes) : bytes_(bytes) {}
        std::span<std::byte> bytes() const { return bytes_; }

     private:
        std::span<std::byte> bytes_;
    };

    explicit BasicStubMachine(std::uint64_t seed) : scheduler_(seed) {
        for (unsigned i = 0; i < kMostCpus; ++i) clocks_[i][i] = 1;
    }

    std::unique_ptr<Arena> make_arena(std::size_t bytes, unsigned /*numa_node*/ = 0) const {
        void* memory = std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
        return std::make_unique<Arena>(memory, bytes, [](void* begin, std::size_t) { std::free(begin); });
    }
    Block make_block(Arena& arena, unsigned size) const { return Block(arena.bytes(size)); }
    template <class T>
    static T peek(const Atomic<T>& a) {
        return a.value;
    }

    /// Runs body(ctx) for every context, each on a CPU of its own. Empty = well.
    std::string run(std::span<Ctx* const> contexts, const std::function<void(Ctx&)>& body) {
        return scheduler_.run(static_cast<unsigned>(contexts.size()),
                              [&](unsigned i) { body(*contexts[i]); });
    }
    /// Ends the run with a reason.
    void fail(const std::string& reason) { scheduler_.fail(reason); }

 private:
    struct Grace {
        bool online = false;
        std::uint64_t boundaries = 0;
    };

    Epochs& clock() { return clocks_[scheduler_.current()]; }
    static void join(Epochs& into, const Epochs& from) {
        for (unsigned i = 0; i < kMostCpus; ++i) into[i] = std::max(into[i], from[i]);
    }
    /// What this CPU did so far is what `target` carries.
    void release(Epochs& target) {
        target = clock();
        ++clock()[scheduler_.current()];
    }
    static bool before(const Epochs& accesses, const Epochs& clock) {
        for (unsigned i = 0; i < kMostCpus; ++i) {
            if (accesses[i] > clock[i]) return false;
        }
        return true;
    }
    void check(bool ordered) {
        if (!ordered && scheduler_.running()) scheduler_.fail("race: an access that no lock guards");
    }
    template <class T>
    void note_read(const Var<T>& v) {
        check(before(v.writes, clock()));
        v.reads[scheduler_.current()] = clock()[scheduler_.current()];
    }
    template <class T>
    void note_write(Var<T>& v) {
        check(before(v.writes, clock()) && before(v.reads, clock()));
        v.writes[scheduler_.current()] = clock()[scheduler_.current()];
    }
    void boundary(unsigned cpu, bool online) {
        join(grace_clock_, clock());
        ++clock()[scheduler_.current()];
        grace_[cpu].online = online;
        ++grace_[cpu].boundaries;
        scheduler_.touched(&grace_, true);
    }

    StubScheduler scheduler_;
    std::array<Epochs, kMostCpus> clocks_{};
    std::array<Grace, kMostCpus> grace_{};
    Epochs grace_clock_{};
};

template <Flaw kFlaw>
class BasicStubMachine<kFlaw>::Ctx {
 public:
    Ctx(BasicStubMachine& machine, unsigned worker, WorkerProbe& probe)
        : machine_(machine), scheduler_(machine.scheduler_), worker_(worker), probe_(probe) {}
    Ctx(const Ctx&) = delete;
    Ctx& operator=(const Ctx&) = delete;

    template <class T>
    T load(const Atomic<T>& a) {
        scheduler_.step();
        return acquire(a);
    }
    template <class T>
    void store(Atomic<T>& a, std::type_identity_t<T> v) {
        scheduler_.step();
        write(a, v, false);
    }
    template <class T>
    T exchange(Atomic<T>& a, std::type_identity_t<T> v) {
        return update(a, kFlaw == Flaw::TornExchange, [v](T) { return v; });
    }
    template <class T>
    T fetch_add(Atomic<T>& a, std::type_identity_t<T> v) {
        return update(a, kFlaw == Flaw::TornAdd, [v](T old) { return static_cast<T>(old + v); });
    }
    template <class T>
    T fetch_or(Atomic<T>& a, std::type_identity_t<T> v) {
        return update(a, false, [v](T old) { return static_cast<T>(old | v); });
    }
    template <class T>
    T fetch_and(Atomic<T>& a, std::type_identity_t<T> v) {
        return update(a, false, [v](T old) { return static_cast<T>(old & v); });
    }
    template <class T>
    bool compare_exchange(Atomic<T>& a, std::type_identity_t<T> expected, std::type_identity_t<T> desired) {
        scheduler_.step();
        if (acquire(a) != expected) return false;
        if constexpr (kFlaw == Flaw::TornCompareExchange) scheduler_.step();
        write(a, desired, false);
        return true;
    }

    void store_low16(Atomic<std::uint32_t>& a, std::uint16_t v) { store_part(a, 0xffff, v, false); }
    void publish_low8(Atomic<std::uint32_t>& a, std::uint8_t v) { store_part(a, 0xff, v, true); }
    std::uint16_t exchange_high16(Atomic<std::uint32_t>& a, std::uint16_t v) {
        const std::uint32_t old = update(a, kFlaw == Flaw::TornExchange, [v](std::uint32_t word) {
            return (word & 0xffffu) | (std::uint32_t{v} << 16);
        });
        return static_cast<std::uint16_t>(old >> 16);
    }

    template <class T>
    T get(const Var<T>& v) {
        scheduler_.step();
        machine_.note_read(v);
        return v.value;
    }
    template <class T>
    void set(Var<T>& v, std::type_identity_t<T> value) {
        scheduler_.step();
        machine_.note_write(v);
        v.value = value;
    }
    void touch(Block&, bool) { scheduler_.step(); }

    template <class T, class Pred>
    T spin_until(Atomic<T>& a, Pred pred) {
        const T first = load(a);
        if (pred(first)) return first;
        contended();
        for (;;) {
            // Parked or awake, as on the host: the one depends on being woken, the other sees every value.
            wait(a, pred, kForever, scheduler_.random().per_mille(500));
            const T value = load(a);
            if (pred(value)) return value;
        }
    }
    template <class T, class Pred>
    T block_until(Atomic<T>& a, Pred pred, std::uint64_t deadline) {
        const T first = load(a);
        if (pred(first) || scheduler_.now() >= deadline) return first;
        wait(a, pred, deadline, false);
        return load(a);
    }
    template <class T>
    void publish(Atomic<T>& a, std::type_identity_t<T> v) {
        scheduler_.step();
        write(a, v, true);
    }
    template <class T>
    void wake(Atomic<T>& a) {
        scheduler_.step();
        scheduler_.touched(&a, true);
    }
    void contended() { probe_.contended(*this); }
    void relax() { scheduler_.give_way(); }
    void charge(Cost) {}
    void work(std::uint64_t ns) { scheduler_.sleep(ns); }
    void hurry(bool) {}

    void online() {
        scheduler_.step();
        machine_.grace_[worker_].online = true;
    }
    void offline() {
        scheduler_.step();
        machine_.boundary(worker_, false);
    }
    void quiescent() {
        scheduler_.step();
        machine_.boundary(worker_, true);
    }
    void synchronize() {
        scheduler_.step();
        struct Wait {
            const std::array<Grace, kMostCpus>& now;
            std::array<Grace, kMostCpus> then;
        } state{machine_.grace_, machine_.grace_};
        const auto passed = [](void* argument) {
            const auto& s = *static_cast<Wait*>(argument);
            for (unsigned i = 0; i < kMostCpus; ++i) {
                if (s.then[i].online && s.now[i].boundaries == s.then[i].boundaries) return false;
            }
            return true;
        };
        while (kFlaw != Flaw::NoGrace && !passed(&state))
            scheduler_.wait(&machine_.grace_, passed, &state, kForever, false);
        BasicStubMachine::join(machine_.clock(), machine_.grace_clock_);
    }

    void raise(Runnable<BasicStubMachine>& queue) { wake_at(0, queue); }
    void wake_at(std::uint64_t t, Runnable<BasicStubMachine>& queue) {
        machine_.note_write(later_guard_);
        later_.add(t, queue);
    }
    void run_raised() {
        machine_.note_write(later_guard_);
        later_.run(*this);
    }
    std::uint64_t next_due() {
        machine_.note_read(later_guard_);
        return later_.next_due();
    }
    void cancel(const Runnable<BasicStubMachine>& queue) {
        machine_.note_write(later_guard_);
        later_.cancel(queue);
    }

    std::uint64_t now() const { return scheduler_.now(); }
    unsigned worker() const { return worker_; }
    WorkerProbe& probe() { return probe_; }

    /// For test bodies: a random number, and the end of the run.
    std::uint64_t random(std::uint64_t bound) { return scheduler_.random().below(bound); }
    void fail(const std::string& reason) { scheduler_.fail(reason); }

 private:
    template <class T>
    T acquire(const Atomic<T>& a) {
        BasicStubMachine::join(machine_.clock(), a.released);
        return a.value;
    }
    template <class T>
    void write(Atomic<T>& a, T v, bool wake) {
        a.value = v;
        if constexpr (kFlaw == Flaw::UnorderedStore) {
            a.released = {};
        } else {
            machine_.release(a.released);
        }
        scheduler_.touched(&a, wake);
    }
    /// A read-modify-write carries on what the word carried (a release sequence).
    template <class T, class Change>
    T update(Atomic<T>& a, bool torn, Change change) {
        scheduler_.step();
        const T old = acquire(a);
        if (torn) scheduler_.step();
        a.value = change(old);
        machine_.release(a.released);
        scheduler_.touched(&a, false);
        return old;
    }
    void store_part(Atomic<std::uint32_t>& a, std::uint32_t mask, std::uint32_t v, bool wake) {
        scheduler_.step();
        a.value = (a.value & ~mask) | v;
        if constexpr (kFlaw != Flaw::UnorderedStore) {
            BasicStubMachine::join(a.released, machine_.clock());
            ++machine_.clock()[scheduler_.current()];
        }
        scheduler_.touched(&a, wake);
    }
    template <class T, class Pred>
    void wait(Atomic<T>& a, Pred& pred, std::uint64_t deadline, bool eager) {
        struct Look {
            Atomic<T>& word;
            Pred& pred;
        } look{a, pred};
        const auto ready = [](void* argument) {
            auto& self = *static_cast<Look*>(argument);
            return static_cast<bool>(self.pred(self.word.value));
        };
        // Nothing happens between the look and the wait: a sleeper that is registered is seen.
        if (!ready(&look)) scheduler_.wait(&a, ready, &look, deadline, eager);
    }

    BasicStubMachine& machine_;
    StubScheduler& scheduler_;
    const unsigned worker_;
    WorkerProbe& probe_;
    Var<int> later_guard_;
    RunList<BasicStubMachine> later_;
};

using StubMachine = BasicStubMachine<Flaw::None>;
static_assert(Machine<StubMachine>);

}  // namespace spinscope
