// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/random.h"
#include "core/machine/sim/cpu_map.h"
#include "core/machine/sim/front_side_bus.h"
#include "core/machine/sim/ledger.h"
#include "core/machine/sim/line_memory.h"
#include "core/machine/sim/sharer_sets.h"

namespace spinscope {

/// What accesses cost: the state and place of every line, and the times of a profile. A request takes effect
/// when it is made, in the order of the calls; a line serves one after the other. Knows nothing of values,
/// fibers or who waits for what.
///
/// A line that has come to a CPU for itself alone stays writable there for a moment after another one has
/// asked for it (the request is still on its way): uniform in [0, 2 x mean], drawn each time, because any
/// fixed time makes a spinning crowd fall into step with the holder.
class Coherence {
 public:
    Coherence(const MachineProfile& profile, const CpuMap& map, std::uint64_t seed);

    struct Access {
        Picoseconds done;
        bool hit;  ///< no other CPU, bus or memory had to do with it
    };
    /// `line` for reading by `cpu`.
    Access read(unsigned cpu, std::uint32_t line, Picoseconds at);
    /// `line` for `cpu` alone. A hit is free here: what it costs depends on the instruction.
    Access own(unsigned cpu, std::uint32_t line, Picoseconds at);
    /// True if own() would be a hit.
    bool owns(unsigned cpu, std::uint32_t line, Picoseconds at) const;
    /// True if the CPU's copy is good until somebody writes.
    bool has_copy(unsigned cpu, std::uint32_t line) const;

    /// A payload: lines that move together without queueing. It lies near whoever touched
    /// it first. Numbers are worker + 1, 0 = nobody.
    struct Payload {
        std::uint16_t owner = 0;
        std::uint16_t reader = 0;  ///< the last one since it was written
        std::uint16_t lines = 0;
    };
    Picoseconds touch(unsigned cpu, Payload& payload, bool write, Picoseconds at);

    void delay(std::uint32_t line, Picoseconds until);
    void release(std::uint32_t first, std::uint32_t count);

    LineMemory& memory() { return memory_; }
    Ledger& ledger() { return ledger_; }
    /// The real machine is about to need what is known of that CPU.
    void prefetch(unsigned cpu) const { __builtin_prefetch(&cpus_[cpu]); }
    std::uint64_t transactions() const { return transactions_; }
    Picoseconds load_hit() const { return load_; }
    Picoseconds store_hit() const { return store_; }
    Picoseconds update_hit() const { return update_; }
    SeededRandom& random() { return random_; }

 private:
    using Times = PerDistance<Picoseconds>;
    static constexpr std::size_t kHolds = 4;
    /// One cache line of the real machine.
    struct alignas(64) Cpu {
        CpuPlace place;
        // The lines that it has lately got for itself alone, and until when they stay writable.
        std::array<std::uint32_t, kHolds> held{};
        std::array<Picoseconds, kHolds> held_until{};
        std::uint32_t next_hold = 0;
    };
    static_assert(sizeof(Cpu) == 64);

    static Times times(const PerDistance<double>& ns);
    static Picoseconds of(const Times& times, Distance d) { return times[static_cast<std::size_t>(d)]; }
    /// Who has a line, beside the asking CPU, while it is a Pair or Shared.
    struct Others {
        bool mine;         ///< the asking core has it too
        unsigned count;    ///< of the others
        Distance nearest;  ///< where it is not mine
        Distance farthest;
    };
    Others others(const Cpu& cpu, const Line& line) const;
    void add_sharer(Line& line, unsigned cpu);
    static bool holds(const Cpu& cpu, std::uint32_t line, Picoseconds at);
    void hold(Cpu& cpu, std::uint32_t line, Picoseconds done);
    Picoseconds request(const Cpu& cpu, Picoseconds start, Picoseconds latency, Distance d, bool data);
    Picoseconds from_memory(const Cpu& cpu, unsigned node, Picoseconds start);

    const Times modified_;
    const Times shared_;
    const Times owned_;
    const Times invalidate_;
    const Times occupancy_;
    const Picoseconds per_sharer_;
    const Picoseconds load_;
    const Picoseconds store_;
    const Picoseconds update_;
    const Picoseconds memory_local_;
    const Picoseconds memory_remote_;
    const double overlap_;
    const bool serialise_;
    const Picoseconds longest_hold_;
    std::optional<FrontSideBuses> buses_;

    std::vector<Cpu> cpus_;
    LineMemory memory_;
    SharerSets sharers_;
    Ledger ledger_;
    SeededRandom random_;
    std::uint64_t transactions_ = 0;
};

}  // namespace spinscope
