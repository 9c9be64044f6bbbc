// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "core/machine/machine.h"
#include "core/machine/run_list.h"
#include "tests/explorer/arena_pool.h"
#include "tests/explorer/random_walk.h"
#include "tests/explorer/scheduler.h"
#include "tests/explorer/vector_clock.h"

namespace spinscope {

/// A machine that breaks one promise, to see that its tests notice.
enum class Flaw {
    None,
    UnorderedStore,      ///< stores and publishes do not release
    TornExchange,        ///< exchange is a load and a store
    TornAdd,             ///< fetch_add is
    TornCompareExchange  ///< compare_exchange is
};

/// What a control found the workers doing when it began to wait for them.
struct Census {
    unsigned parked = 0;   ///< waited for a lock
    unsigned raised = 0;   ///< had a queue to run at their next boundary
    unsigned delayed = 0;  ///< had a queue to run later: a busy device
};

/// A machine in one thread: its CPUs are fibers, every access to shared memory is a point where another may
/// go on, and a Chooser decides who. Vector clocks per word order what releases and acquires order, so an
/// access to a Var that no lock guards is reported as the race it is. With Memory::Tso each CPU has a store
/// buffer. Grace periods, run lists and time (virtual) are its own. For one run; failures are returned by
/// run().
///
/// Plain data never waits in a buffer: whoever may read it has acquired a word that was stored after it, and
/// buffers are in order.
template <Flaw kFlaw>
class BasicExplorerMachine {
 public:
    class Ctx;

    template <class T>
    struct Atomic {
        static_assert(sizeof(T) <= sizeof(std::uint64_t));
        T value;
        VectorClock released{};
        constexpr Atomic(T initial = T{}) : value(initial) {}
    };
    template <class T>
    struct Var {
        T value{};
        std::uint32_t writer = 0;
        std::uint32_t written = 0;  ///< by `writer`, in its epoch
        mutable VectorClock reads{};
    };
    class Block {
     public:
        Block() = default;
        explicit Block(std::span<std::byte> bytes) : bytes_(bytes) {}
        std::span<std::byte> bytes() const { return bytes_; }

     private:
        std::span<std::byte> bytes_;
    };

    /// `seed` is that of the test's data.
    BasicExplorerMachine(std::uint64_t seed, const Exploration& exploration)
        : random_(seed), scheduler_(exploration) {
        for (unsigned i = 0; i < kMostCpus; ++i) clocks_[i][i] = 1;
    }
    /// A random walk by the same seed.
    explicit BasicExplorerMachine(std::uint64_t seed)
        : random_(seed), walk_(std::in_place, ~seed), scheduler_({.chooser = *walk_}) {
        for (unsigned i = 0; i < kMostCpus; ++i) clocks_[i][i] = 1;
    }

    std::unique_ptr<Arena> make_arena(std::size_t bytes, unsigned /*numa_node*/ = 0) const {
        auto arena = make_pooled_arena(bytes);
        name(arena->bytes(0).data(), bytes, "arena " + std::to_string(arenas_++));
        return arena;
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

    /// What a region is called where the execution is shown.
    void name(const void* begin, std::size_t bytes, const std::string& name, std::size_t stride = 0) const {
        if (Trace* trace = scheduler_.exploration().trace) trace->name(begin, bytes, name, stride);
    }
    /// Of the last synchronize.
    const Census& census() const { return census_; }
    /// From here on synchronize() does not wait: to see that its tests notice.
    void skip_grace() { skips_grace_ = true; }

 private:
    struct Grace {
        bool online = false;
        std::uint64_t boundaries = 0;
    };

    unsigned cpu() const { return scheduler_.current(); }
    VectorClock& clock() { return clocks_[cpu()]; }
    /// What this CPU did so far is what the result carries.
    VectorClock release() {
        const VectorClock carried = clock();
        ++clock()[cpu()];
        return carried;
    }
    void check(bool ordered) {
        if (!ordered && scheduler_.running()) scheduler_.fail("race: an access that no lock guards");
    }
    template <class T>
    void note_read(const Var<T>& v) {
        check(v.written <= clock()[v.writer]);
        v.reads[cpu()] = clock()[cpu()];
    }
    template <class T>
    void note_write(Var<T>& v) {
        check(v.written <= clock()[v.writer] && clock().covers(v.reads));
        v.writer = cpu();
        v.written = clock()[cpu()];
    }
    /// A packet boundary. It orders memory only where somebody waits for it, as in liburcu.
    void boundary(unsigned worker, bool online) {
        if (!online || synchronizing_ != 0) scheduler_.drain();
        scheduler_.note({worker, Op::Boundary, nullptr, 0, 0});
        grace_clock_.join(clock());
        ++clock()[cpu()];
        grace_[worker].online = online;
        ++grace_[worker].boundaries;
        scheduler_.touched(&grace_, true);
    }

    Random random_;
    std::optional<RandomWalk> walk_;
    Scheduler scheduler_;
    std::array<VectorClock, kMostCpus> clocks_{};
    std::array<Grace, kMostCpus> grace_{};
    std::array<const RunList<BasicExplorerMachine>*, kMostCpus> later_{};
    VectorClock grace_clock_{};
    unsigned synchronizing_ = 0;
    Census census_;
    bool skips_grace_ = false;
    mutable unsigned arenas_ = 0;
};

template <Flaw kFlaw>
class BasicExplorerMachine<kFlaw>::Ctx {
 public:
    Ctx(BasicExplorerMachine& machine, unsigned worker, WorkerProbe& probe)
        : machine_(machine), scheduler_(machine.scheduler_), worker_(worker), probe_(probe) {
        if (worker >= kMostCpus) throw std::length_error("an explored machine has at most 8 CPUs");
        machine.later_[worker] = &later_;
    }
    Ctx(const Ctx&) = delete;
    Ctx& operator=(const Ctx&) = delete;

    template <class T>
    T load(const Atomic<T>& a) {
        scheduler_.step();
        const T value = acquire(a);
        note(Op::Load, &a, value, value);
        return value;
    }
    template <class T>
    void store(Atomic<T>& a, std::type_identity_t<T> v) {
        scheduler_.step();
        write(a, bits_of(v), kWhole, false);
    }
    template <class T>
    T exchange(Atomic<T>& a, std::type_identity_t<T> v) {
        return update(a, Op::Exchange, kFlaw == Flaw::TornExchange, [v](T) { return v; });
    }
    template <class T>
    T fetch_add(Atomic<T>& a, std::type_identity_t<T> v) {
        return update(a, Op::Add, kFlaw == Flaw::TornAdd, [v](T old) { return static_cast<T>(old + v); });
    }
    template <class T>
    T fetch_or(Atomic<T>& a, std::type_identity_t<T> v) {
        return update(a, Op::Or, false, [v](T old) { return static_cast<T>(old | v); });
    }
    template <class T>
    T fetch_and(Atomic<T>& a, std::type_identity_t<T> v) {
        return update(a, Op::And, false, [v](T old) { return static_cast<T>(old & v); });
    }
    template <class T>
    bool compare_exchange(Atomic<T>& a, std::type_identity_t<T> expected, std::type_identity_t<T> desired) {
        scheduler_.step();
        scheduler_.drain();
        const T old = acquire(a);
        if (old != expected) {
            note(Op::CompareFailed, &a, old, old);
            return false;
        }
        if constexpr (kFlaw == Flaw::TornCompareExchange) scheduler_.step();
        replace(a, desired);
        note(Op::CompareExchange, &a, old, desired);
        return true;
    }

    void store_low16(Atomic<std::uint32_t>& a, std::uint16_t v) {
        scheduler_.step();
        write(a, v, 0xffff, false);
    }
    void publish_low16(Atomic<std::uint32_t>& a, std::uint16_t v) {
        scheduler_.step();
        write(a, v, 0xffff, true);
    }
    void publish_low8(Atomic<std::uint32_t>& a, std::uint8_t v) {
        scheduler_.step();
        write(a, v, 0xff, true);
    }
    std::uint16_t exchange_high16(Atomic<std::uint32_t>& a, std::uint16_t v) {
        const std::uint32_t old =
            update(a, Op::Exchange, kFlaw == Flaw::TornExchange,
                   [v](std::uint32_t word) { return (word & 0xffffu) | (std::uint32_t{v} << 16); });
        return static_cast<std::uint16_t>(old >> 16);
    }

    template <class T>
    T get(const Var<T>& v) {
        plain_point();
        machine_.note_read(v);
        note(Op::Get, &v, v.value, v.value);
        return v.value;
    }
    template <class T>
    void set(Var<T>& v, std::type_identity_t<T> value) {
        plain_point();
        machine_.note_write(v);
        v.value = value;
        note(Op::Set, &v, value, value);
    }
    void touch(Block&, bool) { plain_point(); }

    template <class T, class Pred>
    T spin_until(Atomic<T>& a, Pred pred) {
        const T first = load(a);
        if (pred(first)) return first;
        contended();
        for (;;) {
            // Parked or awake, as on the host: the one depends on being woken, the other sees every value.
            wait(a, pred, kForever, scheduler_.exploration().chooser.coin());
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
        write(a, bits_of(v), kWhole, true);
    }
    template <class T>
    void wake(Atomic<T>& a) {
        scheduler_.step();
        note(Op::Wake, &a, 0, 0);
        scheduler_.touched(&a, true);
    }
    void contended() { probe_.contended(*this); }
    void relax() { scheduler_.give_way(); }
    void charge(Cost) {}
    void work(std::uint64_t ns) { scheduler_.sleep(ns); }
    void hurry(bool) {}

    void online() {
        scheduler_.step();
        scheduler_.drain();
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
        scheduler_.drain();
        scheduler_.note({worker_, Op::Synchronize, nullptr, 0, 0});
        count_workers();
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
        ++machine_.synchronizing_;
        while (!machine_.skips_grace_ && !passed(&state))
            scheduler_.wait(&machine_.grace_, passed, &state, kForever, false);
        --machine_.synchronizing_;
        machine_.clock().join(machine_.grace_clock_);
    }

    void raise(Runnable<BasicExplorerMachine>& queue) { wake_at(0, queue); }
    void wake_at(std::uint64_t t, Runnable<BasicExplorerMachine>& queue) {
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
    void cancel(const Runnable<BasicExplorerMachine>& queue) {
        machine_.note_write(later_guard_);
        later_.cancel(queue);
    }

    std::uint64_t now() const { return scheduler_.now(); }
    unsigned worker() const { return worker_; }
    WorkerProbe& probe() { return probe_; }

    /// For test bodies: a random number, and the end of the run.
    std::uint64_t random(std::uint64_t bound) { return machine_.random_.below(bound); }
    void fail(const std::string& reason) { scheduler_.fail(reason); }

 private:
    static constexpr std::uint64_t kWhole = ~std::uint64_t{0};

    template <class T>
    static std::uint64_t bits_of(T value) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof value);
        return bits;
    }
    template <class Word, class V>
    void note(Op op, const Word* word, V before, V value) {
        if (scheduler_.exploration().trace != nullptr)
            scheduler_.note({scheduler_.current(), op, word, bits_of(before), bits_of(value)});
    }
    void plain_point() {
        if (scheduler_.exploration().plain_points) scheduler_.step();
    }

    /// The word as this CPU sees it: its own stores come first, and teach it nothing.
    template <class T>
    T acquire(const Atomic<T>& a) {
        if (!scheduler_.buffers()) {
            machine_.clock().join(a.released);
            return a.value;
        }
        std::uint64_t bits = bits_of(a.value);
        if (!scheduler_.buffer().forward(&a.value, bits)) machine_.clock().join(a.released);
        T value;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    }
    /// A plain store of the bits in `mask`.
    template <class T>
    void write(Atomic<T>& a, std::uint64_t bits, std::uint64_t mask, bool wake) {
        note(Op::Store, &a, bits, bits);
        VectorClock carries{};
        if constexpr (kFlaw != Flaw::UnorderedStore) carries = machine_.release();
        const PendingStore store{&a.value, sizeof(T), wake, mask == kWhole, bits, mask, &a.released, carries};
        if (scheduler_.buffers()) {
            scheduler_.push(store);
        } else {
            store.apply();
            scheduler_.touched(&a.value, wake);
        }
    }
    template <class T>
    void replace(Atomic<T>& a, T v) {
        a.value = v;
        a.released = machine_.release();
        scheduler_.touched(&a.value, false);
    }
    /// A read-modify-write drains the buffer and carries on what the word carried (a release sequence).
    template <class T, class Change>
    T update(Atomic<T>& a, Op op, bool torn, Change change) {
        scheduler_.step();
        scheduler_.drain();
        const T old = acquire(a);
        if (torn) scheduler_.step();
        const T changed = change(old);
        replace(a, changed);
        note(op, &a, old, changed);
        return old;
    }
    template <class T, class Pred>
    void wait(Atomic<T>& a, Pred& pred, std::uint64_t deadline, bool eager) {
        struct Look {
            const StoreBuffer& buffer;
            Atomic<T>& word;
            Pred& pred;
        } look{scheduler_.buffer(), a, pred};
        const auto ready = [](void* argument) {
            auto& self = *static_cast<Look*>(argument);
            std::uint64_t bits = bits_of(self.word.value);
            self.buffer.forward(&self.word.value, bits);
            T value;
            std::memcpy(&value, &bits, sizeof value);
            return static_cast<bool>(self.pred(value));
        };
        // Nothing happens between the look and the wait: a sleeper that is registered is seen.
        if (ready(&look)) return;
        note(Op::Wait, &a, 0, 0);
        scheduler_.wait(&a.value, ready, &look, deadline, eager);
    }
    void count_workers() {
        Census census{.parked = scheduler_.waiting()};
        for (const auto* later : machine_.later_) {
            const std::uint64_t due = later == nullptr ? kForever : later->next_due();
            census.raised += due == 0;
            census.delayed += due != 0 && due != kForever;
        }
        machine_.census_ = census;
    }

    BasicExplorerMachine& machine_;
    Scheduler& scheduler_;
    const unsigned worker_;
    WorkerProbe& probe_;
    Var<int> later_guard_;
    RunList<BasicExplorerMachine> later_;
};

using ExplorerMachine = BasicExplorerMachine<Flaw::None>;
static_assert(Machine<ExplorerMachine>);

}  // namespace spinscope
