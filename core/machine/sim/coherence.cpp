// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/sim/coherence.h"

#include <algorithm>
#include <cmath>

namespace spinscope {
namespace {

/// Mean of the time a line stays writable after the next request, ns: the way of that request where a cache
/// answers it, one slot of the bus where there is no such cache.
double mean_hold_ns(const CoherenceParameters& p) {
    const auto near = static_cast<std::size_t>(Distance::Cluster);
    if (p.bus) return p.bus->address_slot;
    return std::max(0.0, (p.modified[near] - p.shared[near]) / 2);
}

}  // namespace

Coherence::Times Coherence::times(const PerDistance<double>& ns) {
    Times result{};
    for (std::size_t i = 0; i < kDistances; ++i) result[i] = picoseconds(ns[i]);
    return result;
}

Coherence::Coherence(const MachineProfile& profile, const CpuMap& map, std::uint64_t seed)
    : modified_(times(profile.coherence.modified)),
      shared_(times(profile.coherence.shared)),
      owned_(times(profile.coherence.owned)),
      invalidate_(times(profile.coherence.invalidate)),
      occupancy_(times(profile.coherence.occupancy)),
      per_sharer_(picoseconds(profile.coherence.per_sharer)),
      load_(picoseconds(profile.coherence.load)),
      store_(picoseconds(profile.coherence.store)),
      update_(picoseconds(profile.coherence.update)),
      memory_local_(picoseconds(profile.coherence.memory_local)),
      memory_remote_(picoseconds(profile.coherence.memory_remote)),
      overlap_(std::max(1.0, profile.coherence.overlap)),
      serialise_(profile.coherence.bus && profile.coherence.bus->serialise),
      longest_hold_(picoseconds(2 * mean_hold_ns(profile.coherence))),
      sharers_(map),
      ledger_(memory_, static_cast<unsigned>(map.places.size())),
      random_(seed) {
    if (profile.coherence.bus) buses_.emplace(*profile.coherence.bus, map.sockets);
    for (const CpuPlace& place : map.places) cpus_.push_back({.place = place});
}

bool Coherence::holds(const Cpu& cpu, std::uint32_t line, Picoseconds at) {
    bool held = false;
    for (std::size_t i = 0; i < kHolds; ++i) held |= cpu.held[i] == line && at < cpu.held_until[i];
    return held;
}

void Coherence::hold(Cpu& cpu, std::uint32_t line, Picoseconds done) {
    cpu.held[cpu.next_hold] = line;
    cpu.held_until[cpu.next_hold] = done + random_.below(longest_hold_ + 1);
    cpu.next_hold = (cpu.next_hold + 1) % kHolds;
}

Coherence::Others Coherence::others(const Cpu& cpu, const Line& line) const {
    if (line.state == LineState::Pair) {
        const CpuPlace& owner = cpus_[line.last_owner].place;
        const CpuPlace& reader = cpus_[line.reader].place;
        const Distance a = distance(cpu.place, owner);
        const Distance b = distance(cpu.place, reader);
        const bool mine = a == Distance::Sibling || b == Distance::Sibling;
        const unsigned cores = owner.core == reader.core ? 1 : 2;  // siblings have the same caches
        return {mine, cores - (mine ? 1 : 0), std::min(a, b), std::max(a, b)};
    }
    const bool mine = sharers_.has(line.sharers, cpu.place);
    return {mine, sharers_.count(line.sharers) - (mine ? 1 : 0), sharers_.nearest(line.sharers, cpu.place),
            sharers_.farthest(line.sharers, cpu.place)};
}

/// Most lines are shared by two: the set is made for the third.
void Coherence::add_sharer(Line& line, unsigned cpu) {
    if (line.state == LineState::Pair) {
        line.sharers = sharers_.make();
        sharers_.add(line.sharers, cpus_[line.last_owner].place);
        sharers_.add(line.sharers, cpus_[line.reader].place);
        line.state = LineState::Shared;
    }
    sharers_.add(line.sharers, cpus_[cpu].place);
}

/// When a request that leaves the core is done.
Picoseconds Coherence::request(const Cpu& cpu, Picoseconds start, Picoseconds latency, Distance d,
                               bool data) {
    ++transactions_;
    // CPUs of one die share its cache and do not need the bus.
    if (!buses_ || d <= Distance::Cluster) return start + latency;
    return buses_->done(cpu.place.socket, start, latency, d == Distance::Remote, data);
}

Picoseconds Coherence::from_memory(const Cpu& cpu, unsigned node, Picoseconds start) {
    const Picoseconds latency = cpu.place.node == node ? memory_local_ : memory_remote_;
    return request(cpu, start, latency, Distance::Socket, true);
}

Coherence::Access Coherence::read(unsigned cpu, std::uint32_t number, Picoseconds at) {
    Line& line = memory_[number];
    const Cpu& me = cpus_[cpu];
    switch (line.state) {
        case LineState::Exclusive: {
            if (line.last_owner == cpu || holds(me, number, at)) return {at + load_, true};
            const Cpu& owner = cpus_[line.last_owner];
            const Distance d = distance(me.place, owner.place);
            const Picoseconds start = std::max(at, line.busy);
            const Picoseconds done = request(me, start, of(modified_, d), d, true);
            line.busy = done;
            line.fills = done;
            line.state = LineState::Pair;
            line.reader = static_cast<std::uint16_t>(cpu);
            ledger_.pulled(line.label, cpu, line.last_owner, d);
            return {done, false};
        }
        case LineState::Pair:
        case LineState::Shared: {
            const Others who = others(me, line);
            if (who.mine || holds(me, number, at)) return {at + load_, true};
            const Distance d = who.nearest;
            const Picoseconds start = std::max(at, line.busy);
            const Picoseconds done = request(me, start, of(shared_, d), d, true);
            line.busy = serialise_ ? done : start + of(occupancy_, d);
            line.fills = std::max(line.fills, done);
            add_sharer(line, cpu);
            ledger_.pulled(line.label, cpu, line.last_owner, d);
            return {done, false};
        }
        case LineState::Cold:
            break;
    }
    return own(cpu, number, at);
}

Coherence::Access Coherence::own(unsigned cpu, std::uint32_t number, Picoseconds at) {
    Line& line = memory_[number];
    Cpu& me = cpus_[cpu];
    Picoseconds done = 0;
    switch (line.state) {
        case LineState::Exclusive: {
            if (line.last_owner == cpu || holds(me, number, at)) return {at, true};
            const Distance d = distance(me.place, cpus_[line.last_owner].place);
            done = request(me, std::max(at, line.busy), of(owned_, d), d, true);
            ledger_.pulled(line.label, cpu, line.last_owner, d);
            break;
        }
        case LineState::Pair:
        case LineState::Shared: {
            if (holds(me, number, at)) return {at, true};
            const Others who = others(me, line);
            if (who.count == 0) return {at, true};
            Picoseconds latency = of(invalidate_, who.farthest) + per_sharer_ * (who.count - 1);
            if (!who.mine) latency = std::max(latency, of(shared_, who.nearest));
            Picoseconds start = std::max(at, line.busy);
            // Without a common cache the request waits for the reads that are on their way.
            if (buses_) start = std::max(start, line.fills);
            done = request(me, start, latency, who.farthest, !who.mine);
            ledger_.pulled(line.label, cpu, line.last_owner, who.mine ? who.farthest : who.nearest);
            if (line.sharers != 0) sharers_.free(line.sharers);
            line.sharers = 0;
            break;
        }
        case LineState::Cold:
            done = from_memory(me, memory_.node_of(number), std::max(at, line.busy));
            ledger_.pulled_cold(line.label);
            break;
    }
    line.state = LineState::Exclusive;
    line.last_owner = static_cast<std::uint16_t>(cpu);
    line.busy = done;
    hold(me, number, done);
    return {done, false};
}

bool Coherence::owns(unsigned cpu, std::uint32_t number, Picoseconds at) const {
    const Line& line = memory_[number];
    const Cpu& me = cpus_[cpu];
    if (line.state == LineState::Exclusive && line.last_owner == cpu) return true;
    if (line.state == LineState::Pair || line.state == LineState::Shared) {
        if (others(me, line).count == 0) return true;
    }
    return holds(me, number, at);
}

bool Coherence::has_copy(unsigned cpu, std::uint32_t number) const {
    const Line& line = memory_[number];
    switch (line.state) {
        case LineState::Exclusive:
            return cpus_[line.last_owner].place.core == cpus_[cpu].place.core;
        case LineState::Pair:
        case LineState::Shared:
            return others(cpus_[cpu], line).mine;
        case LineState::Cold:
            break;
    }
    return false;
}

Picoseconds Coherence::touch(unsigned cpu, Payload& payload, bool write, Picoseconds at) {
    const auto mine = static_cast<std::uint16_t>(cpu + 1);
    const Cpu& me = cpus_[cpu];
    Picoseconds each = 0;
    const auto count = [&](unsigned from, Distance d) {
        transactions_ += payload.lines;
        for (unsigned i = 0; i < payload.lines; ++i) ledger_.pulled(Ledger::kPayload, cpu, from, d);
    };
    if (payload.owner == 0) {
        each = memory_local_;
        transactions_ += payload.lines;
        for (unsigned i = 0; i < payload.lines; ++i) ledger_.pulled_cold(Ledger::kPayload);
    } else if (payload.owner != mine) {
        const unsigned owner = payload.owner - 1u;
        const Distance d = distance(me.place, cpus_[owner].place);
        if (write || payload.reader == 0) {
            each = of(write ? owned_ : modified_, d);
            count(owner, d);
        } else if (payload.reader != mine) {
            each = of(shared_, d);
            count(owner, d);
        }
    } else if (write && payload.reader != 0) {
        const unsigned reader = payload.reader - 1u;
        const Distance d = distance(me.place, cpus_[reader].place);
        each = of(invalidate_, d);
        count(reader, d);
    }
    if (write || payload.owner == 0) {
        payload.owner = mine;
        payload.reader = 0;
    } else if (payload.owner != mine) {
        payload.reader = mine;
    }
    const Picoseconds hit = write ? store_ : load_;
    if (each == 0) return at + payload.lines * hit;
    return at + static_cast<Picoseconds>(std::llround(static_cast<double>(each * payload.lines) / overlap_));
}

/// Nobody gets the line before: what has been written to it still waits in a store buffer.
void Coherence::delay(std::uint32_t line, Picoseconds until) {
    memory_[line].busy = std::max(memory_[line].busy, until);
}

void Coherence::release(std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = first; i < first + count; ++i) {
        if (memory_[i].sharers != 0) sharers_.free(memory_[i].sharers);
    }
}

}  // namespace spinscope
