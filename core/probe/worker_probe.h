// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/experiment.h"
#include "core/probe/counters.h"
#include "core/probe/event.h"
#include "core/probe/spsc_ring.h"

namespace spinscope {

/// The probe points of one worker, called by that worker only. Every contended wait is timed (no stall is
/// missed); of everything else one call in 64, jittered, because a fixed stride beats with quotas and batches
/// of 64 and 32. The points are the kernel's: acquire, contended, acquired, release.
///
/// Each method takes the machine's context for its clock (ns) only, and touches no shared line. What only a
/// sampled or waiting call does is out of line, so that the points of the others are a few instructions.
class WorkerProbe {
 public:
    static constexpr unsigned kStride = 64;

    WorkerProbe(WorkerCounters& counters, SpscRing<Event>& ring, ProbeMode mode, std::uint64_t seed)
        : counters_(counters), ring_(ring), mode_(mode), random_(seed | 1) {
        if (mode == ProbeMode::Off) countdown_ = ~std::uint64_t{0};
        if (mode == ProbeMode::Full) countdown_ = 1;
    }

    WorkerCounters& counters() { return counters_; }
    ProbeMode mode() const { return mode_; }
    /// Cost of one clock reading, taken off every timed span.
    void set_stamp_cost(std::uint64_t ns) { stamp_cost_ns_ = ns; }

    /// A transmit call, or a scheduled run of a queue, begins: decides whether it is sampled.
    template <class Ctx>
    void begin(Ctx& ctx) {
        call_wait_ = 0;
        if (--countdown_ == 0) begin_sample(ctx);
    }
    /// A transmit call ends.
    template <class Ctx>
    void end_call(Ctx& ctx) {
        if (call_wait_ != 0) counters_.call_wait.add(call_wait_);
        counters_.calls.add(1);
        if (!sampled_) return;
        push(EventKind::Call, Site::Root, call_begin_, ctx.now());
        sampled_ = false;
    }
    /// A scheduled run ends; it is no transmit call and counts in no whole-call wait.
    void end_run() { sampled_ = false; }

    /// A lock is about to be taken. Acquisitions of one worker do not nest (held locks may).
    void acquire(Site site) { site_ = site; }
    /// The first look or try failed. May be called again in the same wait.
    template <class Ctx>
    void contended(Ctx& ctx) {
        if (waiting_) return;
        waiting_ = true;
        if (mode_ == ProbeMode::Off) return;
        wait_begin_ = ctx.now();
        counters_.wait_site.set(static_cast<std::uint64_t>(site_));
        counters_.wait_since.set(wait_begin_);
    }
    template <class Ctx>
    [[gnu::always_inline]] void acquired(Ctx& ctx) {
        if (waiting_ || sampled_) acquired_in_focus(ctx);
        // Last: a reader takes it first, and then never sees fewer than waited.
        counters_.locks[site_].acquisitions.add(1);
    }
    /// The lock came and was given back at once because somebody had priority: a handoff, no acquisition.
    void bounced() { counters_.locks[site_].handoffs.add(1); }

    /// Just before the lock is given back.
    template <class Ctx>
    void release(Ctx& ctx) {
        if (sampled_) hold_end_ = ctx.now();
    }
    /// Just after: recorded here, so that nobody waits for the recording. A hold of the root lock counts
    /// where it was taken: Root or Relock.
    void released(Site site) {
        if (!sampled_) return;
        if (site == Site::Root) site = root_taken_as_;
        push(EventKind::Hold, site, hold_begin_[site], hold_end_);
    }

    template <class Ctx>
    void own_begin(Ctx& ctx) {
        counters_.own.set(1);
        if (sampled_) own_begin_ = ctx.now();
    }
    template <class Ctx>
    void own_end(Ctx& ctx) {
        counters_.own.set(0);
        if (sampled_) push(EventKind::Own, Site::Root, own_begin_, ctx.now());
    }

    template <class Ctx>
    void transmit_begin(Ctx& ctx) {
        if (sampled_) transmit_begin_ = ctx.now();
    }
    template <class Ctx>
    void transmit_end(Ctx& ctx) {
        if (sampled_) push(EventKind::Transmit, Site::Tx, transmit_begin_, ctx.now());
    }

    /// The time to put on a packet that is enqueued now, 0 for a packet that is not sampled.
    template <class Ctx>
    std::uint64_t stamp(Ctx& ctx) {
        return sampled_ ? ctx.now() : 0;
    }
    /// A stamped packet goes to the device; by the owner, whoever stamped it.
    template <class Ctx>
    void sojourn(Ctx& ctx, std::uint64_t stamp) {
        push(EventKind::Sojourn, Site::Root, stamp, ctx.now());
    }

 private:
    template <class Ctx>
    [[gnu::noinline]] void begin_sample(Ctx& ctx) {
        sampled_ = true;
        if (mode_ == ProbeMode::Full) {
            countdown_ = 1;
        } else {
            countdown_ = kStride / 2 + next_random() % (kStride + 1);
        }
        call_begin_ = ctx.now();
    }
    template <class Ctx>
    [[gnu::noinline]] void acquired_in_focus(Ctx& ctx) {
        if (site_ == Site::Root || site_ == Site::Relock) root_taken_as_ = site_;
        if (waiting_) {
            end_wait(ctx);
        } else {
            hold_begin_[site_] = ctx.now();
        }
    }
    template <class Ctx>
    void end_wait(Ctx& ctx) {
        auto& lock = counters_.locks[site_];
        lock.contended.add(1);
        lock.handoffs.add(1);
        waiting_ = false;
        if (mode_ == ProbeMode::Off) return;
        const std::uint64_t now = ctx.now();
        const std::uint64_t waited = span(wait_begin_, now);
        counters_.wait_since.set(0);
        counters_.wait[site_].add(waited);
        if (waited > 1'000'000) counters_.long_waits.add(1);
        call_wait_ += waited;
        hold_begin_[site_] = now;
        if (sampled_) push(EventKind::Wait, site_, wait_begin_, now);
    }
    /// ns between two stamps; the clock may differ between CPUs, and a negative span is counted, never shown.
    std::uint64_t span(std::uint64_t begin, std::uint64_t end) {
        if (end < begin) {
            counters_.anomalies.add(1);
            return 0;
        }
        return end - begin > stamp_cost_ns_ ? end - begin - stamp_cost_ns_ : 0;
    }
    [[gnu::noinline]] void push(EventKind kind, Site site, std::uint64_t begin, std::uint64_t end) {
        counters_.events.add(1);
        ring_.push({begin, span(begin, end), mode_ == ProbeMode::Full ? 1 : kStride, kind, site});
    }
    std::uint64_t next_random() {
        random_ ^= random_ << 13;
        random_ ^= random_ >> 7;
        random_ ^= random_ << 17;
        return random_;
    }

    WorkerCounters& counters_;
    SpscRing<Event>& ring_;
    const ProbeMode mode_;
    bool sampled_ = false;
    bool waiting_ = false;
    Site site_ = Site::Root;
    Site root_taken_as_ = Site::Root;
    std::uint64_t countdown_ = kStride;  ///< calls until the next sample; beyond any run with the probe off
    std::uint64_t random_;
    std::uint64_t stamp_cost_ns_ = 0;
    std::uint64_t call_begin_ = 0;
    std::uint64_t call_wait_ = 0;
    std::uint64_t wait_begin_ = 0;
    std::uint64_t hold_end_ = 0;
    std::uint64_t own_begin_ = 0;
    std::uint64_t transmit_begin_ = 0;
    PerSite<std::uint64_t> hold_begin_{};
};

}  // namespace spinscope
