// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/conditions.h"

#include <QCoreApplication>

#include "ui/format.h"
#include "ui/machine_words.h"

namespace spinscope {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("spinscope::conditions", text);
}

QString of(const std::string& text) {
    return QString::fromStdString(text);
}

QString device_of(const RunInfo& run) {
    const DeviceRequest& device = run.experiment.device;
    QString text = say("device %1").arg(device_words(run));
    if (run.simulated || device.kind != "udp") return text;
    if (!device.to.empty()) text += say(" to %1").arg(of(device.to));
    if (device.batch > 1) text += say(", batches of %1").arg(device.batch);
    if (device.verify) text += say(", verified");
    return text;
}

QString waiting_of(Waiting waiting) {
    switch (waiting) {
        case Waiting::SpinPark:
            return say("waiting: spin, then park");
        case Waiting::Spin:
            return say("waiting: spin, as the kernel");
        case Waiting::Yield:
            return say("waiting: yield");
    }
    return {};
}

}  // namespace

QString strategies_of(const Snapshot& snapshot) {
    QStringList names;
    for (const Mark& mark : snapshot.marks) names << of(mark.strategy);
    // A long tour of strategies is told by its ends.
    constexpr int kMost = 6;
    if (names.size() > kMost)
        return names.first() + say(" → … %1 switches … → ").arg(names.size() - 2) + names.last();
    return names.join(QStringLiteral(" → "));
}

QStringList conditions_of(const Snapshot& snapshot) {
    QStringList phrases;
    if (snapshot.run == nullptr) return phrases;
    const RunInfo& run = *snapshot.run;
    const Experiment& experiment = run.experiment;
    const Format format;
    phrases << machine_words(run);
    const auto workers = static_cast<unsigned>(snapshot.workers.size());
    phrases << (run.placement.oversubscribed
                    ? say("OVERSUBSCRIBED: %1 workers on %2 CPUs, this shows the scheduler")
                          .arg(workers)
                          .arg(run.placement.distinct)
                    : say("%1 workers, a CPU each").arg(workers));
    phrases << device_of(run);
    phrases << say("payload %1 bytes").arg(experiment.payload);
    phrases << say("%1, limit %2").arg(of(experiment.discipline)).arg(experiment.limit);
    phrases << (experiment.in_flight ? say("in flight %1 a worker").arg(*experiment.in_flight)
                                     : say("in flight not limited"));
    if (experiment.offered_pps) phrases << say("offered %1").arg(format.rate(*experiment.offered_pps).text());
    phrases << waiting_of(experiment.waiting);
    phrases << (experiment.probe == ProbeMode::Off
                    ? say("probe off")
                    : say("probe %1, costs %2")
                          .arg(of(std::string(name_of(experiment.probe))),
                               format.share(snapshot.probe_overhead_percent / 100)));
    if (!run.environment.clock.empty()) phrases << say("clock %1").arg(of(run.environment.clock));
    if (run.environment.governor) phrases << say("governor %1").arg(of(*run.environment.governor));
    if (snapshot.throttled_ms > 0)
        phrases << say("throttled %1 ms").arg(format.significant(snapshot.throttled_ms, 3));
    if (snapshot.events_lost > 0) phrases << say("%1 events lost").arg(format.count(snapshot.events_lost));
    if (run.simulated) phrases << say("seed %1").arg(experiment.seed);
    return phrases;
}

QString program_version() {
    return QStringLiteral("Spinscope ") + QStringLiteral(SPINSCOPE_VERSION);
}

}  // namespace spinscope
