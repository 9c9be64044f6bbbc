// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/sim/sim_engine.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace spinscope {
namespace {

/// From the call that wakes a sleeper to its first instruction: an interrupt, the idle state, the scheduler.
constexpr Picoseconds kWake = 2'000'000;
constexpr Picoseconds kLatest = kNever >> EventQueue::kIdBits;

}  // namespace

SimEngine::SimEngine(const MachineProfile& profile, const CpuMap& map, std::uint64_t seed)
    : workers_(static_cast<unsigned>(map.places.size())),
      payers_(workers_),
      coherence_(profile, map, seed),
      queue_(workers_ + 1),
      grace_(workers_ + 1),
      cpus_(workers_ + 1) {}

std::unique_ptr<Arena> SimEngine::make_arena(std::size_t bytes, unsigned node) {
    return coherence_.memory().make_arena(bytes, node, [this](std::uint32_t first, std::uint32_t count) {
        coherence_.release(first, count);
        for (std::uint32_t line = first; line < first + count; ++line) {
            if (const std::uint32_t list = coherence_.memory()[line].waiters; list != 0) lists_.free(list);
        }
    });
}

// --- Who runs --------------------------------------------------------------------------------------------

void SimEngine::spawn(unsigned cpu, const WorkerCounters& counters, std::function<void()> body) {
    Cpu& starting = cpus_.at(cpu);
    if (starting.fiber) throw std::logic_error("a simulated CPU has one body at a time");
    starting.counters = &counters;
    starting.fiber.emplace([this, what = std::move(body)] {
        try {
            what();
        } catch (...) {
            thrown_ = std::current_exception();
        }
        queue_.clear(running_);
    });
    starting.waits_seen = contended_waits(starting);
    resume_at(cpu, time());
}

bool SimEngine::run_until(std::uint64_t ns, bool to_handoff) {
    limit_ = ns < kLatest / 1000 ? ns * 1000 : kLatest - 1;
    to_handoff_ = to_handoff;
    stopped_ = false;
    for (Cpu& cpu : cpus_) {
        if (to_handoff && cpu.counters != nullptr) cpu.waits_seen = contended_waits(cpu);
    }
    while (!stopped_) {
        const Picoseconds next = queue_.first_time();
        if (next == kNever) return false;
        if (next > limit_) {
            now_ = std::max(now_, limit_);
            break;
        }
        enter(queue_.first());
        self_->fiber->resume();
        Cpu& last = *std::exchange(self_, nullptr);
        running_ = kNobody;
        if (last.fiber->ended()) {
            // It has gone on since it was entered, up to nobody else's time.
            now_ = std::max(now_, last.time);
            last.fiber.reset();
        }
        if (thrown_ != nullptr) std::rethrow_exception(std::exchange(thrown_, nullptr));
    }
    return true;
}

void SimEngine::enter(unsigned cpu) {
    running_ = cpu;
    self_ = &cpus_[cpu];
    now_ = self_->time;
    const EventQueue::Turn next = queue_.first_without(cpu);
    // On the way to a handoff each access asks whether it has been reached.
    horizon_ = to_handoff_ ? 0 : std::min(next.time, limit_);
    if (next.time != kNever) prefetch(next.leaf);
}

/// Most switches go to the CPU that was second: with hundreds of them, nothing of it is near by then.
void SimEngine::prefetch(unsigned cpu) const {
    const Cpu& next = cpus_[cpu];
    __builtin_prefetch(&next.time);
    __builtin_prefetch(&next.stores);
    __builtin_prefetch(next.counters);
    if (cpu != workers_) coherence_.prefetch(cpu);
    if (next.fiber) next.fiber->prefetch();
}

/// The running CPU is not on the queue, or later than another: whoever is first goes on.
void SimEngine::leave() {
    Fiber& mine = *self_->fiber;
    if (stopped_ || queue_.first_time() > limit_) {
        mine.suspend();
        return;
    }
    enter(queue_.first());
    Fiber& next = *self_->fiber;
    if (&next != &mine) mine.hand_over(next);
}

void SimEngine::yield() {
    if (to_handoff_ && contended_waits(*self_) != self_->waits_seen) stopped_ = true;
    queue_.set(running_, self_->time);
    leave();
}

void SimEngine::advance(Picoseconds to) {
    self_->time = to;
    if (to > horizon_) yield();
}

void SimEngine::resume_at(unsigned cpu, Picoseconds at) {
    cpus_[cpu].time = at;
    queue_.set(cpu, at);
    horizon_ = std::min(horizon_, at);
}

std::uint64_t SimEngine::contended_waits(const Cpu& cpu) {
    std::uint64_t waits = 0;
    for (const auto& lock : cpu.counters->locks) waits += lock.contended.get();
    return waits;
}

// --- Accesses --------------------------------------------------------------------------------------------

void SimEngine::loaded(const void* word) {
    const std::uint32_t line = coherence_.memory().line_of(word);
    if (line == 0) return advance(self_->time + coherence_.load_hit());
    advance(coherence_.read(running_, line, self_->time).done);
}

/// A store of that line that waits in the buffer of the running CPU.
const SimEngine::Store* SimEngine::pending(std::uint32_t line) const {
    if (self_->stores_done <= self_->time) return nullptr;
    for (const Store& store : self_->stores) {
        if (store.line == line && store.done > self_->time) return &store;
    }
    return nullptr;
}

/// A store that must ask for its line needs a place in the buffer.
void SimEngine::before_store(const void* word) {
    const Picoseconds free = self_->stores[self_->oldest_store].done;
    if (free <= self_->time) return;
    const std::uint32_t line = coherence_.memory().line_of(word);
    if (line == 0 || pending(line) != nullptr || coherence_.owns(running_, line, self_->time)) return;
    advance(free);
}

void SimEngine::stored(const void* word) {
    const std::uint32_t line = coherence_.memory().line_of(word);
    Cpu& me = *self_;
    if (line != 0 && pending(line) == nullptr) {
        const Coherence::Access access = coherence_.own(running_, line, me.time);
        // In order: nobody sees it before the stores that were posted earlier.
        const Picoseconds done = std::max(access.done, me.stores_done);
        if (done > me.time) coherence_.delay(line, done);
        if (!access.hit) {
            me.stores[me.oldest_store] = {line, done};
            me.oldest_store = (me.oldest_store + 1) % kStores;
            me.stores_done = done;
        }
        written(word, line, !access.hit, done);
    } else {
        written(word, line, false, me.time);
    }
    advance(me.time + coherence_.store_hit());
}

/// A read-modify-write is a fence: what was posted comes first.
void SimEngine::before_update() {
    if (self_->stores_done > self_->time) advance(self_->stores_done);
}

void SimEngine::updated(const void* word) {
    ++self_->updates;
    const std::uint32_t line = coherence_.memory().line_of(word);
    Picoseconds done = self_->time + coherence_.update_hit();
    bool fresh = false;
    if (line != 0) {
        const Coherence::Access access = coherence_.own(running_, line, self_->time);
        fresh = !access.hit;
        if (fresh) done = access.done;
    }
    written(word, line, fresh, fresh ? done : self_->time);
    advance(done);
}

void SimEngine::touch(Coherence::Payload& payload, bool write) {
    advance(coherence_.touch(running_, payload, write, self_->time));
}

void SimEngine::poked(const void* word) {
    written(word, coherence_.memory().line_of(word), false, time());
    // A worker that goes free: a moment, or it would go round and round while time stands still.
    if (running_ < workers_) advance(self_->time + 1000);
}

/// Those who spin on the line read it again, one after the other, if it was taken from them (`fresh`), and
/// look at the word.
void SimEngine::written(const void* word, std::uint32_t line, bool fresh, Picoseconds done) {
    const std::uint32_t list = line == 0 ? 0 : coherence_.memory()[line].waiters;
    if (list == 0 && line != 0) return;
    auto& spinners = lists_[list].spinners;
    const std::size_t count = spinners.size();
    if (count == 0) return;
    // Without a rotation the next in line would always be served first.
    std::size_t at = fresh && count > 1 ? coherence_.random().below(count) : 0;
    unsigned woken = 0;
    unsigned last_woken = 0;
    for (std::size_t i = 0; i < count; ++i, at = at + 1 == count ? 0 : at + 1) {
        Waiter& waiter = spinners[at];
        if (fresh && waiter.cpu != workers_) {
            waiter.fetched = coherence_.read(waiter.cpu, line, done).done;
        }
        if (waiter.condition.word() != word || !waiter.condition.ready(cpus_[waiter.cpu].value)) continue;
        resume_at(waiter.cpu, std::max(waiter.fetched, time()));
        waiter.condition = {};
        ++woken;
        last_woken = waiter.cpu;
    }
    if (woken == 0) return;
    // Who has waited long for its turn will need everything at once.
    if (woken == 1) prefetch(last_woken);
    std::erase_if(spinners, [](const Waiter& waiter) { return waiter.condition.word() == nullptr; });
    if (line != 0) drop_list(line);
}

// --- Waiting ---------------------------------------------------------------------------------------------

WaitList& SimEngine::list_for(std::uint32_t line) {
    if (line == 0) return lists_[0];
    Line& where = coherence_.memory()[line];
    if (where.waiters == 0) where.waiters = lists_.make();
    return lists_[where.waiters];
}

void SimEngine::drop_list(std::uint32_t line) {
    std::uint32_t& list = coherence_.memory()[line].waiters;
    if (list == 0 || !lists_[list].empty()) return;
    lists_.free(list);
    list = 0;
}

void SimEngine::work(Picoseconds time) {
    advance(self_->time + time);
}

std::uint64_t SimEngine::spin(const Condition& condition) {
    if (running_ == kNobody) throw std::logic_error("nobody else runs: this wait would never end");
    const std::uint32_t line = coherence_.memory().line_of(condition.word());
    Picoseconds fetched = self_->time;
    // The copy that was looked at may be gone already.
    if (line != 0 && pays(running_) && !coherence_.has_copy(running_, line)) {
        fetched = coherence_.read(running_, line, self_->time).done;
    }
    Cpu& me = *self_;
    if (condition.ready(me.value)) {
        const std::uint64_t value = me.value;
        advance(fetched);
        return value;
    }
    list_for(line).spinners.push_back({condition, fetched, running_});
    queue_.clear(running_);
    leave();
    return me.value;
}

void SimEngine::sleep(const Condition& condition, Picoseconds deadline) {
    if (running_ == kNobody) throw std::logic_error("nobody else runs: this wait would never end");
    const std::uint32_t line = coherence_.memory().line_of(condition.word());
    const unsigned cpu = running_;
    Cpu& me = *self_;
    list_for(line).sleepers.push_back({condition, 0, cpu});
    me.asleep = true;
    if (deadline < kLatest - kWake) {
        me.time = deadline + (cpu == workers_ ? 0 : kWake);
        queue_.set(cpu, me.time);
    } else {
        queue_.clear(cpu);
        me.time = kNever;
    }
    leave();
    if (!std::exchange(me.asleep, false)) return;
    std::erase_if(list_for(line).sleepers, [cpu](const Waiter& waiter) { return waiter.cpu == cpu; });
    if (line != 0) drop_list(line);
}

void SimEngine::wake(const void* word) {
    const std::uint32_t line = coherence_.memory().line_of(word);
    const std::uint32_t list = line == 0 ? 0 : coherence_.memory()[line].waiters;
    if (list == 0 && line != 0) return;
    auto& sleepers = lists_[list].sleepers;
    if (sleepers.empty()) return;
    std::erase_if(sleepers, [&](const Waiter& waiter) {
        Cpu& sleeper = cpus_[waiter.cpu];
        if (waiter.condition.word() != word || !waiter.condition.ready(sleeper.value)) return false;
        sleeper.asleep = false;
        resume_at(waiter.cpu, std::min(sleeper.time, time() + (waiter.cpu == workers_ ? 0 : kWake)));
        return true;
    });
    if (line != 0) drop_list(line);
}

void SimEngine::synchronize() {
    if (running_ == kNobody) {
        if (grace_.begin(workers_)) throw std::logic_error("nobody runs: this grace period would never end");
        return;
    }
    if (!grace_.begin(running_)) return;
    queue_.clear(running_);
    leave();
}

void SimEngine::boundary(unsigned cpu, bool stays_online) {
    grace_.boundary(cpu, stays_online, [this](unsigned waiter) { resume_at(waiter, time()); });
}

}  // namespace spinscope
