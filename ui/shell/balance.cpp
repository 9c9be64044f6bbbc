// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/balance.h"

#include <QCoreApplication>

#include "ui/format.h"

namespace spinscope {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Balance", text);
}

bool has_ended(RunState state) {
    return state == RunState::Stopped || state == RunState::Failed;
}

}  // namespace

Balance balance_of(const Snapshot& snapshot) {
    Balance balance;
    if (snapshot.run == nullptr) return balance;
    const Packets& packets = snapshot.totals;
    const Format format;
    const std::uint64_t dropped = packets.dropped.total();
    const std::uint64_t sum = packets.transmitted + dropped + packets.queued;

    if (has_ended(snapshot.state)) {
        const bool exact = sum == packets.offered;
        balance.verdict = exact ? Balance::Verdict::Exact : Balance::Verdict::Off;
        const std::uint64_t off = sum > packets.offered ? sum - packets.offered : packets.offered - sum;
        balance.verdict_text = exact ? tr("exact") : tr("off by %1").arg(format.count(off));
        balance.sum =
            tr("offered %1 %2 sent %3 + dropped %4 + queued %5")
                .arg(format.count(packets.offered), exact ? QStringLiteral("=") : QStringLiteral("≠"),
                     format.count(packets.transmitted), format.count(dropped), format.count(packets.queued));
    } else {
        balance.verdict = Balance::Verdict::Running;
        // Counters of different workers are read one after the other, so that the sum may be ahead for a
        // moment.
        const std::uint64_t gone = packets.transmitted + dropped;
        const std::uint64_t transit = packets.offered > gone ? packets.offered - gone : 0;
        balance.verdict_text = tr("in transit %1").arg(format.count(transit));
        balance.sum = tr("offered %1, sent %2, dropped %3, queued %4")
                          .arg(format.count(packets.offered), format.count(packets.transmitted),
                               format.count(dropped), format.count(packets.queued));
    }
    if (packets.delivered) {
        balance.sink = packets.discarded
                           ? tr("delivered %1, of which %2 discarded unread")
                                 .arg(format.count(packets.delivered), format.count(packets.discarded))
                           : tr("delivered %1").arg(format.count(packets.delivered));
    }
    return balance;
}

}  // namespace spinscope
