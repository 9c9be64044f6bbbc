// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/units.h"
#include "core/base/cost_table.h"
#include "core/topology/cpu_list.h"

namespace spinscope {
namespace {

using Row = std::vector<std::string>;

/// Share of contended acquisitions below which strategies are equal within noise.
constexpr double kContentionWorthComparing = 0.05;

/// The first column to the left, the others to the right.
std::string table(const std::vector<Row>& rows) {
    std::vector<std::size_t> widths(rows.front().size());
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
    }
    std::string text;
    for (const Row& row : rows) {
        text += pad_right(row[0], widths[0]);
        for (std::size_t i = 1; i < row.size(); ++i) text += "  " + pad_left(row[i], widths[i]);
        text += "\n";
    }
    return text;
}

std::string line(const std::string& name, const std::string& value) {
    return pad_right(name, 11) + value + "\n";
}

std::string number(const std::optional<std::uint64_t>& value) {
    return value ? fmt::format("{}", *value) : "—";
}

Row times(const std::optional<Summary>& summary) {
    if (!summary) return {"—", "—", "—", "—", "—"};
    const auto whole = [](std::uint64_t ns) { return time_text(static_cast<double>(ns)); };
    return {time_text(summary->mean), whole(summary->p50), whole(summary->p90), whole(summary->p99),
            whole(summary->max)};
}

Row joined(Row row, const Row& more) {
    row.insert(row.end(), more.begin(), more.end());
    return row;
}

std::string device_text(const RunInfo& run) {
    const DeviceRequest& device = run.experiment.device;
    std::string text = device.kind;
    if (const auto ns = device_ns(run)) text += fmt::format(", {:.0f} ns a packet", *ns);
    if (!device.to.empty()) text += " to " + device.to;
    if (!device.interface.empty()) text += " through " + device.interface;
    if (device.batch > 1) text += fmt::format(", {} packets a call", device.batch);
    if (device.verify) text += ", verified";
    return text;
}

std::string strategy_text(const RunResult& result) {
    std::string text = result.run->experiment.strategy;
    for (const auto& option : result.run->experiment.options) {
        text += fmt::format(", {}={}", option.first, option.second);
    }
    for (const Mark& mark : result.switches) {
        text += fmt::format("; {} at {:.3f} s (took {}, {} lost)", mark.strategy, mark.at_s,
                            time_text(static_cast<double>(mark.took_ns)), mark.lost);
    }
    return text;
}

/// The real time of a simulated run may differ from one to the next; nothing else in the table does.
std::string measured_text(const RunResult& result) {
    const RunInfo& run = *result.run;
    std::string text = fmt::format("{:.3f} s", result.elapsed_s);
    if (result.real_s && result.elapsed_s > 0) {
        text += fmt::format(" virtual in {:.3f} s real (1 : {:.2f})", *result.real_s,
                            *result.real_s / result.elapsed_s);
    }
    if (result.partial) text += " (PARTIAL: ended early)";
    text += fmt::format("; probe {}", name_of(run.experiment.probe));
    if (run.simulated) return text + fmt::format(", free; seed {}", run.experiment.seed);
    return text +
           fmt::format(", overhead {:.1f} %; clock {}", result.probe_overhead_percent, run.environment.clock);
}

/// What was charged for the work around the locks, in the words of --cost.
std::string costs_text(const RunInfo& run) {
    std::string text;
    for (const CostInfo& cost : kCostTable) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", cost.name, cost.get(run.experiment.costs));
    }
    return text + fmt::format("; ns x {}", run.profile->compute_factor);
}

std::string conditions_text(const RunResult& result) {
    const RunInfo& run = *result.run;
    const Experiment& e = run.experiment;
    std::string text = line("Strategy", strategy_text(result));
    text +=
        line("Machine",
             fmt::format("{}{}, {} {} on CPU {} ({}{})", run.simulated ? "simulated " : "", run.machine_name,
                         run.placement.cpus.size(), run.placement.cpus.size() == 1 ? "worker" : "workers",
                         format_cpu_list(run.placement.cpus), e.cpus.empty() ? e.placement : "as listed",
                         run.placement.oversubscribed ? ", OVERSUBSCRIBED" : ""));
    if (run.profile) text += line("Costs", costs_text(run));
    text += line("Device", device_text(run));
    text += line("Traffic", fmt::format("{} bytes, {} in flight each, offered {}", e.payload,
                                        e.in_flight ? fmt::format("{}", *e.in_flight) : "any number",
                                        e.offered_pps ? rate_text(e.offered_pps) : "as fast as possible"));
    text += line("Queue", e.device.kind == "kernel" ? "the kernel's own"
                                                    : fmt::format("{}, limit {}, waiting {}", e.discipline,
                                                                  e.limit, name_of(e.waiting)));
    return text + line("Measured", measured_text(result));
}

std::string packets_text(const RunResult& result) {
    const Packets& packets = result.packets;
    const std::vector<std::pair<const char*, std::uint64_t>> reasons{
        {"limit", packets.dropped.limit},   {"burst", packets.dropped.burst},
        {"device", packets.dropped.device}, {"deactivated", packets.dropped.deactivated},
        {"aqm", packets.dropped.aqm},       {"action", packets.dropped.action},
        {"rcvbuf", packets.dropped.rcvbuf}};
    std::string dropped = fmt::format("{} dropped", packets.dropped.total());
    std::string why;
    for (const auto& reason : reasons) {
        if (reason.second > 0) {
            why += fmt::format("{}{} {}", why.empty() ? "" : ", ", reason.first, reason.second);
        }
    }
    if (!why.empty()) dropped += " (" + why + ")";
    std::string text = line("Packets", fmt::format("{} offered = {} sent + {} + {} queued", packets.offered,
                                                   packets.transmitted, dropped, packets.queued));
    text += line("Sent", rate_text(result.transmitted_pps));
    if (packets.delivered) {
        text += line("Delivered", fmt::format("{}: {} arrived at the sink, {} of them discarded there unread",
                                              rate_text(result.delivered_pps), *packets.delivered,
                                              number(packets.discarded)));
    }
    return text + line("Fairness", result.jain ? fmt::format("Jain's index {:.3f}", *result.jain) : "—");
}

/// What the kernel counted at the interface, of our packets and of others'.
std::string kernel_text(const RunResult& result) {
    if (!result.kernel) return {};
    const KernelReport& kernel = *result.kernel;
    std::string text;
    if (!kernel.queue.empty()) {
        text +=
            line("Kernel",
                 fmt::format(
                     "queue {}: {} packets through, {} dropped, {} requeued, {} over its limits; {} packets "
                     "({} bytes) in it",
                     kernel.queue, number(kernel.packets), number(kernel.drops), number(kernel.requeues),
                     number(kernel.overlimits), number(kernel.length), number(kernel.backlog_bytes)));
    }
    const DeviceRequest& device = result.run->experiment.device;
    if (device.kind == "kernel" && device.interface.empty()) {
        return text + line("Interface", fmt::format("{}, of our own, threw {} packets away behind the queue",
                                                    kernel.interface, number(kernel.rx_dropped)));
    }
    return text +
           line("Interface", fmt::format("{} ({}): {} packets sent, {} dropped, {} errors", kernel.interface,
                                         name_of(kernel.state), number(kernel.tx_packets),
                                         number(kernel.tx_dropped), number(kernel.tx_errors)));
}

/// What a small machine shows with a real send: that is no comparison of locks, and it says so.
std::string device_bound_note(const RunResult& result) {
    if (result.locks.empty()) return {};
    const LockResult& root = result.locks.front();
    if (result.workers.size() < 2 || root.acquisitions == 0) return {};
    const double contended = static_cast<double>(root.contended) / static_cast<double>(root.acquisitions);
    if (contended >= kContentionWorthComparing) return {};
    return line("Note", fmt::format("the root lock was {} contended: this run shows the device and the CPUs, "
                                    "hardly the lock",
                                    share_text(contended)));
}

std::string times_text(const RunResult& result) {
    std::vector<Row> rows{{"", "mean", "p50", "p90", "p99", "max"}};
    rows.push_back(joined({"wait of a call"}, times(result.wait)));
    rows.push_back(joined({"hold"}, times(result.hold)));
    rows.push_back(joined({"whole call"}, times(result.xmit)));
    rows.push_back(joined({"enqueue to device"}, times(result.sojourn)));
    return table(rows);
}

std::string locks_text(const RunResult& result) {
    std::vector<Row> rows{
        {"lock", "acquired", "contended", "handoffs", "wait mean", "p50", "p90", "p99", "max"}};
    for (const LockResult& lock : result.locks) {
        if (lock.acquisitions == 0) continue;
        const double share = static_cast<double>(lock.contended) / static_cast<double>(lock.acquisitions);
        rows.push_back(joined({std::string(name_of(lock.site)), fmt::format("{}", lock.acquisitions),
                               share_text(share), fmt::format("{}", lock.handoffs)},
                              times(lock.wait)));
    }
    return rows.size() == 1 ? std::string() : "\n" + table(rows);
}

/// Which lines had to move for each packet, and between whom.
std::string ledger_text(const RunResult& result) {
    if (result.ledger.empty() || result.packets.transmitted == 0) return {};
    const auto packets = static_cast<double>(result.packets.transmitted);
    std::vector<Row> rows{
        {"cache lines", "transfers", "per packet", "local", "remote", "from memory", "most often"}};
    for (const LedgerRow& row : result.ledger) {
        if (row.transfers == 0) continue;
        const auto all = static_cast<double>(row.transfers);
        const auto share = [all](std::uint64_t part) { return share_text(static_cast<double>(part) / all); };
        std::string most = "—";
        if (!row.pulls.empty()) {
            const LedgerRow::Pull& pull = row.pulls.front();
            most = fmt::format("CPU {} from {}", result.workers.at(pull.to).cpu,
                               result.workers.at(pull.from).cpu);
        }
        rows.push_back({row.name, fmt::format("{}", row.transfers), fmt::format("{:.2f}", all / packets),
                        share(row.local), share(row.remote), share(row.cold), most});
    }
    return rows.size() == 1 ? std::string() : "\n" + table(rows);
}

std::string workers_text(const RunResult& result) {
    std::vector<Row> rows{
        {"CPU", "offered", "completed", "sent as owner", "share", "wait mean", "p50", "p90", "p99", "max"}};
    for (const WorkerResult& worker : result.workers) {
        rows.push_back(joined({fmt::format("{}", worker.cpu), fmt::format("{}", worker.offered),
                               fmt::format("{}", worker.completed), fmt::format("{}", worker.transmitted),
                               share_text(worker.owner_share)},
                              times(worker.wait)));
    }
    // Where workers share CPUs, a CPU names no worker.
    if (result.run->placement.oversubscribed) {
        rows.front().insert(rows.front().begin(), "worker");
        for (std::size_t i = 1; i < rows.size(); ++i) {
            rows[i].insert(rows[i].begin(), fmt::format("{}", i - 1));
        }
    }
    return "\n" + table(rows);
}

}  // namespace

std::string run_text(const RunResult& result) {
    return conditions_text(result) + "\n" + packets_text(result) + kernel_text(result) +
           device_bound_note(result) + "\n" + times_text(result) + locks_text(result) + ledger_text(result) +
           workers_text(result);
}

}  // namespace spinscope
