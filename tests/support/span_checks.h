// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/probe/event.h"
#include "tests/support/team.h"

namespace spinscope {

/// One worker's spans of one kind, oldest first, as its full probe recorded them on one exact clock.
struct Span {
    std::uint64_t begin;
    std::uint64_t end;
    unsigned worker;
};
inline bool overlap(const Span& a, const Span& b) {
    return a.begin < b.end && b.begin < a.end;
}

/// All that the full probes of a finished run recorded, and the invariants that show in it.
class SpanChecks {
 public:
    template <class M>
    static SpanChecks of(Team<M>& team) {
        SpanChecks checks;
        for (unsigned i = 0; i <= team.workers(); ++i) {
            if (team.ring(i).lost() != 0) checks.lost_ = true;
            team.ring(i).drain([&](const Event& event) { checks.add(i, event); });
        }
        return checks;
    }

    /// Empty when all of I1-I4, I9 and I10 hold; the last one only where there is a root lock.
    std::string failure(bool root_lock = true) const {
        if (lost_) return "the rings are too small for this test";
        if (!exclusive(root_)) return "I1: two workers hold the root lock at once";
        if (!exclusive(tx_)) return "I2: two workers hold the tx lock at once";
        if (!exclusive(own_)) return "I3: two workers own the queue at once";
        if (!exclusive(gate_)) return "I9: two workers hold the gate at once";
        for (const Span& tx : tx_) {
            if (touches(root_, tx)) return "I4: a worker holds the root lock and the tx lock at once";
        }
        if (!root_lock) return {};
        for (const Span& own : own_) {
            if (!written_inside(own.begin, own.worker)) return "I10: RUNNING was set without the root lock";
            if (!written_inside(own.end, own.worker)) return "I10: RUNNING was cleared without the root lock";
        }
        return {};
    }
    /// Most packets that the device took in one ownership.
    template <class Call>
    std::uint64_t longest_episode(const std::vector<Call>& calls) const {
        std::uint64_t most = 0;
        for (const Span& own : own_) {
            std::uint64_t packets = 0;
            for (const Call& call : calls) {
                if (call.at_ns >= own.begin && call.at_ns < own.end) packets += call.finished;
            }
            most = std::max(most, packets);
        }
        return most;
    }
    /// How often the queue had an owner.
    std::uint64_t episodes() const { return own_.size(); }
    /// I13: of these moments of each worker, those inside a hold of the root lock.
    std::uint64_t under_root(const std::vector<std::vector<std::uint64_t>>& moments) const {
        std::uint64_t inside = 0;
        for (const Span& root : root_) {
            for (const std::uint64_t at : moments[root.worker]) inside += root.begin < at && at < root.end;
        }
        return inside;
    }
    /// Device calls that a worker made while it held the gate.
    std::uint64_t sends_with_gate() const {
        return static_cast<std::uint64_t>(
            std::count_if(tx_.begin(), tx_.end(), [&](const Span& tx) { return touches(gate_, tx); }));
    }
    /// Most of them within one hold of the gate.
    std::uint64_t most_sends_in_one_gate_hold() const {
        std::uint64_t most = 0;
        for (const Span& gate : gate_) {
            std::uint64_t sends = 0;
            for (const Span& tx : tx_) sends += tx.worker == gate.worker && overlap(tx, gate);
            most = std::max(most, sends);
        }
        return most;
    }

 private:
    void add(unsigned worker, const Event& event) {
        const Span span{event.begin_ns, event.begin_ns + event.duration_ns, worker};
        if (event.kind == EventKind::Own) own_.push_back(span);
        if (event.kind != EventKind::Hold) return;
        switch (event.site) {
            case Site::Root:
            case Site::Relock:
                root_.push_back(span);
                break;
            case Site::Gate:
                gate_.push_back(span);
                break;
            case Site::Tx:
                tx_.push_back(span);
                break;
        }
    }
    static bool exclusive(std::vector<Span> spans) {
        std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
        for (std::size_t i = 1; i < spans.size(); ++i) {
            if (spans[i].begin < spans[i - 1].end) return false;
        }
        return true;
    }
    static bool touches(const std::vector<Span>& spans, const Span& other) {
        return std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
            return span.worker == other.worker && overlap(span, other);
        });
    }
    bool written_inside(std::uint64_t at, unsigned worker) const {
        return std::any_of(root_.begin(), root_.end(), [&](const Span& root) {
            return root.worker == worker && root.begin <= at && at <= root.end;
        });
    }

    bool lost_ = false;
    std::vector<Span> root_;
    std::vector<Span> tx_;
    std::vector<Span> gate_;
    std::vector<Span> own_;
};

}  // namespace spinscope
