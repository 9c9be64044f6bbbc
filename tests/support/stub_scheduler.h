// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/machine/sim/fiber.h"
#include "tests/support/random.h"

namespace spinscope {

/// Runs bodies as fibers in one thread, in an order that a seed decides. Time is virtual: a step takes 1 ns,
/// and it jumps where everybody waits for it. A run that cannot go on (deadlock), goes on too long
/// (livelock) or is failed by somebody ends with a reason that names the seed.
class StubScheduler {
 public:
    static constexpr std::uint64_t kNever = ~std::uint64_t{0};

    explicit StubScheduler(std::uint64_t seed);

    /// Runs `body(i)` for i < count to their ends. Empty = well, else what went wrong.
    std::string run(unsigned count, const std::function<void(unsigned)>& body);

    bool running() const { return running_; }
    /// The fiber that runs; 0 outside of a run.
    unsigned current() const { return current_; }
    std::uint64_t now() const { return now_; }
    Random& random() { return random_; }

    // From inside a fiber:
    /// Another fiber may run before this returns.
    void step();
    /// Others run first, if there are any.
    void give_way();
    void sleep(std::uint64_t ns);
    /// Until somebody's wake(address) finds ready(argument), or until `deadline`. An `eager` waiter is looked
    /// at by touched(address) too.
    void wait(const void* address, bool (*ready)(void*), void* argument, std::uint64_t deadline, bool eager);
    /// Ends the run. Does not return.
    [[noreturn]] void fail(const std::string& reason);

    /// The word was written; `wake` if the writer says so to sleepers.
    void touched(const void* address, bool wake);

 private:
    struct Aborted {};
    enum class State { Ready, Waiting, Ended };
    struct Cpu {
        std::unique_ptr<Fiber> fiber;
        State state = State::Ready;
        const void* address = nullptr;
        bool (*ready)(void*) = nullptr;
        void* argument = nullptr;
        bool eager = false;
        std::uint64_t deadline = kNever;
    };

    void leave();
    bool pick();
    void live(unsigned index, const std::function<void(unsigned)>& body);
    void complain(const std::string& reason);

    static constexpr std::uint64_t kMostSteps = 2'000'000;

    const std::uint64_t seed_;
    Random random_;
    unsigned switch_chance_;  ///< per mille and step
    std::vector<Cpu> cpus_;
    unsigned current_ = 0;
    unsigned polite_ = ~0u;  ///< who has just given way
    std::uint64_t now_ = 1;
    std::uint64_t steps_ = 0;
    bool running_ = false;
    bool aborting_ = false;
    std::string complaint_;
};

}  // namespace spinscope
