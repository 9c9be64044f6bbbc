// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "core/machine/host_machine.h"
#include "tests/support/random.h"

namespace spinscope {

/// The host with a seeded random delay around each access to shared memory: nothing, pauses, a yield, and
/// now and then a sleep, so that threads meet where they seldom do. run() puts each context on a thread.
class JitterMachine : public HostMachine {
 public:
    class Ctx;
    /// Threads are bound to CPUs in turn where `pinned`.
    explicit JitterMachine(std::uint64_t seed, Waiting waiting = Waiting::SpinPark, bool pinned = false)
        : HostMachine(Topology::host(), waiting, first_node()), seed_(seed), pinned_(pinned) {}

    std::string run(std::span<Ctx* const> contexts, const std::function<void(Ctx&)>& body);

 private:
    static unsigned first_node() {
        const auto topology = Topology::host();
        return topology->find(topology->usable().front())->numa_node;
    }
    void complain(const std::string& reason) {
        const std::scoped_lock lock(mutex_);
        if (complaint_.empty()) complaint_ = reason;
    }
    const std::uint64_t seed_;
    const bool pinned_;
    std::mutex mutex_;
    std::string complaint_;
};

class JitterMachine::Ctx : public HostMachine::Ctx {
    using Base = HostMachine::Ctx;

 public:
    Ctx(JitterMachine& machine, unsigned worker, WorkerProbe& probe)
        : Base(machine, worker, probe), machine_(machine), random_(machine.seed_ * 1000 + worker) {}

    template <class T>
    T load(const Atomic<T>& a) {
        const Delays around(*this);
        return Base::load(a);
    }
    template <class T>
    void store(Atomic<T>& a, std::type_identity_t<T> v) {
        const Delays around(*this);
        Base::store(a, v);
    }
    template <class T>
    T exchange(Atomic<T>& a, std::type_identity_t<T> v) {
        const Delays around(*this);
        return Base::exchange(a, v);
    }
    template <class T>
    T fetch_add(Atomic<T>& a, std::type_identity_t<T> v) {
        const Delays around(*this);
        return Base::fetch_add(a, v);
    }
    template <class T>
    T fetch_or(Atomic<T>& a, std::type_identity_t<T> v) {
        const Delays around(*this);
        return Base::fetch_or(a, v);
    }
    template <class T>
    T fetch_and(Atomic<T>& a, std::type_identity_t<T> v) {
        const Delays around(*this);
        return Base::fetch_and(a, v);
    }
    template <class T>
    bool compare_exchange(Atomic<T>& a, std::type_identity_t<T> expected, std::type_identity_t<T> desired) {
        const Delays around(*this);
        return Base::compare_exchange(a, expected, desired);
    }
    void store_low16(Atomic<std::uint32_t>& a, std::uint16_t v) {
        const Delays around(*this);
        Base::store_low16(a, v);
    }
    void publish_low16(Atomic<std::uint32_t>& a, std::uint16_t v) {
        const Delays around(*this);
        Base::publish_low16(a, v);
    }
    void publish_low8(Atomic<std::uint32_t>& a, std::uint8_t v) {
        const Delays around(*this);
        Base::publish_low8(a, v);
    }
    std::uint16_t exchange_high16(Atomic<std::uint32_t>& a, std::uint16_t v) {
        const Delays around(*this);
        return Base::exchange_high16(a, v);
    }
    template <class T>
    T get(const Var<T>& v) {
        const Delays around(*this);
        return Base::get(v);
    }
    template <class T>
    void set(Var<T>& v, std::type_identity_t<T> value) {
        const Delays around(*this);
        Base::set(v, value);
    }
    template <class T, class Pred>
    T spin_until(Atomic<T>& a, Pred pred) {
        const Delays around(*this);
        return Base::spin_until(a, pred);
    }
    template <class T, class Pred>
    T block_until(Atomic<T>& a, Pred pred, std::uint64_t deadline) {
        const Delays around(*this);
        return Base::block_until(a, pred, deadline);
    }
    template <class T>
    void publish(Atomic<T>& a, std::type_identity_t<T> v) {
        const Delays around(*this);
        Base::publish(a, v);
    }
    template <class T>
    void wake(Atomic<T>& a) {
        const Delays around(*this);
        Base::wake(a);
    }

    // The list's entries run with this kind of context.
    void raise(Runnable<JitterMachine>& queue) { later_.add(0, queue); }
    void wake_at(std::uint64_t t, Runnable<JitterMachine>& queue) { later_.add(t, queue); }
    void run_raised() { later_.run(*this); }
    std::uint64_t next_due() const { return later_.next_due(); }
    void cancel(const Runnable<JitterMachine>& queue) { later_.cancel(queue); }

    /// For test bodies: a random number, and a complaint that run() returns. Unlike on the explorer machine,
    /// this returns.
    std::uint64_t random(std::uint64_t bound) { return random_.below(bound); }
    void fail(const std::string& reason) { machine_.complain(reason); }

 private:
    /// Before and after.
    class Delays {
     public:
        explicit Delays(Ctx& ctx) : ctx_(ctx) { ctx_.delay(); }
        ~Delays() { ctx_.delay(); }

     private:
        Ctx& ctx_;
    };
    void delay() {
        const std::uint64_t draw = random_.below(1000);
        if (draw < 900) return;
        if (draw < 990) {
            for (std::uint64_t i = draw; i < 1000; ++i) cpu_pause();
        } else {
            std::this_thread::yield();
        }
    }

    JitterMachine& machine_;
    Random random_;
    RunList<JitterMachine> later_;
};

inline std::string JitterMachine::run(std::span<Ctx* const> contexts, const std::function<void(Ctx&)>& body) {
    const auto topology = Topology::host();
    const auto usable = topology->usable();
    std::atomic<std::size_t> ready{0};
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < contexts.size(); ++i) {
        threads.emplace_back([&, i] {
            if (pinned_) topology->bind_this_thread(usable[i % usable.size()]);
            ++ready;
            while (ready != contexts.size()) std::this_thread::yield();
            body(*contexts[i]);
            contexts[i]->leave();
        });
    }
    for (std::thread& thread : threads) thread.join();
    return complaint_;
}

static_assert(Machine<JitterMachine>);

}  // namespace spinscope
