// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/ledger_view.h"

#include "ui/format.h"

namespace spinscope {
namespace {

constexpr int kEvery_ms = 500;
constexpr std::size_t kMostPulls = 8;
constexpr std::size_t kExactPairs = 64;  ///< of more CPUs a ledger keeps the frequent pairs only

}  // namespace

LedgerView::LedgerView(QWidget* parent)
    : NumberList({tr("line, per packet"), tr("moved"), tr("local"), tr("remote")},
                 tr("Cache lines, the hottest first"), parent) {
    set_empty_text(tr("Counted on simulated machines only"));
}

void LedgerView::show_snapshot(const Snapshot& snapshot) {
    const bool another = snapshot.run != run_;
    const bool ended = snapshot.state == RunState::Stopped || snapshot.state == RunState::Paused;
    if (!another && !ended && age_.isValid() && age_.elapsed() < kEvery_ms) return;
    age_.start();
    run_ = snapshot.run;
    const bool simulated = run_ != nullptr && run_->simulated;
    set_empty_text(simulated ? tr("Which cache lines moved between the CPUs, for each packet")
                             : tr("Counted on simulated machines only"));
    const Format format;
    const double packets = static_cast<double>(snapshot.totals.transmitted);
    const auto each = [&](std::uint64_t count) {
        return packets > 0 ? format.significant(static_cast<double>(count) / packets, 3) : kUnknown;
    };
    const auto cpu = [&](unsigned worker) {
        return worker < snapshot.workers.size() ? tr("CPU %1").arg(snapshot.workers[worker].cpu) : kUnknown;
    };
    std::vector<Row> rows;
    for (const LedgerRow& line : snapshot.ledger) {
        const QString name = QString::fromStdString(line.name);
        Row row{{name, each(line.transfers), each(line.local), each(line.remote)},
                tr("%1: moved %2 times since the start; %3 within a socket, %4 between sockets, %5 from "
                   "memory")
                    .arg(name, format.count(line.transfers), format.count(line.local),
                         format.count(line.remote), format.count(line.cold)),
                {}};
        for (std::size_t i = 0; i < line.pulls.size() && i < kMostPulls; ++i) {
            const LedgerRow::Pull& pull = line.pulls[i];
            row.inner.push_back(
                {tr("%1 from %2").arg(cpu(pull.to), cpu(pull.from)), each(pull.count), {}, {}});
        }
        rows.push_back(row);
    }
    set_rows(rows);
    QString note =
        tr("Transfers of a line to a CPU for each packet sent, since the start. Open a line: who "
           "pulled it from whom.");
    if (snapshot.workers.size() > kExactPairs) {
        note += u' ' + tr("With more than %1 CPUs the pairs are estimates.").arg(kExactPairs);
    }
    set_note(rows.empty() ? QString() : note);
}

}  // namespace spinscope
