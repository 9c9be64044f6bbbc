// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/stub_scheduler.h"

#include <algorithm>
#include <array>
#include <exception>

namespace spinscope {

StubScheduler::StubScheduler(std::uint64_t seed) : seed_(seed), random_(seed) {
    // Bugs differ in what brings them out: a switch at each step, or long stretches of one fiber.
    constexpr std::array<unsigned, 4> kChances{1000, 500, 120, 30};
    switch_chance_ = kChances[random_.below(kChances.size())];
}

std::string StubScheduler::run(unsigned count, const std::function<void(unsigned)>& body) {
    cpus_.clear();
    cpus_.resize(count);
    for (unsigned i = 0; i < count; ++i) {
        cpus_[i].fiber = std::make_unique<Fiber>([this, i, &body] { live(i, body); });
    }
    running_ = true;
    while (pick()) cpus_[current_].fiber->resume();
    aborting_ = true;
    for (current_ = 0; current_ < count; ++current_) {
        while (!cpus_[current_].fiber->ended()) cpus_[current_].fiber->resume();
    }
    cpus_.clear();
    current_ = 0;
    running_ = false;
    aborting_ = false;
    return complaint_;
}

/// Chooses who runs next. False = all have ended, or the run is over.
bool StubScheduler::pick() {
    if (!complaint_.empty()) return false;
    std::array<unsigned, 64> ready;
    std::size_t count = 0;
    std::uint64_t earliest = kNever;
    bool anyone = false;
    for (unsigned i = 0; i < cpus_.size(); ++i) {
        const Cpu& cpu = cpus_[i];
        if (cpu.state == State::Ended) continue;
        anyone = true;
        if (cpu.state == State::Ready || cpu.deadline <= now_) {
            if (i != polite_) ready.at(count++) = i;
        } else {
            earliest = std::min(earliest, cpu.deadline);
        }
    }
    if (!anyone) return false;
    if (count == 0 && polite_ != ~0u) {
        // Alone: its turn comes when time has passed for those who wait for it.
        if (earliest != kNever) now_ = std::max(now_, std::min(earliest, now_ + 10));
        ready[count++] = polite_;
    } else if (count == 0) {
        if (earliest == kNever) {
            complain("deadlock: everybody waits");
            return false;
        }
        now_ = earliest;
        return pick();
    }
    current_ = ready[random_.below(count)];
    polite_ = ~0u;
    cpus_[current_].state = State::Ready;
    cpus_[current_].deadline = kNever;
    cpus_[current_].address = nullptr;
    return true;
}

void StubScheduler::live(unsigned index, const std::function<void(unsigned)>& body) {
    try {
        if (!aborting_) body(index);
    } catch (const Aborted&) {
    } catch (const std::exception& error) {
        complain(std::string("exception: ") + error.what());
    }
    cpus_[index].state = State::Ended;
}

void StubScheduler::complain(const std::string& reason) {
    if (!complaint_.empty()) return;
    complaint_ = reason + " (seed " + std::to_string(seed_) + ", step " + std::to_string(steps_) + ")";
}

void StubScheduler::fail(const std::string& reason) {
    complain(reason);
    throw Aborted{};
}

void StubScheduler::leave() {
    cpus_[current_].fiber->suspend();
    if (aborting_) throw Aborted{};
}

void StubScheduler::step() {
    if (!running_) return;
    if (aborting_) throw Aborted{};
    ++now_;
    if (++steps_ > kMostSteps) fail("livelock: too many steps");
    if (random_.per_mille(switch_chance_)) leave();
}

void StubScheduler::give_way() {
    if (!running_) return;
    step();
    polite_ = current_;
    leave();
}

void StubScheduler::sleep(std::uint64_t ns) {
    if (ns == 0 || !running_) return;
    step();
    cpus_[current_].state = State::Waiting;
    cpus_[current_].deadline = now_ + ns;
    leave();
}

void StubScheduler::wait(const void* address, bool (*ready)(void*), void* argument, std::uint64_t deadline,
                         bool eager) {
    if (!running_) return;
    if (aborting_) throw Aborted{};
    Cpu& cpu = cpus_[current_];
    cpu.state = State::Waiting;
    cpu.address = address;
    cpu.ready = ready;
    cpu.argument = argument;
    cpu.deadline = deadline;
    cpu.eager = eager;
    leave();
}

void StubScheduler::touched(const void* address, bool wake) {
    for (Cpu& cpu : cpus_) {
        if (cpu.state != State::Waiting || cpu.address != address || !(wake || cpu.eager)) continue;
        if (cpu.ready(cpu.argument)) cpu.state = State::Ready;
    }
}

}  // namespace spinscope
