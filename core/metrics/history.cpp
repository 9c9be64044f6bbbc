// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/history.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spinscope {
namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
constexpr float kShareUnit = 65535.0f;

std::uint16_t pack(double share) {
    return static_cast<std::uint16_t>(std::lround(std::clamp(share, 0.0, 1.0) * double{kShareUnit}));
}

/// The larger of two waits, where not-a-number means that none was measured.
float larger(float a, float b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : std::max(a, b);
}

/// Adds `weight` seconds of one slice to a sum over seconds.
void add_weighted(WorkerSlice& sum, const WorkerSlice& part, float weight, bool first) {
    sum.wait_root += part.wait_root * weight;
    sum.wait_gate += part.wait_gate * weight;
    sum.hold += part.hold * weight;
    sum.transmit += part.transmit * weight;
    sum.own += part.own * weight;
    sum.not_running += part.not_running * weight;
    sum.rate += part.rate * weight;
    sum.sent += part.sent * weight;
    sum.rate_min = first ? part.rate_min : std::min(sum.rate_min, part.rate_min);
    sum.rate_max = first ? part.rate_max : std::max(sum.rate_max, part.rate_max);
    sum.wait_p99 = first ? part.wait_p99 : larger(sum.wait_p99, part.wait_p99);
    sum.wait_max = first ? part.wait_max : larger(sum.wait_max, part.wait_max);
}

WaitSummary summarise(const Histogram& histogram) {
    return {histogram.count(), histogram.quantile(0.5), histogram.quantile(0.99), histogram.max()};
}

}  // namespace

void History::Compact::assign(const Histogram& histogram) {
    zeros = histogram.bucket(0);
    max = histogram.max();
    first = 1;
    std::size_t end = Buckets::kCount;
    while (first < end && histogram.bucket(first) == 0) ++first;
    while (end > first && histogram.bucket(end - 1) == 0) --end;
    counts.resize(end - first);
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    for (std::size_t i = first; i < end; ++i) {
        counts[i - first] = static_cast<std::uint32_t>(std::min(histogram.bucket(i), most));
    }
}

void History::Compact::merge_into(Histogram& histogram) const {
    if (zeros != 0) histogram.add(0, zeros);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] != 0) histogram.add(Buckets::lower(first + i), counts[i]);
    }
    if (zeros != 0 || !counts.empty()) histogram.add(max, 0);  // a bucket's lower end is not the maximum
}

std::vector<History::Level> History::default_levels() {
    return {{0, 2048}, {0.25, 2400}, {2, 1800}, {16, 1800}};
}

History::History(std::vector<Level> levels) : rings_(levels.size()), open_(levels.size()) {
    for (std::size_t i = 0; i < levels.size(); ++i) rings_[i].level = levels[i];
}

void History::clear() {
    for (Ring& ring : rings_) ring = Ring{ring.level, {}, {}, 0};
    for (Open& open : open_) open.clear();
    doubts_.clear();
    run_ = nullptr;
    workers_ = 0;
    begin_s_ = end_s_ = last_interval_s_ = 0;
}

void History::Open::clear() {
    bin = Bin{};
    for (Histogram& wait : waits) wait.clear();
    workers.clear();
}

void History::add(const Snapshot& snapshot) {
    if (snapshot.run.get() != run_ || snapshot.at_s < end_s_ || snapshot.workers.size() != workers_) {
        clear();
        run_ = snapshot.run.get();
        workers_ = snapshot.workers.size();
        begin_s_ = end_s_ = snapshot.at_s - snapshot.interval_s;
    }
    // A session says "stopped" with the last interval once more.
    if (snapshot.interval_s <= 0 || snapshot.at_s <= end_s_) return;
    note_doubt(snapshot);
    const double begin = snapshot.at_s - snapshot.interval_s;
    // A run ends with an interval as short as may be: its rate says nothing, so its counts join the ones
    // before it. Two short ones in a row are no slivers but another pace.
    const bool sliver = snapshot.interval_s < last_interval_s_ / 2 && begin <= end_s_ + 1e-9;
    last_interval_s_ = snapshot.interval_s;
    for (std::size_t i = 0; i < rings_.size(); ++i) {
        Open& open = open_[i];
        const double width = rings_[i].level.width_s;
        if (width <= 0) {
            add_single(snapshot, i, sliver);
            continue;
        }
        // A snapshot belongs to the bin its middle is in, so bins keep whole snapshots and exact counts.
        const double index = std::floor((begin + snapshot.interval_s / 2) / width);
        if (open.bin.covered_s > 0 && index != open.index) {
            append(rings_[i], open);
            open.clear();
        }
        if (open.bin.covered_s == 0) {
            open.bin.begin_s = begin;
            open.index = index;
        }
        gather(snapshot, open, sliver);
    }
    end_s_ = snapshot.at_s;
    for (const Ring& ring : rings_) {
        if (!ring.bins.empty()) begin_s_ = ring.oldest_s();
    }
}

void History::add_single(const Snapshot& snapshot, std::size_t level, bool sliver) {
    Open& open = open_[level];
    const bool again = sliver && open.bin.covered_s > 0;
    if (!again) {
        open.clear();
        open.bin.begin_s = snapshot.at_s - snapshot.interval_s;
    }
    gather(snapshot, open, again);
    if (again) open.bin.sent_min_pps = open.bin.sent_max_pps = open.bin.sent / open.bin.covered_s;
    append(rings_[level], open, again);
}

void History::note_doubt(const Snapshot& snapshot) {
    if (!snapshot.interval_throttled && !snapshot.interval_lost_events) return;
    const Doubt doubt{snapshot.at_s - snapshot.interval_s, snapshot.at_s, snapshot.interval_throttled,
                      snapshot.interval_lost_events};
    if (!doubts_.empty()) {
        Doubt& last = doubts_.back();
        const bool same_kind = last.throttled == doubt.throttled && last.lost == doubt.lost;
        if (same_kind && doubt.begin_s <= last.end_s + 1e-9) {
            last.end_s = doubt.end_s;
            return;
        }
    }
    doubts_.push_back(doubt);
    if (doubts_.size() > kMostDoubts) doubts_.pop_front();
}

void History::gather(const Snapshot& snapshot, Open& into, bool sliver) {
    Bin& bin = into.bin;
    const double seconds = snapshot.interval_s;
    const bool first = bin.covered_s == 0;
    bin.end_s = snapshot.at_s;
    bin.covered_s += seconds;
    const auto sent = static_cast<double>(snapshot.interval.transmitted);
    bin.sent += sent;
    bin.offered += static_cast<double>(snapshot.interval.offered);
    if (snapshot.interval.delivered) {
        bin.delivered += static_cast<double>(*snapshot.interval.delivered);
        bin.delivered_s += seconds;
    }
    const double rate = sent / seconds;
    if (first || !sliver) {
        bin.sent_min_pps = first ? rate : std::min(bin.sent_min_pps, rate);
        bin.sent_max_pps = first ? rate : std::max(bin.sent_max_pps, rate);
    }
    bin.throttled = bin.throttled || snapshot.interval_throttled;
    bin.lost_events = bin.lost_events || snapshot.interval_lost_events;
    into.waits[0].merge(snapshot.interval_call_wait);
    for (std::size_t site = 0; site < kSites; ++site) {
        if (snapshot.interval_wait[kAllSites[site]].count() != 0) {
            into.waits[site + 1].merge(snapshot.interval_wait[kAllSites[site]]);
        }
    }
    into.workers.resize(snapshot.workers.size());
    for (std::size_t i = 0; i < snapshot.workers.size(); ++i) {
        const WorkerInterval& w = snapshot.workers[i].interval;
        const auto own_rate = static_cast<float>(static_cast<double>(w.completed) / seconds);
        const bool measured = w.calls > 0 || w.wait_max > 0;
        const WorkerSlice part{
            .wait_root = w.wait_root,
            .wait_gate = w.wait_gate,
            .hold = w.hold,
            .transmit = w.transmit,
            .own = w.own,
            .not_running = w.not_running,
            .rate = own_rate,
            .rate_min = sliver && !first ? into.workers[i].rate_min : own_rate,
            .rate_max = sliver && !first ? into.workers[i].rate_max : own_rate,
            .sent = static_cast<float>(static_cast<double>(w.transmitted) / seconds),
            .wait_p99 = measured ? static_cast<float>(w.calls > 0 ? w.wait_p99 : w.wait_max) : kNothing,
            .wait_max = measured ? static_cast<float>(w.wait_max) : kNothing};
        add_weighted(into.workers[i], part, static_cast<float>(seconds), first);
    }
}

void History::append(Ring& ring, const Open& open, bool again) {
    std::size_t slot = ring.bins.size();
    if (again) {
        slot = ring.slot(ring.bins.size() - 1);
    } else if (slot < ring.level.capacity) {
        ring.bins.emplace_back();
        ring.records.resize(ring.records.size() + open.workers.size());
    } else {
        slot = ring.oldest;
        ring.oldest = (ring.oldest + 1) % ring.level.capacity;
    }
    Bin& bin = ring.bins[slot];
    std::array<Compact, kWaits> waits = std::move(bin.waits);  // keeps their memory
    bin = open.bin;
    for (std::size_t i = 0; i < kWaits; ++i) waits[i].assign(open.waits[i]);
    bin.waits = std::move(waits);
    const double seconds = open.bin.covered_s;
    for (std::size_t i = 0; i < open.workers.size(); ++i) {
        const WorkerSlice& w = open.workers[i];
        ring.records[slot * open.workers.size() + i] = {
            {pack(double{w.wait_root} / seconds), pack(double{w.wait_gate} / seconds),
             pack(double{w.hold} / seconds), pack(double{w.transmit} / seconds),
             pack(double{w.own} / seconds), pack(double{w.not_running} / seconds)},
            static_cast<float>(double{w.rate} / seconds),
            w.rate_min,
            w.rate_max,
            static_cast<float>(double{w.sent} / seconds),
            w.wait_p99,
            w.wait_max};
    }
}

void History::query(double from_s, double to_s, const HistoryParts& parts, HistorySlice& out) const {
    out.covered_s = 0;
    out.sent_pps = out.sent_min_pps = out.sent_max_pps = out.offered_pps = 0;
    out.delivered_pps.reset();
    out.throttled = out.lost_events = false;
    out.call_wait = {};
    out.site_wait = {};
    if (parts.workers) out.workers.assign(workers_, WorkerSlice{});
    if (parts.call_wait) merged_call_.clear();
    if (parts.site_wait) merged_site_.clear();
    if (to_s <= from_s || to_s <= begin_s_ || from_s >= end_s_) return;

    // The coarsest level that still has two bins in the asked time: less to merge, nothing to see.
    std::size_t level = 0;
    while (level + 1 < rings_.size() && rings_[level + 1].level.width_s * 2 <= to_s - from_s) ++level;
    Question question{parts, out};
    collect(level, from_s, to_s, question);
    if (out.covered_s <= 0) return;
    if (question.delivered_s > 0) out.delivered_pps = question.delivered / question.delivered_s;
    out.sent_pps /= out.covered_s;
    out.offered_pps /= out.covered_s;
    if (parts.workers) {
        const auto scale = static_cast<float>(1 / out.covered_s);
        for (WorkerSlice& w : out.workers) {
            for (float* mean : {&w.wait_root, &w.wait_gate, &w.hold, &w.transmit, &w.own, &w.not_running,
                                &w.rate, &w.sent}) {
                *mean *= scale;
            }
        }
    }
    if (parts.call_wait) out.call_wait = summarise(merged_call_);
    if (parts.site_wait) out.site_wait[*parts.site_wait] = summarise(merged_site_);
}

void History::collect(std::size_t level, double from_s, double to_s, Question& question) const {
    // What is newer than the last closed bin of this level is only kept by finer ones, what is older than its
    // first only by coarser ones.
    double done = from_s;
    double open = from_s;
    if (const Ring& ring = rings_[level]; !ring.bins.empty()) {
        collect_from(ring, from_s, to_s, question);
        done = std::max(from_s, ring.newest_s());
        open = std::min(to_s, ring.oldest_s());
    }
    for (std::size_t finer = level; finer-- > 0 && done < to_s;) {
        const Ring& ring = rings_[finer];
        if (ring.bins.empty()) continue;
        collect_from(ring, done, to_s, question);
        done = std::max(done, ring.newest_s());
    }
    for (std::size_t coarser = level + 1; coarser < rings_.size() && from_s < open; ++coarser) {
        const Ring& ring = rings_[coarser];
        if (ring.bins.empty()) break;
        collect_from(ring, from_s, open, question);
        open = std::min(open, ring.oldest_s());
    }
}

void History::collect_from(const Ring& ring, double from_s, double to_s, Question& question) const {
    const double from = std::max(from_s, ring.oldest_s());
    const double to = std::min(to_s, ring.newest_s());
    if (to <= from) return;
    const std::size_t count = ring.bins.size();
    std::size_t low = 0;
    std::size_t high = count;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (ring.at(middle).end_s <= from) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < count; ++low) {
        const Bin& bin = ring.at(low);
        if (bin.begin_s >= to) break;
        const double overlap = std::min(to, bin.end_s) - std::max(from, bin.begin_s);
        const double length = bin.end_s - bin.begin_s;
        if (overlap > 0) take(ring, ring.slot(low), std::min(1.0, overlap / length), question);
    }
}

void History::take(const Ring& ring, std::size_t slot, double share, Question& question) const {
    HistorySlice& out = question.out;
    const Bin& bin = ring.bins[slot];
    const bool first = out.covered_s == 0;
    const double seconds = bin.covered_s * share;
    out.covered_s += seconds;
    out.sent_pps += bin.sent * share;
    out.offered_pps += bin.offered * share;
    out.sent_min_pps = first ? bin.sent_min_pps : std::min(out.sent_min_pps, bin.sent_min_pps);
    out.sent_max_pps = first ? bin.sent_max_pps : std::max(out.sent_max_pps, bin.sent_max_pps);
    question.delivered += bin.delivered * share;
    question.delivered_s += bin.delivered_s * share;
    out.throttled = out.throttled || bin.throttled;
    out.lost_events = out.lost_events || bin.lost_events;
    if (question.parts.call_wait) bin.waits[0].merge_into(merged_call_);
    if (question.parts.site_wait) {
        bin.waits[1 + static_cast<std::size_t>(*question.parts.site_wait)].merge_into(merged_site_);
    }
    if (!question.parts.workers) return;
    const auto weight = static_cast<float>(seconds);
    for (std::size_t i = 0; i < workers_; ++i) {
        const WorkerRecord& record = ring.records[slot * workers_ + i];
        const auto part = [&record](std::size_t at) {
            return static_cast<float>(record.shares[at]) / kShareUnit;
        };
        add_weighted(out.workers[i],
                     {.wait_root = part(0),
                      .wait_gate = part(1),
                      .hold = part(2),
                      .transmit = part(3),
                      .own = part(4),
                      .not_running = part(5),
                      .rate = record.rate,
                      .rate_min = record.rate_min,
                      .rate_max = record.rate_max,
                      .sent = record.sent,
                      .wait_p99 = record.wait_p99,
                      .wait_max = record.wait_max},
                     weight, first);
    }
}

std::size_t History::bytes() const {
    std::size_t sum = sizeof(*this) + open_.capacity() * sizeof(Open) + doubts_.size() * sizeof(Doubt);
    for (const Ring& ring : rings_) {
        sum += ring.bins.capacity() * sizeof(Bin) + ring.records.capacity() * sizeof(WorkerRecord);
        for (const Bin& bin : ring.bins) {
            for (const Compact& wait : bin.waits) sum += wait.counts.capacity() * sizeof(std::uint32_t);
        }
    }
    return sum;
}

}  // namespace spinscope
