// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "core/metrics/snapshot.h"
#include "core/probe/histogram.h"
#include "core/probe/site.h"

namespace spinscope {

/// Wait quantiles of a stretch of time. Counts, and so quantiles, are merged bucket by bucket and lose
/// nothing; `calls` = 0 means that nothing was measured.
struct WaitSummary {
    std::uint64_t calls = 0;
    std::uint64_t p50 = 0;
    std::uint64_t p99 = 0;
    std::uint64_t max = 0;
};

/// What one worker did over a stretch of time. Fractions, `rate` and `sent` are means over the time covered;
/// `rate_min` and `rate_max` are extremes over the snapshots in it; `wait_p99` and `wait_max` are the largest
/// of the snapshots' values (a worker's histogram is not kept), NaN where it ended no call.
struct WorkerSlice {
    float wait_root = 0;
    float wait_gate = 0;
    float hold = 0;
    float transmit = 0;
    float own = 0;
    float not_running = 0;
    float rate = 0;  ///< completed packets/s
    float rate_min = 0;
    float rate_max = 0;
    float sent = 0;  ///< packets/s it sent as owner
    float wait_p99 = 0;
    float wait_max = 0;
};

/// The answer to one question to the history; reuse it to save allocations.
struct HistorySlice {
    double covered_s = 0;  ///< how much of the asked time is known; 0 = a gap, the rest means nothing
    double sent_pps = 0;
    double sent_min_pps = 0;  ///< slowest and fastest snapshot
    double sent_max_pps = 0;
    double offered_pps = 0;
    std::optional<double> delivered_pps;
    bool throttled = false;
    bool lost_events = false;
    WaitSummary call_wait;
    PerSite<WaitSummary> site_wait;
    std::vector<WorkerSlice> workers;
};

/// What a question is about: the rest is left out, to save the time.
struct HistoryParts {
    bool workers = true;
    bool call_wait = false;
    std::optional<Site> site_wait = {};
};

/// A stretch of time whose numbers are not to be trusted.
struct Doubt {
    double begin_s = 0;
    double end_s = 0;
    bool throttled = false;  ///< the CPU quota ran out
    bool lost = false;       ///< events were lost
};

/// Everything the live views draw, bounded: the newest snapshots one by one, older time in ever wider bins,
/// 8 h in all. Time is the session's run time in seconds. A plain value for one thread.
class History {
 public:
    struct Level {
        double width_s;        ///< of a bin; 0 = one bin per snapshot
        std::size_t capacity;  ///< bins
    };
    /// About 60 s of snapshots, 10 min in bins of 0.25 s, 1 h of 2 s, 8 h of 16 s.
    static std::vector<Level> default_levels();

    explicit History(std::vector<Level> levels = default_levels());

    /// Takes one snapshot in; one of another run (or one that goes back in time) clears what was there.
    void add(const Snapshot& snapshot);
    void clear();

    bool empty() const { return end_s_ <= begin_s_; }
    double begin_s() const { return begin_s_; }  ///< of the oldest data kept
    double end_s() const { return end_s_; }
    std::size_t workers() const { return workers_; }
    /// What happened in [from_s, to_s); bins that reach over an end count by the share inside.
    void query(double from_s, double to_s, const HistoryParts& parts, HistorySlice& out) const;
    /// Oldest first; at most kMostDoubts, the oldest are forgotten.
    const std::deque<Doubt>& doubts() const { return doubts_; }
    static constexpr std::size_t kMostDoubts = 4096;
    /// Memory held, bytes.
    std::size_t bytes() const;

 private:
    /// Non-zero buckets of a histogram; zeros, which most calls are, stand apart.
    struct Compact {
        std::uint64_t zeros = 0;
        std::uint64_t max = 0;
        std::size_t first = 0;
        std::vector<std::uint32_t> counts;
        void assign(const Histogram& histogram);
        void merge_into(Histogram& histogram) const;
    };
    static constexpr std::size_t kWaits = 1 + kSites;  ///< whole call, then each site
    struct Bin {
        double begin_s = 0;
        double end_s = 0;
        double covered_s = 0;
        double sent = 0;
        double offered = 0;
        double delivered = 0;
        double delivered_s = 0;  ///< how much of the time the sink was ours
        double sent_min_pps = 0;
        double sent_max_pps = 0;
        bool throttled = false;
        bool lost_events = false;
        std::array<Compact, kWaits> waits;
    };
    struct WorkerRecord {
        std::array<std::uint16_t, 6> shares;
        float rate, rate_min, rate_max, sent, wait_p99, wait_max;
    };
    struct Ring {
        Level level{};
        std::vector<Bin> bins;
        std::vector<WorkerRecord> records;
        std::size_t oldest = 0;  ///< slot of the oldest bin once full
        std::size_t slot(std::size_t age_order) const { return (oldest + age_order) % bins.size(); }
        const Bin& at(std::size_t age_order) const { return bins[slot(age_order)]; }
        double oldest_s() const { return at(0).begin_s; }
        double newest_s() const { return at(bins.size() - 1).end_s; }
    };
    /// A bin while it grows: full precision.
    struct Open {
        Bin bin;
        std::array<Histogram, kWaits> waits;
        std::vector<WorkerSlice> workers;  ///< shares and rate as sums over seconds
        double index = 0;                  ///< which multiple of the level's width
        void clear();
    };

    struct Question {
        const HistoryParts& parts;
        HistorySlice& out;
        double delivered = 0;
        double delivered_s = 0;
    };

    void note_doubt(const Snapshot& snapshot);
    /// Into the slot after the newest, or `again` into the newest itself.
    static void append(Ring& ring, const Open& open, bool again = false);
    /// At the level that has a bin for each snapshot; a sliver joins the newest.
    void add_single(const Snapshot& snapshot, std::size_t level, bool sliver);
    static void gather(const Snapshot& snapshot, Open& into, bool sliver);
    void collect(std::size_t level, double from_s, double to_s, Question& question) const;
    void collect_from(const Ring& ring, double from_s, double to_s, Question& question) const;
    void take(const Ring& ring, std::size_t slot, double share, Question& question) const;

    std::vector<Ring> rings_;
    std::vector<Open> open_;
    std::deque<Doubt> doubts_;
    const RunInfo* run_ = nullptr;
    std::size_t workers_ = 0;
    double begin_s_ = 0;
    double end_s_ = 0;
    double last_interval_s_ = 0;
    mutable Histogram merged_call_;
    mutable Histogram merged_site_;
};

}  // namespace spinscope
