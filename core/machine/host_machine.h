// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

#include "core/base/experiment.h"
#include "core/machine/clock.h"
#include "core/machine/machine.h"
#include "core/machine/parking_lot.h"
#include "core/machine/run_list.h"
#include "core/topology/topology.h"

namespace spinscope {

/// One polite pause of a spin loop.
inline void cpu_pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb" ::: "memory");
#endif
}

/// The machine we run on: std::atomic, pause, TSC, liburcu (QSBR). Each worker's Ctx belongs to one thread.
class HostMachine {
 public:
    class Ctx;
    static constexpr bool kThreads = true;  ///< workers are threads, so other libraries' locks work

    template <class T>
    struct Atomic {
        static_assert(std::atomic<T>::is_always_lock_free);
        std::atomic<T> value;
        constexpr Atomic(T initial = T{}) : value(initial) {}
    };
    template <class T>
    struct Var {
        T value{};
    };
    /// The bytes that are sent; written through bytes(), so touch() has nothing left to do here.
    class Block {
     public:
        Block() = default;
        explicit Block(std::span<std::byte> bytes) : bytes_(bytes) {}
        std::span<std::byte> bytes() const { return bytes_; }

     private:
        std::span<std::byte> bytes_;
    };

    /// Shared memory is bound to `numa_node` (os index) of `topology`.
    HostMachine(std::shared_ptr<const Topology> topology, Waiting waiting, unsigned numa_node);

    /// Zeroed memory on the machine's node, or on another one.
    std::unique_ptr<Arena> make_arena(std::size_t bytes) const { return make_arena(bytes, numa_node_); }
    std::unique_ptr<Arena> make_arena(std::size_t bytes, unsigned numa_node) const;
    Block make_block(Arena& arena, unsigned size) const { return Block(arena.bytes(size)); }

    /// A word as an outside observer sees it.
    template <class T>
    static T peek(const Atomic<T>& a) {
        return a.value.load(std::memory_order_acquire);
    }

    Waiting waiting() const { return waiting_; }
    unsigned numa_node() const { return numa_node_; }

 private:
    friend class Ctx;
    const std::shared_ptr<const Topology> topology_;
    const Waiting waiting_;
    const unsigned numa_node_;
    const std::uint64_t spin_budget_ns_;  ///< how long a waiter spins before it sleeps
    std::atomic<bool> urgent_{false};
    ParkingLot parking_;  ///< on lines of its own
};

class HostMachine::Ctx {
 public:
    Ctx(HostMachine& machine, unsigned worker, WorkerProbe& probe)
        : machine_(machine), clock_(Clock::get()), worker_(worker), probe_(probe) {}
    Ctx(const Ctx&) = delete;
    Ctx& operator=(const Ctx&) = delete;

    template <class T>
    T load(const Atomic<T>& a) {
        return a.value.load(std::memory_order_acquire);
    }
    template <class T>
    void store(Atomic<T>& a, std::type_identity_t<T> v) {
        a.value.store(v, std::memory_order_release);
    }
    template <class T>
    T exchange(Atomic<T>& a, std::type_identity_t<T> v) {
        return a.value.exchange(v);
    }
    template <class T>
    T fetch_add(Atomic<T>& a, std::type_identity_t<T> v) {
        return a.value.fetch_add(v);
    }
    template <class T>
    T fetch_or(Atomic<T>& a, std::type_identity_t<T> v) {
        return a.value.fetch_or(v);
    }
    template <class T>
    T fetch_and(Atomic<T>& a, std::type_identity_t<T> v) {
        return a.value.fetch_and(v);
    }
    template <class T>
    bool compare_exchange(Atomic<T>& a, std::type_identity_t<T> expected, std::type_identity_t<T> desired) {
        return a.value.compare_exchange_strong(expected, desired);
    }

    // Parts of a word that others read-modify-write whole. C++ has no mixed-size atomics; the compiler's
    // builtins do, and the sanitizers follow them byte by byte.
    void store_low16(Atomic<std::uint32_t>& a, std::uint16_t v) {
        __atomic_store_n(part<Half>(a, kLow16), v, __ATOMIC_RELEASE);
    }
    void publish_low16(Atomic<std::uint32_t>& a, std::uint16_t v) {
        store_low16(a, v);
        wake(a);
    }
    void publish_low8(Atomic<std::uint32_t>& a, std::uint8_t v) {
        __atomic_store_n(part<Byte>(a, kLow8), v, __ATOMIC_RELEASE);
        wake(a);
    }
    std::uint16_t exchange_high16(Atomic<std::uint32_t>& a, std::uint16_t v) {
        return __atomic_exchange_n(part<Half>(a, kHigh16), v, __ATOMIC_SEQ_CST);
    }

    template <class T>
    T get(const Var<T>& v) {
        return v.value;
    }
    template <class T>
    void set(Var<T>& v, std::type_identity_t<T> value) {
        v.value = value;
    }
    void touch(Block&, bool) {}

    template <class T, class Pred>
    T spin_until(Atomic<T>& a, Pred pred) {
        const T first = load(a);
        return pred(first) ? first : wait_until(a, pred);
    }
    template <class T, class Pred>
    T block_until(Atomic<T>& a, Pred pred, std::uint64_t deadline) {
        sleep_until(a, pred, deadline);
        return load(a);
    }
    template <class T>
    void publish(Atomic<T>& a, std::type_identity_t<T> v) {
        store(a, v);
        wake(a);
    }
    template <class T>
    void wake(Atomic<T>& a) {
        // The sleeper's membarrier orders the store before this look on the CPU; this keeps the compiler to
        // it.
        std::atomic_signal_fence(std::memory_order_seq_cst);
        if (machine_.parking_.anyone(&a)) machine_.parking_.wake(&a);
    }
    [[gnu::noinline]] void contended() { probe_.contended(*this); }
    void relax() {
        // The caller's loop has no word to sleep on, so give the CPU away now and then: who it waits for may
        // need it.
        if (++relaxes_ % 1024 == 0) yield();
        pause_or_yield(relaxes_);
    }
    void charge(Cost) {}
    void work(std::uint64_t ns) {
        // Somebody who waits for the workers does not wait for a device of seconds.
        constexpr std::uint64_t kPatience = 1'000'000;
        const std::uint64_t end = now() + ns;
        while (now() < end && !(ns > kPatience && urgent())) {
        }
    }

    void hurry(bool on) { machine_.urgent_.store(on, std::memory_order_relaxed); }
    /// Somebody hurries the workers; for waits that are not this machine's own.
    bool urgent() const { return machine_.urgent_.load(std::memory_order_relaxed); }

    void online();
    void offline();
    void quiescent();
    /// The worker's thread is about to end; offline before.
    void leave();
    /// Also by a thread that is no worker.
    void synchronize();

    void raise(Runnable<HostMachine>& queue) { later_.add(0, queue); }
    void wake_at(std::uint64_t t, Runnable<HostMachine>& queue) { later_.add(t, queue); }
    void run_raised() { later_.run(*this); }
    std::uint64_t next_due() const { return later_.next_due(); }
    void cancel(const Runnable<HostMachine>& queue) { later_.cancel(queue); }

    std::uint64_t now() const { return clock_.now(); }
    unsigned worker() const { return worker_; }
    WorkerProbe& probe() { return probe_; }

 private:
    using Byte = std::uint8_t __attribute__((may_alias));
    using Half = std::uint16_t __attribute__((may_alias));
    static constexpr bool kLittle = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    static constexpr std::size_t kLow8 = kLittle ? 0 : 3;
    static constexpr std::size_t kLow16 = kLittle ? 0 : 2;
    static constexpr std::size_t kHigh16 = kLittle ? 2 : 0;
    template <class Part>
    static Part* part(Atomic<std::uint32_t>& a, std::size_t offset) {
        return reinterpret_cast<Part*>(reinterpret_cast<unsigned char*>(&a.value) + offset);
    }

    /// Out of line: inlined, its registers would be saved on the way of those who need not wait.
    template <class T, class Pred>
    [[gnu::noinline]] T wait_until(Atomic<T>& a, Pred pred) {
        contended();
        const std::uint64_t begin = now();
        for (unsigned looks = 1;; ++looks) {
            const T value = load(a);
            if (pred(value)) return value;
            pause_or_yield(looks);
            // The clock is as dear as a pause: look at it now and then only.
            if (looks % 16 != 0 || machine_.waiting_ == Waiting::Yield) continue;
            if (now() - begin < machine_.spin_budget_ns_ || urgent()) continue;
            if (machine_.waiting_ == Waiting::Spin) probe_.counters().watchdog_ends.add(1);
            sleep_until(a, pred, kForever);
        }
    }
    template <class T, class Pred>
    void sleep_until(Atomic<T>& a, Pred& pred, std::uint64_t deadline) {
        struct Look {
            Atomic<T>& word;
            Pred& pred;
        } look{a, pred};
        machine_.parking_.sleep(
            slot_, &a,
            [](void* argument) {
                auto& self = *static_cast<Look*>(argument);
                return static_cast<bool>(self.pred(self.word.value.load(std::memory_order_acquire)));
            },
            &look, deadline);
    }
    void pause_or_yield(unsigned looks) {
        constexpr unsigned kSpinsBeforeYield = 20;
        if (urgent() || (machine_.waiting_ == Waiting::Yield && looks > kSpinsBeforeYield)) {
            yield();
        } else {
            cpu_pause();
        }
    }
    static void yield();

    HostMachine& machine_;
    const Clock& clock_;
    const unsigned worker_;
    WorkerProbe& probe_;
    unsigned relaxes_ = 0;
    bool registered_ = false;
    RunList<HostMachine> later_;
    ParkingLot::Slot slot_;
};

}  // namespace spinscope
