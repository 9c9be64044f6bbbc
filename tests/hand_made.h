// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/metrics/snapshot.h"

namespace spinscope {

/// Conditions of a run on two CPUs, with every field set to something that can be told apart.
inline std::shared_ptr<RunInfo> hand_made_run() {
    auto run = std::make_shared<RunInfo>();
    run->experiment.strategy = "busylock";
    run->experiment.workers = 2;
    run->placement.cpus = {0, 1};
    run->placement.distinct = 2;
    run->machine_name = "Hand-made CPU";
    run->calibration = {.pause_ns = 20.5, .iteration_ns = 0.35, .stamp_ns = 16, .event_ns = 5};
    run->environment = {.version = "0.1.0",
                        .cpu = "Hand-made CPU",
                        .kernel = "6.1",
                        .governor = std::nullopt,
                        .clock = "tsc"};
    return run;
}

/// 1000 packets offered by two workers in 2 s: 900 sent, 60 dropped, 40 queued.
inline Snapshot hand_made_snapshot() {
    Snapshot snapshot;
    snapshot.sequence = 7;
    snapshot.state = RunState::Stopped;
    snapshot.run = hand_made_run();
    snapshot.at_s = 2;
    snapshot.strategy = "llist";
    snapshot.totals.offered = 1000;
    snapshot.totals.transmitted = 900;
    snapshot.totals.dropped = {
        .limit = 20, .burst = 30, .device = 10, .deactivated = 0, .aqm = 0, .action = 0, .rcvbuf = 0};
    snapshot.totals.queued = 40;
    snapshot.totals.delivered = 890;
    snapshot.totals.discarded = 500;
    LockTotals& root = snapshot.locks[Site::Root];
    root.acquisitions = 1000;
    root.contended = 100;
    root.handoffs = 50;
    root.wait.add(0, 900);
    root.wait.add(2'000, 100);
    root.hold.add(300, 16);
    snapshot.locks[Site::Relock].acquisitions = 900;
    snapshot.locks[Site::Relock].hold.add(100, 16);
    snapshot.call_wait.add(0, 800);
    snapshot.call_wait.add(5'000, 200);
    snapshot.xmit.add(700, 16);
    snapshot.sojourn.add(9'000, 16);
    snapshot.workers.resize(2);
    for (unsigned i = 0; i < 2; ++i) {
        WorkerSnapshot& worker = snapshot.workers[i];
        worker.cpu = i;
        worker.offered = 500;
        worker.completed = i == 0 ? 300 : 600;
        worker.transmitted = i == 0 ? 225 : 675;
        worker.acquisitions = 1000;
        worker.contended = 50;
        worker.wait.add(0, 400);
        worker.wait.add(5'000, 100);
    }
    snapshot.marks = {{.at_s = 0, .strategy = "busylock", .took_ns = 0, .lost = 0},
                      {.at_s = 1.25, .strategy = "llist", .took_ns = 81'000, .lost = 0}};
    snapshot.messages = {{Severity::Info, "note", "Nothing to worry about", "", true},
                         {Severity::Warning, "throttled", "Throttled 84 ms", "Raise cpu.max", false}};
    snapshot.device_errors = {{.code = 111, .count = 3}};
    snapshot.events_lost = 12;
    snapshot.throttled_ms = 84;
    snapshot.probe_overhead_percent = 0.8;
    return snapshot;
}

}  // namespace spinscope
