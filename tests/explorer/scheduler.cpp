// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/explorer/scheduler.h"

#include <algorithm>
#include <bit>
#include <exception>
#include <stdexcept>
#include <utility>

namespace spinscope {
namespace {

constexpr std::uint32_t kCpus = (1u << kMostCpus) - 1;

/// Calls act(cpu) for each bit.
template <class Act>
void for_each(std::uint32_t set, Act&& act) {
    for (; set != 0; set &= set - 1) act(static_cast<unsigned>(std::countr_zero(set)));
}

}  // namespace

std::string Scheduler::run(unsigned count, const std::function<void(unsigned)>& body) {
    if (count > kMostCpus) throw std::length_error("an explored machine has at most 8 CPUs");
    for (unsigned i = 0; i < count; ++i)
        cpus_[i].fiber = std::make_unique<Fiber>([this, i, &body] { live(i, body); });
    count_ = count;
    ready_ = (1u << count) - 1;
    running_ = true;
    current_ = count;  // nobody: who begins is free
    over_ = !choose_next();
    while (!over_) {
        current_ = next_;
        cpus_[current_].fiber->resume();
    }
    aborting_ = true;
    for (current_ = 0; current_ < count; ++current_) {
        while (!cpus_[current_].fiber->ended()) cpus_[current_].fiber->resume();
        cpus_[current_] = {};
    }
    ready_ = waiting_ = pending_ = polite_ = 0;
    current_ = 0;
    running_ = false;
    aborting_ = false;
    return complaint_;
}

/// Decides which CPU runs next, and lets buffers act until one does. False = the run is over.
bool Scheduler::choose_next() {
    for (;;) {
        if (!complaint_.empty()) return false;
        if (now_ >= earliest_) wake_due();
        if ((ready_ | pending_) == bit_of(current_)) {
            acts(current_);
            next_ = current_;
            return true;
        }
        const Situation now = situation();
        if (now.enabled == 0) {
            if (waiting_ == 0) return false;
            if (earliest_ == kNever) {
                complain("deadlock: everybody waits");
                return false;
            }
            now_ = earliest_;
            continue;
        }
        const bool alone = (now.enabled & (now.enabled - 1)) == 0;
        const Agent agent = alone ? now.usual : exploration_.chooser.choose(now);
        acts(agent);
        if (agent < kMostCpus) {
            next_ = agent;
            return true;
        }
        drain_one(agent - kMostCpus);
    }
}

Situation Scheduler::situation() {
    std::uint32_t enabled = ready_ | pending_;
    for_each(polite_, [&](unsigned cpu) {
        if ((cpus_[cpu].defers_to & (ready_ | pending_)) != 0) enabled &= ~bit_of(cpu);
    });
    if (enabled == 0) return {0, 0, 0};
    // A store goes straight through unless somebody holds it back.
    const Agent fresh = std::exchange(fresh_, kNobody);
    if (fresh != kNobody && is_in(enabled, fresh)) return {enabled, bit_of(fresh), fresh};
    if (is_in(enabled, current_)) return {enabled, bit_of(current_), current_};
    // Nobody is interrupted: anybody may go on, usually the next in turn.
    const std::uint32_t cpus = enabled & kCpus;
    const std::uint32_t behind = cpus & ~(bit_of(current_ + 1) - 1);
    const std::uint32_t first = behind != 0 ? behind : cpus != 0 ? cpus : enabled;
    return {enabled, enabled, static_cast<Agent>(std::countr_zero(first))};
}

void Scheduler::acts(Agent agent) {
    for_each(polite_, [&](unsigned cpu) {
        cpus_[cpu].defers_to &= ~bit_of(agent);
        if (cpus_[cpu].defers_to == 0 || cpu == agent) polite_ &= ~bit_of(cpu);
    });
}

/// Goes on with whoever comes next; returns when this fiber does.
void Scheduler::go_on() {
    over_ = !choose_next();
    if (!over_ && next_ == current_) return;
    Fiber& mine = *cpus_[current_].fiber;
    if (over_) {
        mine.suspend();
    } else {
        current_ = next_;
        mine.hand_over(*cpus_[next_].fiber);
    }
    if (aborting_) throw Aborted{};
}

void Scheduler::tick() {
    if (aborting_) throw Aborted{};
    ++now_;
    if (++steps_ > exploration_.most_steps) fail("livelock: too many steps");
}

void Scheduler::step() {
    if (!running_) return;
    tick();
    go_on();
}

void Scheduler::give_way() {
    if (!running_) return;
    tick();
    note({current_, Op::Relax, nullptr, 0, 0});
    exploration_.chooser.gave_way(current_);
    const std::uint32_t others = (ready_ | pending_) & ~bit_of(current_);
    if (others != 0) {
        cpus_[current_].defers_to = others;
        polite_ |= bit_of(current_);
    } else if (earliest_ != kNever) {
        // Alone: its turn comes when time has passed for those who wait for it.
        now_ = std::max(now_, std::min(earliest_, now_ + 10));
    }
    go_on();
}

void Scheduler::sleep(std::uint64_t ns) {
    if (ns == 0 || !running_) return;
    step();
    note({current_, Op::Sleep, nullptr, 0, 0});
    wait(nullptr, nullptr, nullptr, now_ + ns, false);
}

void Scheduler::wait(const void* address, bool (*ready)(void*), void* argument, std::uint64_t deadline,
                     bool eager) {
    if (!running_) return;
    if (aborting_) throw Aborted{};
    Cpu& cpu = cpus_[current_];
    cpu.address = address;
    cpu.ready = ready;
    cpu.argument = argument;
    cpu.deadline = deadline;
    cpu.eager = eager;
    ready_ &= ~bit_of(current_);
    waiting_ |= bit_of(current_);
    earliest_ = std::min(earliest_, deadline);
    go_on();
}

void Scheduler::make_ready(unsigned cpu) {
    cpus_[cpu].address = nullptr;
    cpus_[cpu].deadline = kNever;
    waiting_ &= ~bit_of(cpu);
    ready_ |= bit_of(cpu);
}

void Scheduler::wake_due() {
    earliest_ = kNever;
    for_each(waiting_, [&](unsigned cpu) {
        if (cpus_[cpu].deadline <= now_) {
            make_ready(cpu);
        } else {
            earliest_ = std::min(earliest_, cpus_[cpu].deadline);
        }
    });
}

void Scheduler::touched(const void* address, bool wake) {
    for_each(waiting_, [&](unsigned i) {
        Cpu& cpu = cpus_[i];
        if (cpu.address == address && (wake || cpu.eager) && cpu.ready(cpu.argument)) make_ready(i);
    });
}

unsigned Scheduler::waiting() const {
    unsigned count = 0;
    for_each(waiting_, [&](unsigned cpu) { count += cpus_[cpu].deadline == kNever; });
    return count;
}

void Scheduler::push(const PendingStore& store) {
    StoreBuffer& buffer = cpus_[current_].buffer;
    const Agent agent = kMostCpus + current_;
    if (buffer.empty()) fresh_ = agent;
    buffer.push(store);
    pending_ |= bit_of(agent);
}

void Scheduler::drain() {
    while (!cpus_[current_].buffer.empty()) drain_one(current_);
}

void Scheduler::drain_one(unsigned cpu) {
    const PendingStore store = cpus_[cpu].buffer.pop();
    if (cpus_[cpu].buffer.empty()) pending_ &= ~bit_of(kMostCpus + cpu);
    store.apply();
    note({cpu, Op::Drain, store.word, 0, store.value});
    touched(store.word, store.wake);
}

void Scheduler::live(unsigned index, const std::function<void(unsigned)>& body) {
    try {
        if (!aborting_) body(index);
    } catch (const Aborted&) {
    } catch (const std::exception& error) {
        complain(std::string("exception: ") + error.what());
    }
    ready_ &= ~bit_of(index);
    if (aborting_) return;
    note({index, Op::End, nullptr, 0, 0});
    over_ = !choose_next();
}

void Scheduler::complain(const std::string& reason) {
    if (complaint_.empty()) complaint_ = reason + " (step " + std::to_string(steps_) + ")";
}

void Scheduler::fail(const std::string& reason) {
    complain(reason);
    over_ = true;
    throw Aborted{};
}

}  // namespace spinscope
