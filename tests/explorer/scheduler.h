// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/machine/sim/fiber.h"
#include "tests/explorer/chooser.h"
#include "tests/explorer/store_buffer.h"
#include "tests/explorer/trace.h"

namespace spinscope {

/// Sequentially consistent, or with a store buffer in front of each CPU, as x86 has it.
enum class Memory : std::uint8_t { Sc, Tso };

/// How an execution is decided, and what it is of.
struct Exploration {
    Chooser& chooser;
    Memory memory = Memory::Sc;
    /// Plain data is a scheduling point too. Races on it are found either way, and without it there is much
    /// less to search.
    bool plain_points = true;
    std::uint64_t most_steps = 2'000'000;  ///< more is a livelock
    Trace* trace = nullptr;
};

/// Runs bodies as fibers in one thread, in an order that a Chooser decides, and has their store buffers. Time
/// is virtual: a step takes 1 ns, and it jumps where everybody waits for it. A run that cannot go on
/// (deadlock), goes on too long (livelock) or is failed by somebody ends with a reason.
class Scheduler {
 public:
    static constexpr std::uint64_t kNever = ~std::uint64_t{0};

    explicit Scheduler(const Exploration& exploration) : exploration_(exploration) {}

    /// Runs `body(i)` for i < count to their ends. Empty = well, else what went wrong.
    std::string run(unsigned count, const std::function<void(unsigned)>& body);

    bool running() const { return running_; }
    /// The fiber that runs; 0 outside of a run.
    unsigned current() const { return current_; }
    std::uint64_t now() const { return now_; }
    const Exploration& exploration() const { return exploration_; }

    // From inside a fiber:
    /// Others may act before this returns.
    void step();
    /// Everybody who can act does so once before this fiber does.
    void give_way();
    void sleep(std::uint64_t ns);
    /// Until somebody's touched(address, true) finds ready(argument), or until `deadline`. An `eager` waiter
    /// is looked at by touched(address, false) too.
    void wait(const void* address, bool (*ready)(void*), void* argument, std::uint64_t deadline, bool eager);
    /// Ends the run. Does not return.
    [[noreturn]] void fail(const std::string& reason);

    /// The word was written; `wake` if the writer says so to sleepers.
    void touched(const void* address, bool wake);

    // The store buffer of the fiber that runs; stores outside of a run are not buffered.
    bool buffers() const { return running_ && exploration_.memory == Memory::Tso; }
    void push(const PendingStore& store);
    const StoreBuffer& buffer() const { return cpus_[current_].buffer; }
    /// Its stores reach memory, now.
    void drain();

    void note(const Trace::Step& step) {
        if (exploration_.trace != nullptr) exploration_.trace->note(step);
    }

    /// How many CPUs wait without a deadline (for a lock, mostly).
    unsigned waiting() const;

 private:
    struct Aborted {};
    static constexpr Agent kNobody = ~0u;
    struct Cpu {
        std::unique_ptr<Fiber> fiber;
        const void* address = nullptr;
        bool (*ready)(void*) = nullptr;
        void* argument = nullptr;
        bool eager = false;
        std::uint64_t deadline = kNever;
        std::uint32_t defers_to = 0;  ///< who acts once before this one does
        StoreBuffer buffer;
    };

    bool is_in(std::uint32_t set, unsigned cpu) const { return (set & bit_of(cpu)) != 0; }
    void tick();
    void go_on();
    bool choose_next();
    Situation situation();
    void acts(Agent agent);
    void drain_one(unsigned cpu);
    void make_ready(unsigned cpu);
    void wake_due();
    void live(unsigned index, const std::function<void(unsigned)>& body);
    void complain(const std::string& reason);

    const Exploration exploration_;
    std::array<Cpu, kMostCpus> cpus_;
    unsigned count_ = 0;
    std::uint32_t ready_ = 0;          ///< CPUs that could go on
    std::uint32_t waiting_ = 0;        ///< CPUs that wait
    std::uint32_t pending_ = 0;        ///< buffers with a store, as agents
    std::uint32_t polite_ = 0;         ///< CPUs that defer to somebody
    Agent fresh_ = kNobody;            ///< a buffer that has just got its only store
    std::uint64_t earliest_ = kNever;  ///< no deadline is before this
    unsigned current_ = 0;
    unsigned next_ = 0;
    std::uint64_t now_ = 1;
    std::uint64_t steps_ = 0;
    bool running_ = false;
    bool over_ = false;
    bool aborting_ = false;
    std::string complaint_;
};

}  // namespace spinscope
